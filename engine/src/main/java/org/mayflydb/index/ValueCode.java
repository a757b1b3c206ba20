package org.mayflydb.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Values as bytes whose unsigned order is the order in which queries sort: undefined, null, false, true, numbers, strings,
 * arrays, objects. No value's bytes begin another's. In entries all arrays have the same bytes, and so have all objects;
 * among each other they are sorted by a hash, which only the items tell.
 */
public final class ValueCode {
    /** Whole numbers below this are the only ones their double could have been written as. */
    private static final double EXACT_MAX = 1L << 53;

    private ValueCode() {}

    /** The bytes that entries hold for a value; null stands for undefined. Long strings are cut. */
    public static byte[] of(@Nullable JsonValue value) {
        return encode(value, false);
    }

    /**
     * The bytes for sorting: as those in entries, but strings are never cut, and arrays and objects are followed by their
     * hash. Null stands for undefined.
     */
    public static byte[] whole(@Nullable JsonValue value) {
        if (value instanceof JsonArray) {
            return hashed(ValueType.ARRAY, ValueHash.of(value));
        }
        return value instanceof JsonObject ? hashed(ValueType.OBJECT, ValueHash.of(value)) : encode(value, true);
    }

    /** The bytes for sorting an array or an object of which only the hash is known. */
    public static byte[] hashed(ValueType type, byte[] hash) {
        byte[] code = new byte[1 + ValueHash.BYTES];
        code[0] = type.code();
        System.arraycopy(hash, 0, code, 1, ValueHash.BYTES);
        return code;
    }

    /** What every code of the type begins with. */
    public static byte[] beginning(ValueType type) {
        return new byte[] {type.code()};
    }

    private static byte[] encode(@Nullable JsonValue value, boolean whole) {
        ValueEncoder encoder = new ValueEncoder();
        if (value instanceof JsonString string) {
            char[] units = string.value().toCharArray();
            if (whole) {
                encoder.wholeString(units);
            } else {
                encoder.string(units, 0, units.length);
            }
        } else if (value instanceof JsonNumber number) {
            encoder.number(number.doubleValue());
        } else {
            encoder.constant(constantType(value));
        }
        return encoder.toBytes();
    }

    private static ValueType constantType(@Nullable JsonValue value) {
        if (value == null) {
            return ValueType.UNDEFINED;
        }
        return switch (value.kind()) {
            case NULL -> ValueType.NULL;
            case BOOLEAN -> ((JsonBoolean) value).value() ? ValueType.TRUE : ValueType.FALSE;
            case NUMBER -> ValueType.NUMBER;
            case STRING -> ValueType.STRING;
            case ARRAY -> ValueType.ARRAY;
            case OBJECT -> ValueType.OBJECT;
        };
    }

    /** The type of the value that the bytes stand for. */
    public static ValueType type(byte[] code) {
        return ValueType.ofCode(code[0]);
    }

    /** False if the bytes are those of a string that was cut: others may have the same, and sort before or behind it. */
    public static boolean isExact(byte[] code) {
        int mark = 1 + ValueEncoder.STRING_BYTES_MAX;
        return code[0] != ValueType.STRING.code() || code.length <= mark || code[mark] != ValueEncoder.CUT;
    }

    /** False if only the items tell the order of those with the same bytes: cut strings, arrays and objects. */
    public static boolean isSorted(byte[] code) {
        return isExact(code) && code[0] != ValueType.ARRAY.code() && code[0] != ValueType.OBJECT.code();
    }

    /** How many bytes of an entry's code are in the order of the values: the hash of a cut string is not. */
    public static int sortedBytes(byte[] code) {
        return isExact(code) ? code.length : code.length - Long.BYTES;
    }

    /**
     * The value that the bytes stand for, or null where they do not tell: cut strings, numbers so large that their double
     * has several texts, arrays, objects and undefined. Numbers come back in their shortest text.
     */
    public static @Nullable JsonValue value(byte[] code) {
        return switch (type(code)) {
            case NULL -> JsonNull.NULL;
            case FALSE -> JsonBoolean.FALSE;
            case TRUE -> JsonBoolean.TRUE;
            case NUMBER -> number(code);
            case STRING -> string(code);
            case UNDEFINED, ARRAY, OBJECT -> null;
        };
    }

    private static @Nullable JsonValue string(byte[] code) {
        if (code.length < 2) {
            throw cutShort();
        }
        return isExact(code) ? new JsonString(StringCode.read(code, 1, code.length - 1)) : null;
    }

    private static @Nullable JsonValue number(byte[] code) {
        if (code.length != ValueEncoder.NUMBER_BYTES) {
            throw cutShort();
        }
        double value = ValueEncoder.readNumber(code, 1);
        if (Double.isNaN(value)) {
            throw new CorruptStoreException("An index entry holds a number that JSON does not have");
        }
        if (Math.abs(value) >= EXACT_MAX) {
            return null;
        }
        return value == Math.rint(value) ? JsonNumber.of((long) value) : JsonNumber.of(value);
    }

    /** The offset behind the value that begins at {@code offset}. */
    static int end(byte[] bytes, int offset) {
        int end = switch (ValueType.ofCode(bytes[offset])) {
            case NUMBER -> offset + ValueEncoder.NUMBER_BYTES;
            case STRING -> endOfString(bytes, offset);
            case UNDEFINED, NULL, FALSE, TRUE, ARRAY, OBJECT -> offset + 1;
        };
        if (end > bytes.length) {
            throw cutShort();
        }
        return end;
    }

    private static int endOfString(byte[] bytes, int offset) {
        int cut = offset + 1 + ValueEncoder.STRING_BYTES_MAX;
        for (int i = offset + 1; i < bytes.length; i++) {
            if (bytes[i] == StringCode.END) {
                return i + 1;
            }
            if (i == cut && bytes[i] == ValueEncoder.CUT) {
                return offset + ValueEncoder.CUT_BYTES;
            }
        }
        throw cutShort();
    }

    private static CorruptStoreException cutShort() {
        return new CorruptStoreException("An index entry ends within a value");
    }

    /** The bytes in the opposite order, for what is sorted downwards. */
    static void invert(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }

    static byte[] inverted(byte[] code) {
        byte[] inverted = Arrays.copyOf(code, code.length);
        invert(inverted, 0, inverted.length);
        return inverted;
    }
}
