package org.mayflydb.base;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable byte string that can be a map key; compared as unsigned bytes, a prefix before what it begins.
 *
 * <p>Hot paths use plain arrays; this is for sets and maps of keys and for messages.
 */
public final class Bytes implements Comparable<Bytes> {
    private final byte[] value;

    private Bytes(byte[] value) {
        this.value = value;
    }

    /** Wraps without copying: the caller does not change the array afterwards. */
    public static Bytes wrap(byte[] value) {
        return new Bytes(value);
    }

    /** The wrapped array itself; not to be changed. */
    public byte[] array() {
        return value;
    }

    public int length() {
        return value.length;
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(value);
    }
}
