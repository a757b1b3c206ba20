package org.mayflydb.key;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/** A place in the hash space of a container: bytes that compare unsigned, a prefix before what it begins. */
public final class EffectivePartitionKey implements Comparable<EffectivePartitionKey> {

    /** Before all keys, and the place of the empty key. */
    public static final EffectivePartitionKey MIN = new EffectivePartitionKey(new byte[0]);

    /** After all keys. */
    public static final EffectivePartitionKey MAX = new EffectivePartitionKey(new byte[] {(byte) 0xff});

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final byte[] value;

    private EffectivePartitionKey(byte[] value) {
        this.value = value;
    }

    /** Wraps without copying: the caller does not change the array afterwards. */
    public static EffectivePartitionKey wrap(byte[] value) {
        return new EffectivePartitionKey(value);
    }

    /** Reads the form of headers and partition key ranges; text that is none is a bad request. */
    public static EffectivePartitionKey parse(String hex) {
        try {
            return new EffectivePartitionKey(HEX.parseHex(hex));
        } catch (IllegalArgumentException e) {
            throw new BadRequestException("'" + hex + "' is not an effective partition key, which is hexadecimal.");
        }
    }

    /** The bytes themselves; not to be changed. */
    public byte[] array() {
        return value;
    }

    /** The upper-case form that clients compare as strings. */
    public String hex() {
        return HEX.formatHex(value);
    }

    @Override
    public int compareTo(EffectivePartitionKey other) {
        return Arrays.compareUnsigned(value, other.value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EffectivePartitionKey key && Arrays.equals(value, key.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return hex();
    }
}
