package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.index.Bound;
import org.mayflydb.index.CompositeIndex;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.TermPath;
import org.mayflydb.index.TermRanges;
import org.mayflydb.index.ValueCode;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;

/** An index in the order of a query: how to walk through it, and from where. */
interface OrderIndex {
    /** What stands before the value in the key of every entry: a tag and a hash. */
    int HEADER_BYTES = 9;

    Direction direction();

    /** The entries, in walking order, at or behind the values; all of them if those are null. */
    List<KeyRange> rangesFrom(@Nullable List<@Nullable JsonValue> values);

    /** The beginning of the keys of all entries with exactly these values; null if only the items tell. */
    byte @Nullable [] prefix(List<@Nullable JsonValue> values);

    /** Whether the entry has these values. */
    boolean matches(IndexEntry entry, List<@Nullable JsonValue> values);

    /** How many bytes of the key the entry shares with all whose order among each other only the items tell; 0 if none. */
    int unsortedPrefix(IndexEntry entry);

    /** The only values that the walk comes by; null if it comes by all. */
    Condition.@Nullable Values restriction();

    /** Whether it has all items that matter, those without a value, with an array or an object included. */
    boolean isComplete();

    /** Neighbouring keys are cut down, or left out, at the end that a walk in this direction begins at. */
    static List<KeyRange> from(List<KeyRange> ranges, byte[] start, Direction direction) {
        List<KeyRange> rest = new ArrayList<>();
        for (KeyRange range : ranges) {
            KeyRange cut = direction == Direction.FORWARD
                    ? range.intersect(new KeyRange(start, null))
                    : range.intersect(
                            new KeyRange(new byte[0], KeyRange.prefix(start).upper()));
            if (!cut.isEmpty()) {
                rest.add(cut);
            }
        }
        return rest;
    }

    private static List<KeyRange> inWalkingOrder(List<KeyRange> ranges, Direction direction) {
        List<KeyRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparing(KeyRange::lower, Arrays::compareUnsigned));
        if (direction == Direction.BACKWARD) {
            Collections.reverse(sorted);
        }
        return sorted;
    }

    /**
     * The terms of one path.
     *
     * @param restriction the only values that matter; null for all
     */
    record OfPath(TermPath path, boolean descending, Condition.@Nullable Values restriction) implements OrderIndex {
        @Override
        public Direction direction() {
            return descending ? Direction.BACKWARD : Direction.FORWARD;
        }

        @Override
        public List<KeyRange> rangesFrom(@Nullable List<@Nullable JsonValue> values) {
            List<KeyRange> all = restriction == null
                    ? List.of(TermRanges.whole(path).keys())
                    : inWalkingOrder(Ranges.of(restriction, null), direction());
            if (values == null) {
                return all;
            }
            JsonValue value = values.get(0);
            if (value == null) {
                return descending ? List.of() : all;
            }
            if (value instanceof JsonArray || value instanceof JsonObject) {
                return descending ? all : List.of();
            }
            return from(all, start(value), direction());
        }

        private byte[] start(JsonValue value) {
            byte[] exact = prefix(Collections.singletonList(value));
            // All that are cut alike come from the first of them on.
            return exact != null
                    ? exact
                    : TermRanges.between(path, Bound.including(value), null)
                            .keys()
                            .lower();
        }

        @Override
        public byte @Nullable [] prefix(List<@Nullable JsonValue> values) {
            JsonValue value = values.get(0);
            if (value == null || value instanceof JsonArray || value instanceof JsonObject) {
                return null;
            }
            var point = TermRanges.equalTo(path, value);
            return point.exact() ? point.keys().lower() : null;
        }

        @Override
        public boolean matches(IndexEntry entry, List<@Nullable JsonValue> values) {
            return Arrays.equals(entry.code(), ValueCode.of(values.get(0)));
        }

        @Override
        public int unsortedPrefix(IndexEntry entry) {
            byte[] code = entry.code();
            return ValueCode.isSorted(code) ? 0 : HEADER_BYTES + ValueCode.sortedBytes(code);
        }

        @Override
        public boolean isComplete() {
            return restriction != null;
        }
    }

    /**
     * A composite index.
     *
     * @param backward whether the query wants the opposite of its order
     * @param tiesDescend whether the query wants items with equal values by descending number
     */
    record OfComposite(CompositeIndex index, boolean backward, boolean tiesDescend) implements OrderIndex {
        @Override
        public Direction direction() {
            return backward ? Direction.BACKWARD : Direction.FORWARD;
        }

        @Override
        public List<KeyRange> rangesFrom(@Nullable List<@Nullable JsonValue> values) {
            List<KeyRange> all = List.of(index.whole().keys());
            return values == null ? all : from(all, start(values), direction());
        }

        /** The beginning of all entries that could be among those with these values. */
        private byte[] start(List<@Nullable JsonValue> values) {
            int sorted = 0;
            while (sorted < values.size() && ValueCode.isSorted(ValueCode.of(values.get(sorted)))) {
                sorted++;
            }
            if (sorted == values.size()) {
                return index.equalTo(values).keys().lower();
            }
            byte[] key = index.equalTo(values.subList(0, sorted + 1)).keys().lower();
            byte[] code = ValueCode.of(values.get(sorted));
            return Arrays.copyOf(key, key.length - code.length + ValueCode.sortedBytes(code));
        }

        @Override
        public byte @Nullable [] prefix(List<@Nullable JsonValue> values) {
            boolean sorted = values.stream().allMatch(value -> ValueCode.isSorted(ValueCode.of(value)));
            return sorted && tiesDescend == backward
                    ? index.equalTo(values).keys().lower()
                    : null;
        }

        @Override
        public boolean matches(IndexEntry entry, List<@Nullable JsonValue> values) {
            List<byte[]> codes = index.codes(entry);
            for (int i = 0; i < codes.size(); i++) {
                if (!Arrays.equals(codes.get(i), ValueCode.of(values.get(i)))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int unsortedPrefix(IndexEntry entry) {
            int length = HEADER_BYTES;
            for (byte[] code : index.codes(entry)) {
                if (!ValueCode.isSorted(code)) {
                    return length + ValueCode.sortedBytes(code);
                }
                length += code.length;
            }
            return tiesDescend == backward ? 0 : length;
        }

        @Override
        public Condition.@Nullable Values restriction() {
            return null;
        }

        @Override
        public boolean isComplete() {
            return true;
        }
    }

    /** The composite index that has the order of these keys or exactly the opposite, if there is one. */
    static @Nullable OrderIndex composite(List<CompositeIndex> composites, SortOrder order) {
        for (boolean backward : new boolean[] {false, true}) {
            for (CompositeIndex composite : composites) {
                if (isOrderOf(composite, order, backward)) {
                    return new OfComposite(composite, backward, order.descending());
                }
            }
        }
        return null;
    }

    static boolean isOrderOf(CompositeIndex composite, SortOrder order, boolean backward) {
        if (composite.paths().size() != order.keys().size()) {
            return false;
        }
        for (int i = 0; i < order.keys().size(); i++) {
            CompositePath path = composite.paths().get(i);
            boolean descending = path.order() == CompositePath.Order.DESCENDING;
            boolean sameDirection = descending == order.keys().get(i).descending();
            if (!TermPath.of(path.path()).equals(order.keys().get(i).path()) || sameDirection == backward) {
                return false;
            }
        }
        return true;
    }
}
