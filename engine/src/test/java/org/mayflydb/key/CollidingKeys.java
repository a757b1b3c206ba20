package org.mayflydb.key;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Partition keys with one hash. MurmurHash3 can be run backwards: for any last bytes of the input there is one
 * block before them that leads to a wanted hash, and one in about two million is text.
 */
public final class CollidingKeys {
    /** A key, and two others with the same hash of version 2. */
    public static final String VICTIM = "customer-1";

    public static final String INTRUDER = "X{WI%E7q;N;Z|Ifdaanhdha";

    public static final String THIRD = "4$[rt,(AR~pNCm#bofefppe";

    /** Hash version 1 does not look at the last of 101 characters. */
    public static final String VICTIM_1 = "x".repeat(100) + "a";

    public static final String INTRUDER_1 = "x".repeat(100) + "b";

    public static final String THIRD_1 = "x".repeat(100);

    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final long INVERSE_C1 = inverse(C1);
    private static final long INVERSE_C2 = inverse(C2);
    private static final long INVERSE_5 = inverse(5);
    private static final long INVERSE_FINISH_1 = inverse(0xff51afd7ed558ccdL);
    private static final long INVERSE_FINISH_2 = inverse(0xc4ceb9fe1a85ec53L);
    private static final int BLOCK = 16;
    private static final int TAIL = 9;

    private CollidingKeys() {}

    /** Finds another string with the hash of this key, of printable ASCII; takes up to a minute. */
    public static String find(PartitionKey key) {
        ByteBuffer wanted = ByteBuffer.wrap(HashVersion2.hash(key).array());
        long second = wanted.getLong();
        long first = wanted.getLong();
        for (long attempt = 0; ; attempt++) {
            // The two highest bits of a hash are not kept, so any will do.
            byte[] found = text(first, second | (attempt & 3) << 62, letters(attempt >>> 2));
            if (found != null) {
                return new String(found, StandardCharsets.US_ASCII);
            }
        }
    }

    /** Eight letters for a number. */
    private static long letters(long number) {
        long letters = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            letters |= ('a' + ((number >>> (shift / 2)) & 15)) << shift;
        }
        return letters;
    }

    /** The text that ends with eight letters and has the hash; null if what must stand before them is no text. */
    private static byte @Nullable [] text(long first, long second, long letters) {
        int length = BLOCK + TAIL;
        // The end of the finish, backwards.
        long h2 = second - first;
        long h1 = unfinish(first - h2);
        h2 = unfinish(h2);
        h2 -= h1;
        h1 -= h2;
        // The tail: the letters, then the byte that ends a string.
        h1 ^= length ^ Long.rotateLeft(letters * C1, 31) * C2;
        h2 ^= length ^ Long.rotateLeft(0xffL * C2, 33) * C1;
        // The block, backwards, to the state that a hash begins with.
        long k1 = Long.rotateRight((h1 - 0x52dce729L) * INVERSE_5, 27);
        long k2 = Long.rotateRight((h2 - 0x38495ab5L) * INVERSE_5 - h1, 31);
        k1 = Long.rotateRight(k1 * INVERSE_C2, 31) * INVERSE_C1;
        k2 = Long.rotateRight(k2 * INVERSE_C1, 33) * INVERSE_C2;
        if ((k1 & 0xff) != HashInput.STRING || ((k1 | k2) & 0x8080808080808080L) != 0) {
            return null;
        }
        byte[] input = ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(k1)
                .putLong(k2)
                .putLong(letters)
                .array();
        byte[] text = Arrays.copyOfRange(input, 1, length - 1);
        for (byte character : text) {
            if (character < ' ' || character > '~' || character == '"' || character == '\\') {
                return null;
            }
        }
        return text;
    }

    private static long unfinish(long value) {
        long hash = value ^ (value >>> 33);
        hash *= INVERSE_FINISH_2;
        hash ^= hash >>> 33;
        hash *= INVERSE_FINISH_1;
        return hash ^ (hash >>> 33);
    }

    /** The number that an odd one is multiplied with to give 1. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
