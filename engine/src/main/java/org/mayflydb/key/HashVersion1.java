package org.mayflydb.key;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The first hash, for old containers: 32 bits as a number, followed by the components themselves, order-preserving. */
final class HashVersion1 {

    private static final byte STRING_END = 0;

    /** Strings are cut to this many UTF-16 units before anything else. */
    private static final int STRING_CHARACTERS_MAX = 100;

    /** Of a string with more bytes one more is written, and no end. */
    private static final int STRING_BYTES_MAX = 100;

    private HashVersion1() {}

    static EffectivePartitionKey hash(PartitionKey key) {
        PartitionKey cut = cutStrings(key);
        int hash = Murmur3.hash32(HashInput.of(cut, STRING_END));
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        putNumber(target, (double) Integer.toUnsignedLong(hash));
        for (KeyComponent component : cut.components()) {
            put(target, component);
        }
        return EffectivePartitionKey.wrap(target.toByteArray());
    }

    /** Whether no other component has the same hash: the hash holds the value, but only so much of a string. */
    static boolean isUnique(KeyComponent component) {
        return !(component instanceof KeyComponent.Text text)
                || (text.value().length() < STRING_CHARACTERS_MAX && Utf8Length.of(text.value()) <= STRING_BYTES_MAX);
    }

    /** The beginning of every hash whose number is {@code hash}. */
    static EffectivePartitionKey beginning(long hash) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        putNumber(target, (double) hash);
        return EffectivePartitionKey.wrap(target.toByteArray());
    }

    /** The number that a hash begins with, of 32 bits; zero where there is none. */
    static long number(byte[] hash) {
        if (hash.length < 2 || hash[0] != HashInput.NUMBER) {
            return 0;
        }
        long ordered = (hash[1] & 0xffL) << 56;
        int shift = 56;
        for (int i = 2; i < hash.length && shift > 0; i++) {
            shift -= 7;
            ordered |= ((hash[i] & 0xffL) >>> 1) << shift;
            if ((hash[i] & 1) == 0) {
                break;
            }
        }
        return (long) Double.longBitsToDouble(ordered ^ Long.MIN_VALUE);
    }

    private static PartitionKey cutStrings(PartitionKey key) {
        List<KeyComponent> components = new ArrayList<>(key.size());
        for (KeyComponent component : key.components()) {
            components.add(component instanceof KeyComponent.Text text ? cut(text) : component);
        }
        return PartitionKey.ofComponents(components);
    }

    private static KeyComponent cut(KeyComponent.Text text) {
        String value = text.value();
        return value.length() <= STRING_CHARACTERS_MAX
                ? text
                : KeyComponent.of(value.substring(0, STRING_CHARACTERS_MAX));
    }

    private static void put(ByteArrayOutputStream target, KeyComponent component) {
        if (component instanceof KeyComponent.Text text) {
            putString(target, text.value());
        } else if (component instanceof KeyComponent.Numeric number) {
            putNumber(target, number.value());
        } else {
            target.write(HashInput.typeByte((KeyComponent.Fixed) component));
        }
    }

    /** Bytes are raised by one, so that the end, zero, sorts before all of them. */
    private static void putString(ByteArrayOutputStream target, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        boolean fits = utf8.length <= STRING_BYTES_MAX;
        target.write(HashInput.STRING);
        for (int i = 0; i < (fits ? utf8.length : STRING_BYTES_MAX + 1); i++) {
            target.write(utf8[i] == (byte) 0xff ? 0xff : utf8[i] + 1);
        }
        if (fits) {
            target.write(STRING_END);
        }
    }

    /**
     * A double whose order is that of its bytes, in one to ten bytes: after the first, seven bits each, the lowest bit
     * telling that more follow.
     */
    private static void putNumber(ByteArrayOutputStream target, double value) {
        long bits = Double.doubleToRawLongBits(value);
        long rest = bits >= 0 ? bits ^ Long.MIN_VALUE : -bits;
        target.write(HashInput.NUMBER);
        target.write((int) (rest >>> 56));
        rest <<= 8;
        while ((rest << 7) != 0) {
            target.write((int) (rest >>> 56) | 1);
            rest <<= 7;
        }
        target.write((int) (rest >>> 56) & 0xfe);
    }
}
