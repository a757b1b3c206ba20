package org.mayflydb.query.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonValue;

/** What is known of the items for which a WHERE clause is true. */
public sealed interface Condition {
    /** Nothing is known. */
    Condition EVERYTHING = new Everything();

    /** There are none. */
    Condition NOTHING = new Nothing();

    /** Whether the clause is true for everything that fulfils the condition. */
    boolean exact();

    record Everything() implements Condition {
        @Override
        public boolean exact() {
            return false;
        }
    }

    record Nothing() implements Condition {
        @Override
        public boolean exact() {
            return true;
        }
    }

    /** At the path is a scalar in one of these ranges, which do not overlap. */
    record Values(TermPath path, List<Bounds> ranges, boolean exact) implements Condition {
        public Values {
            ranges = List.copyOf(ranges);
        }

        /** Whether an item has at most one value at the path: it leads through no array. */
        public boolean isSingle() {
            return path.steps().stream().noneMatch(IndexPath.PathStep.EveryElement.class::isInstance);
        }
    }

    /** All of these hold. */
    record All(List<Condition> parts) implements Condition {
        public All {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean exact() {
            return parts.stream().allMatch(Condition::exact);
        }
    }

    /** One of these holds. */
    record Any(List<Condition> parts) implements Condition {
        public Any {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean exact() {
            return parts.stream().allMatch(Condition::exact);
        }
    }

    /** A stretch of scalars of one type. */
    sealed interface Bounds {
        /** One value. */
        record Equal(JsonValue value) implements Bounds {}

        /**
         * Values of one type between two bounds, of which one may be missing.
         *
         * @param lower null if there is no lower bound
         */
        record Between(
                @Nullable JsonValue lower,
                boolean lowerIncluded,
                @Nullable JsonValue upper,
                boolean upperIncluded) implements Bounds {}

        /** Strings that begin like this; all strings begin with the empty one. */
        record Prefix(String text) implements Bounds {}
    }
}
