package org.mayflydb.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When two values are the same to a query: numbers by value, arrays by position, objects whatever the order of their
 * members, and nothing across kinds.
 */
public final class JsonEquality {
    private JsonEquality() {}

    public static boolean same(JsonValue one, JsonValue other) {
        if (one == other) {
            return !(one instanceof JsonNumber number) || !Double.isNaN(number.doubleValue());
        }
        if (one.kind() != other.kind()) {
            return false;
        }
        if (one instanceof JsonNumber number && other instanceof JsonNumber second) {
            return number.doubleValue() == second.doubleValue();
        }
        if (one instanceof JsonArray array && other instanceof JsonArray second) {
            return sameElements(array, second);
        }
        if (one instanceof JsonObject object && other instanceof JsonObject second) {
            return sameMembers(object, second);
        }
        return one.equals(other);
    }

    private static boolean sameElements(JsonArray one, JsonArray other) {
        if (one.elements().size() != other.elements().size()) {
            return false;
        }
        Iterator<JsonValue> second = other.elements().iterator();
        for (JsonValue element : one.elements()) {
            if (!same(element, second.next())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMembers(JsonObject one, JsonObject other) {
        if (one.members().size() != other.members().size()) {
            return false;
        }
        for (Map.Entry<String, JsonValue> member : one.members().entrySet()) {
            JsonValue second = other.get(member.getKey());
            if (second == null || !same(member.getValue(), second)) {
                return false;
            }
        }
        return true;
    }

    /** A hash that is equal for values that are {@link #same}. */
    public static int hash(@Nullable JsonValue value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof JsonNumber number) {
            double nonNegativeZero = number.doubleValue() + 0.0;
            return Double.hashCode(nonNegativeZero);
        }
        if (value instanceof JsonArray array) {
            int hash = 1;
            for (JsonValue element : array.elements()) {
                hash = 31 * hash + hash(element);
            }
            return hash;
        }
        if (value instanceof JsonObject object) {
            int hash = 0;
            for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                hash += member.getKey().hashCode() ^ (31 * hash(member.getValue()));
            }
            return hash;
        }
        return value.hashCode();
    }

    /**
     * A value as a key of a map: equal to another if the values are {@link #same}; undefined is a value of its own. Keys have
     * an order, by which maps find their way among values that were made to have the same hash.
     */
    public record Key(@Nullable JsonValue value) implements Comparable<Key> {
        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof Key key)) {
                return false;
            }
            return (value == null || key.value == null) ? value == key.value : same(value, key.value);
        }

        @Override
        public int hashCode() {
            return hash(value);
        }

        @Override
        public int compareTo(Key other) {
            return compare(value, other.value);
        }
    }

    /** The order of values, with one among arrays and among objects as well; only what is the same is equal in it. */
    private static int compare(@Nullable JsonValue one, @Nullable JsonValue other) {
        int order = JsonOrder.compare(one, other);
        if (order != 0 || one == other) {
            return order;
        }
        if (one instanceof JsonArray array && other instanceof JsonArray second) {
            return compareAll(array.elements(), second.elements(), JsonEquality::compare);
        }
        if (one instanceof JsonObject object && other instanceof JsonObject second) {
            return compareAll(
                    new TreeMap<>(object.members()).entrySet(),
                    new TreeMap<>(second.members()).entrySet(),
                    (member, counterpart) -> {
                        int byName = member.getKey().compareTo(counterpart.getKey());
                        return byName != 0 ? byName : compare(member.getValue(), counterpart.getValue());
                    });
        }
        return 0;
    }

    private static <T> int compareAll(Collection<T> one, Collection<T> other, Comparator<T> comparator) {
        int bySize = Integer.compare(one.size(), other.size());
        Iterator<T> second = other.iterator();
        for (Iterator<T> first = one.iterator(); bySize == 0 && first.hasNext(); ) {
            int order = comparator.compare(first.next(), second.next());
            if (order != 0) {
                return order;
            }
        }
        return bySize;
    }
}
