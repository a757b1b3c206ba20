package org.mayflydb.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.KeyRange;

/**
 * Ranges of one value behind a fixed beginning of a key, ascending or descending.
 *
 * @param beginning what comes before the value in all keys
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ColumnRange(byte[] beginning, boolean descending) {

    /** A bound as bytes; a cut string bounds nothing exactly, so all that are cut alike are let in. */
    private record Edge(byte[] code, boolean inclusive, boolean exact) {
        static Edge of(Bound bound) {
            byte[] code = ValueCode.of(bound.value());
            return ValueCode.isExact(code)
                    ? new Edge(code, bound.inclusive(), true)
                    : new Edge(Arrays.copyOf(code, code.length - Long.BYTES), true, false);
        }
    }

    IndexRange equalTo(@Nullable JsonValue value) {
        byte[] code = ValueCode.of(value);
        return IndexRange.point(with(code), ValueCode.isExact(code));
    }

    IndexRange between(@Nullable Bound lower, @Nullable Bound upper) {
        JsonValue.Kind kind = Invariant.present(lower == null ? upper : lower, "a range has a bound")
                .value()
                .kind();
        Invariant.check(upper == null || upper.value().kind() == kind, "the bounds of a range are of one type");
        Edge low = lower == null ? new Edge(code(firstType(kind)), true, true) : Edge.of(lower);
        Edge high = upper == null ? new Edge(code(lastType(kind)), true, true) : Edge.of(upper);
        return new IndexRange(descending ? keys(high, low) : keys(low, high), low.exact && high.exact, false);
    }

    IndexRange ofType(JsonValue.Kind kind) {
        Edge first = new Edge(code(firstType(kind)), true, true);
        Edge last = new Edge(code(lastType(kind)), true, true);
        return new IndexRange(descending ? keys(last, first) : keys(first, last), true, false);
    }

    IndexRange startingWith(String text) {
        ValueEncoder encoder = new ValueEncoder();
        encoder.stringBeginning(text.toCharArray());
        byte[] code = encoder.toBytes();
        return new IndexRange(KeyRange.prefix(with(code)), ValueCode.isExact(code), false);
    }

    private KeyRange keys(Edge from, Edge to) {
        return new KeyRange(
                from.inclusive ? with(from.code) : behind(from.code), to.inclusive ? behind(to.code) : with(to.code));
    }

    /** The beginning of all keys with a value whose bytes begin so. */
    byte[] with(byte[] code) {
        byte[] key = Arrays.copyOf(beginning, beginning.length + code.length);
        System.arraycopy(code, 0, key, beginning.length, code.length);
        if (descending) {
            ValueCode.invert(key, beginning.length, key.length);
        }
        return key;
    }

    private byte[] behind(byte[] code) {
        return Invariant.present(KeyRange.prefix(with(code)).upper(), "other ranges follow the index");
    }

    private static byte[] code(ValueType type) {
        return new byte[] {type.code()};
    }

    private static ValueType firstType(JsonValue.Kind kind) {
        return switch (kind) {
            case NULL -> ValueType.NULL;
            case BOOLEAN -> ValueType.FALSE;
            case NUMBER -> ValueType.NUMBER;
            case STRING -> ValueType.STRING;
            case ARRAY -> ValueType.ARRAY;
            case OBJECT -> ValueType.OBJECT;
        };
    }

    private static ValueType lastType(JsonValue.Kind kind) {
        return kind == JsonValue.Kind.BOOLEAN ? ValueType.TRUE : firstType(kind);
    }
}
