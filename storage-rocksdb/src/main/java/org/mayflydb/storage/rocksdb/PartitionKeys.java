package org.mayflydb.storage.rocksdb;

import java.util.Arrays;
import org.mayflydb.storage.KeyRange;

/** Where the keys of a partition are in the database: behind its number, four bytes, highest first. */
final class PartitionKeys {

    private static final int PREFIX_BYTES = Integer.BYTES;

    private final int number;

    PartitionKeys(int number) {
        this.number = number;
    }

    byte[] stored(byte[] key) {
        byte[] stored = new byte[PREFIX_BYTES + key.length];
        putNumber(stored, number);
        System.arraycopy(key, 0, stored, PREFIX_BYTES, key.length);
        return stored;
    }

    byte[] lower(KeyRange range) {
        return stored(range.lower());
    }

    byte[] upper(KeyRange range) {
        byte[] upper = range.upper();
        return upper == null ? endOf(number) : stored(upper);
    }

    /** The key of which {@link #stored} made these bytes, so many of them. */
    static byte[] given(byte[] stored, int length) {
        return Arrays.copyOfRange(stored, PREFIX_BYTES, length);
    }

    /** The smallest stored key of any later partition. Behind the last one it begins with 0x80, which no number does. */
    static byte[] endOf(int number) {
        byte[] end = new byte[PREFIX_BYTES];
        putNumber(end, number + 1);
        return end;
    }

    private static void putNumber(byte[] target, int number) {
        target[0] = (byte) (number >>> 24);
        target[1] = (byte) (number >>> 16);
        target[2] = (byte) (number >>> 8);
        target[3] = (byte) number;
    }
}
