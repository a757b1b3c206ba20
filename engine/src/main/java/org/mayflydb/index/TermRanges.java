package org.mayflydb.index;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.KeyRange;

/** Where the terms of a path are. Only items under {@link Shapes#OVERFLOW} have values at the path without a term. */
public final class TermRanges {
    private TermRanges() {}

    /** The items that have this string, number, boolean or null there. */
    public static IndexRange equalTo(TermPath path, JsonValue scalar) {
        return column(path).equalTo(new Bound(scalar, true).value());
    }

    /**
     * The items that have a value of the bounds' type there, and between them.
     *
     * @param lower null for no lower bound; one of the two is not null, and both are of one type
     */
    public static IndexRange between(TermPath path, @Nullable Bound lower, @Nullable Bound upper) {
        return column(path).between(lower, upper);
    }

    /** The items that have a value of this type there; arrays and objects have no terms. */
    public static IndexRange ofType(TermPath path, JsonValue.Kind kind) {
        return column(path).ofType(kind);
    }

    /** The items that have a string there which begins so. */
    public static IndexRange startingWith(TermPath path, String text) {
        return column(path).startingWith(text);
    }

    /** The items that have a string, number, boolean or null there, in order of that. */
    public static IndexRange whole(TermPath path) {
        return new IndexRange(KeyRange.prefix(IndexKeys.ofPath(path.hash())), true, false);
    }

    private static ColumnRange column(TermPath path) {
        return new ColumnRange(IndexKeys.ofPath(path.hash()), false);
    }
}
