package org.mayflydb.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash3 in the two variants that are needed. The algorithm is Austin Appleby's. */
public final class Murmur3 {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int C1_32 = 0xcc9e2d51;
    private static final int C2_32 = 0x1b873593;
    private static final long C1_128 = 0x87c37b91114253d5L;
    private static final long C2_128 = 0x4cf5ad432745937fL;

    private Murmur3() {}

    /** The two words of a 128-bit hash, in the order of the algorithm. */
    public record Hash128(long first, long second) {
        private static final Hash128 ZERO = new Hash128(0, 0);

        /** Both words, least significant byte first. */
        public byte[] toBytes() {
            byte[] bytes = new byte[2 * Long.BYTES];
            LONG.set(bytes, 0, first);
            LONG.set(bytes, Long.BYTES, second);
            return bytes;
        }
    }

    /** Variant x86, 32 bits, with seed 0. */
    static int hash32(byte[] data) {
        int hash = 0;
        int blocksEnd = data.length & ~3;
        for (int i = 0; i < blocksEnd; i += 4) {
            hash = Integer.rotateLeft(hash ^ mix32((int) INT.get(data, i)), 13) * 5 + 0xe6546b64;
        }
        hash ^= mix32((int) tail(data, blocksEnd, data.length));
        return finish32(hash ^ data.length);
    }

    private static int mix32(int block) {
        return Integer.rotateLeft(block * C1_32, 15) * C2_32;
    }

    private static int finish32(int value) {
        int hash = value;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }

    /** Variant x64, 128 bits, with seed 0. */
    static Hash128 hash128(byte[] data) {
        return hash128(data, data.length);
    }

    /** Variant x64, 128 bits, with seed 0, over the first {@code length} bytes. */
    static Hash128 hash128(byte[] data, int length) {
        return hash128(data, length, Hash128.ZERO);
    }

    /** Variant x64, 128 bits, with a seed of as many bits. */
    public static Hash128 hash128(byte[] data, Hash128 seed) {
        return hash128(data, data.length, seed);
    }

    private static Hash128 hash128(byte[] data, int length, Hash128 seed) {
        long h1 = seed.first;
        long h2 = seed.second;
        int blocksEnd = length & ~15;
        for (int i = 0; i < blocksEnd; i += 16) {
            h1 ^= mixFirst((long) LONG.get(data, i));
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= mixSecond((long) LONG.get(data, i + 8));
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        // A word without bytes is zero, mixes to zero and changes nothing.
        int secondWord = Math.min(blocksEnd + 8, length);
        h1 ^= mixFirst(tail(data, blocksEnd, secondWord));
        h2 ^= mixSecond(tail(data, secondWord, length));
        h1 ^= length;
        h2 ^= length;
        h1 += h2;
        h2 += h1;
        h1 = finish64(h1);
        h2 = finish64(h2);
        h1 += h2;
        h2 += h1;
        return new Hash128(h1, h2);
    }

    private static long mixFirst(long block) {
        return Long.rotateLeft(block * C1_128, 31) * C2_128;
    }

    private static long mixSecond(long block) {
        return Long.rotateLeft(block * C2_128, 33) * C1_128;
    }

    private static long finish64(long value) {
        long hash = value;
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }

    /** Up to eight bytes as a little-endian number. */
    private static long tail(byte[] data, int from, int to) {
        long word = 0;
        for (int i = to - 1; i >= from; i--) {
            word = (word << 8) | (data[i] & 0xff);
        }
        return word;
    }
}
