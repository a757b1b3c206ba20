package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;

class OrderedBytesTest {

    private static final long SEED = 99L;
    private static final int ROUNDS = 20_000;

    @Test
    void unsignedNumbersSortAndReadBack() {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            long left = random.nextLong() >>> random.nextInt(64);
            long right = random.nextBoolean() ? left + random.nextInt(3) - 1 : random.nextLong();
            byte[] leftBytes = new byte[12];
            byte[] rightBytes = new byte[12];
            assertThat(OrderedBytes.putUnsignedLong(leftBytes, 4, left)).isEqualTo(12);
            OrderedBytes.putUnsignedLong(rightBytes, 4, right);
            assertThat(sign(Arrays.compareUnsigned(leftBytes, rightBytes)))
                    .describedAs("seed %s", SEED)
                    .isEqualTo(sign(Long.compareUnsigned(left, right)));
            assertThat(OrderedBytes.readUnsignedLong(leftBytes, 4)).isEqualTo(left);

            OrderedBytes.putUnsignedInt(leftBytes, 8, (int) left);
            OrderedBytes.putUnsignedInt(rightBytes, 8, (int) right);
            assertThat(sign(Arrays.compareUnsigned(leftBytes, 8, 12, rightBytes, 8, 12)))
                    .describedAs("seed %s", SEED)
                    .isEqualTo(sign(Integer.compareUnsigned((int) left, (int) right)));
            assertThat(OrderedBytes.readUnsignedInt(leftBytes, 8)).isEqualTo((int) left);
        }
    }

    @Test
    void signedNumbersSortAndReadBack() {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            long left = random.nextLong() >> random.nextInt(64);
            long right = random.nextBoolean() ? -left : random.nextLong();
            byte[] leftBytes = new byte[8];
            byte[] rightBytes = new byte[8];
            OrderedBytes.putSignedLong(leftBytes, 0, left);
            OrderedBytes.putSignedLong(rightBytes, 0, right);
            assertThat(sign(Arrays.compareUnsigned(leftBytes, rightBytes)))
                    .describedAs("seed %s", SEED)
                    .isEqualTo(sign(Long.compare(left, right)));
            assertThat(OrderedBytes.readSignedLong(leftBytes, 0)).isEqualTo(left);
        }
    }

    @Test
    void byteStringsSortAsTheyAreWhateverFollowsThem() {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] left = randomBytes(random);
            byte[] right = random.nextInt(3) == 0 ? Arrays.copyOf(left, random.nextInt(6)) : randomBytes(random);
            int expected = sign(Arrays.compareUnsigned(left, right));
            if (expected != 0) {
                assertThat(sign(Arrays.compareUnsigned(keyOf(left, random), keyOf(right, random))))
                        .describedAs("seed %s, %s and %s", SEED, Arrays.toString(left), Arrays.toString(right))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void byteStringsReadBackFromTheMiddleOfAKey() {
        Random random = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] value = randomBytes(random);
            byte[] key = new byte[3 + OrderedBytes.encodedLength(value) + 2];
            random.nextBytes(key);
            int end = OrderedBytes.putBytes(key, 3, value);
            assertThat(end).describedAs("seed %s", SEED).isEqualTo(key.length - 2);
            assertThat(OrderedBytes.endOfBytes(key, 3))
                    .describedAs("seed %s", SEED)
                    .isEqualTo(end);
            assertThat(OrderedBytes.readBytes(key, 3))
                    .describedAs("seed %s", SEED)
                    .isEqualTo(value);
        }
    }

    @Test
    void aStringWithoutAnEndIsCorrupt() {
        assertThatThrownBy(() -> OrderedBytes.readBytes(new byte[] {1, 2, 0}, 0))
                .isInstanceOf(CorruptStoreException.class);
        assertThatThrownBy(() -> OrderedBytes.readBytes(new byte[] {1, 0, 7, 0, 0}, 0))
                .isInstanceOf(CorruptStoreException.class);
    }

    /** The string followed by other parts of a key, which must not matter. */
    private static byte[] keyOf(byte[] value, Random random) {
        byte[] key = new byte[OrderedBytes.encodedLength(value) + 4];
        int end = OrderedBytes.putBytes(key, 0, value);
        OrderedBytes.putUnsignedInt(key, end, random.nextInt());
        return key;
    }

    private static byte[] randomBytes(Random random) {
        byte[] alphabet = {0, 1, 'a', (byte) 0xfe, (byte) 0xff};
        byte[] value = new byte[random.nextInt(6)];
        for (int i = 0; i < value.length; i++) {
            value[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return value;
    }

    private static int sign(int comparison) {
        return Integer.signum(comparison);
    }
}
