package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.Bound;
import org.mayflydb.index.IndexRange;
import org.mayflydb.index.TermPath;
import org.mayflydb.index.TermRanges;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.plan.Condition.Bounds;
import org.mayflydb.storage.KeyRange;

/** Where the index has the values of a condition. */
final class Ranges {
    private Ranges() {}

    /** The entries, cut down to one partition key where that can be done. */
    static List<KeyRange> of(Condition.Values values, @Nullable DocumentStretch stretch) {
        List<KeyRange> ranges = new ArrayList<>();
        for (Bounds bounds : values.ranges()) {
            IndexRange range = range(values.path(), bounds);
            ranges.add((stretch != null && range.point() ? range.within(stretch) : range).keys());
        }
        return ranges;
    }

    /** Whether they are single values, whose entries are in the order of document numbers. */
    static boolean arePoints(Condition.Values values) {
        return values.ranges().stream().allMatch(Bounds.Equal.class::isInstance);
    }

    static boolean areExact(Condition.Values values) {
        return values.ranges().stream()
                .allMatch(bounds -> range(values.path(), bounds).exact());
    }

    /** The entries of a single value. */
    static IndexRange only(Condition.Values value) {
        return range(value.path(), value.ranges().get(0));
    }

    static IndexRange range(TermPath path, Bounds bounds) {
        if (bounds instanceof Bounds.Equal equal) {
            return TermRanges.equalTo(path, equal.value());
        }
        if (bounds instanceof Bounds.Prefix prefix) {
            return TermRanges.startingWith(path, prefix.text());
        }
        Bounds.Between between = (Bounds.Between) bounds;
        return TermRanges.between(
                path, bound(between.lower(), between.lowerIncluded()), bound(between.upper(), between.upperIncluded()));
    }

    private static @Nullable Bound bound(@Nullable JsonValue value, boolean included) {
        return value == null ? null : new Bound(value, included);
    }
}
