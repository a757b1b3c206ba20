package org.mayflydb.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash of today: 128 bits, of which the two highest are cleared; sixteen bytes per hash. */
final class HashVersion2 {

    static final int HASH_BYTES = 16;

    private static final byte STRING_END = (byte) 0xff;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private HashVersion2() {}

    /** One hash over all components. */
    static EffectivePartitionKey hash(PartitionKey key) {
        byte[] hash = new byte[HASH_BYTES];
        byte[] input =
                key.size() == 1 ? HashInput.of(key.components().get(0), STRING_END) : HashInput.of(key, STRING_END);
        putHash(hash, 0, input);
        return EffectivePartitionKey.wrap(hash);
    }

    /** One hash after another, so that the hash of a prefix is a prefix of the hash. */
    static EffectivePartitionKey multiHash(PartitionKey key) {
        byte[] hashes = new byte[key.size() * HASH_BYTES];
        for (int i = 0; i < key.size(); i++) {
            putHash(hashes, i * HASH_BYTES, HashInput.of(key.components().get(i), STRING_END));
        }
        return EffectivePartitionKey.wrap(hashes);
    }

    private static void putHash(byte[] target, int offset, byte[] input) {
        Murmur3.Hash128 hash = Murmur3.hash128(input);
        LONG.set(target, offset, hash.second());
        LONG.set(target, offset + 8, hash.first());
        target[offset] &= 0x3f;
    }
}
