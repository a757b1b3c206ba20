package org.mayflydb.index;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Murmur3;
import org.mayflydb.key.Murmur3.Hash128;

/**
 * The hash by which arrays and objects are sorted. Clients that merge sorted partitions compute the same hash, and name it
 * instead of the value when they resume, so seeds and bytes are part of the protocol.
 */
final class ValueHash {
    static final int BYTES = 16;

    private static final Hash128 ROOT = new Hash128(0xbfc2359eafc0e2b7L, 0x8846e00284c4cf1fL);
    private static final byte[] NULL = seed(0x1380f68bb3b0cfe4L, 0x156c918bf564ee48L);
    private static final byte[] FALSE = seed(0xc1be517fe893b40cL, 0xe9fc8a4c531cd0ddL);
    private static final byte[] TRUE = seed(0xf86d4abf9a412e74L, 0x788488365c8a985dL);
    private static final byte[] NUMBER = seed(0x2400e8b894ce9c2aL, 0x790be1eabd7b9481L);
    private static final byte[] STRING = seed(0x61f53f0a44204cfbL, 0x09481be8ef4b56ddL);
    private static final byte[] ARRAY = seed(0xfa573b014c4dc18eL, 0xa014512c858eb115L);
    private static final byte[] OBJECT = seed(0x77b285ac511aef30L, 0x3dcf187245822449L);
    private static final Hash128 ELEMENT = new Hash128(0xfe057204216db999L, 0x5b1cc3178bd9c593L);
    private static final Hash128 NAME = Murmur3.hash128(STRING, new Hash128(0xc915dde058492a8aL, 0x7c8be2eba72e4634L));

    private static final int DOUBLE_BITS = 53;

    private ValueHash() {}

    private static byte[] seed(long first, long second) {
        return new Hash128(first, second).toBytes();
    }

    /** The bytes of the hash, in whose unsigned order values are sorted. */
    static byte[] of(JsonValue value) {
        return hash(value, ROOT).toBytes();
    }

    private static Hash128 hash(JsonValue value, Hash128 seed) {
        if (value instanceof JsonArray array) {
            return array(array, Murmur3.hash128(ARRAY, seed));
        } else if (value instanceof JsonObject object) {
            return object(object, Murmur3.hash128(OBJECT, seed));
        } else if (value instanceof JsonString string) {
            return Murmur3.hash128(utf8(string.value()), Murmur3.hash128(STRING, seed));
        } else if (value instanceof JsonNumber number) {
            return Murmur3.hash128(bytes(number), Murmur3.hash128(NUMBER, seed));
        } else if (value instanceof JsonNull) {
            return Murmur3.hash128(NULL, seed);
        }
        return Murmur3.hash128(JsonBoolean.TRUE.equals(value) ? TRUE : FALSE, seed);
    }

    private static Hash128 array(JsonArray array, Hash128 empty) {
        Hash128 hash = empty;
        for (int i = 0; i < array.elements().size(); i++) {
            Hash128 seed = new Hash128(ELEMENT.first() + i, ELEMENT.second());
            hash = Murmur3.hash128(hash(array.elements().get(i), seed).toBytes(), hash);
        }
        return hash;
    }

    /** The order of members makes no difference. */
    private static Hash128 object(JsonObject object, Hash128 empty) {
        long first = 0;
        long second = 0;
        for (var member : object.members().entrySet()) {
            Hash128 name = Murmur3.hash128(utf8(member.getKey()), NAME);
            Hash128 hash = hash(member.getValue(), name);
            first ^= hash.first();
            second ^= hash.second();
        }
        return first == 0 && second == 0 ? empty : Murmur3.hash128(seed(first, second), empty);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A double and, for a whole number that no double holds, the ten bits that the double is short of. */
    private static byte[] bytes(JsonNumber number) {
        double value = number.doubleValue();
        int rest = 0;
        Long whole = wholeNumber(number);
        if (whole != null) {
            long size = Math.abs(whole);
            int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
            if (whole != Long.MIN_VALUE && highest - Long.numberOfTrailingZeros(size) >= DOUBLE_BITS) {
                long mantissa = (size << (62 - highest)) & 0x3fff_ffff_ffff_ffffL;
                rest = (int) (mantissa & 0x3ff) << 6;
                long bits = ((highest + 1023L) << 52) | (mantissa >>> 10);
                value = Double.longBitsToDouble(whole < 0 ? bits | Long.MIN_VALUE : bits);
            } else {
                value = whole;
            }
        }
        return ByteBuffer.allocate(Double.BYTES + Short.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .putShort((short) rest)
                .array();
    }

    /** The number if its text is that of a long. */
    private static @Nullable Long wholeNumber(JsonNumber number) {
        if (number.isComputed()) {
            return null;
        }
        try {
            return Long.valueOf(number.text());
        } catch (NumberFormatException notWhole) {
            return null;
        }
    }
}
