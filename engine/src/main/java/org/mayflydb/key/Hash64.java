package org.mayflydb.key;

/** Sixty-four bits that stand for a byte string in keys. They are stored, so the function never changes. */
public final class Hash64 {
    private Hash64() {}

    /** The hash of the first {@code length} bytes. */
    public static long of(byte[] data, int length) {
        return Murmur3.hash128(data, length).first();
    }
}
