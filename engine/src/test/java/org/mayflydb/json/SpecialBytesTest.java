package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SpecialBytesTest {
    private static final long SEED = 4711;

    /** Neighbours of the bytes that are sought, and bytes whose highest bit is set, are where such tricks go wrong. */
    private static final byte[] ALPHABET = {
        '"', '\\', '!', '#', '[', ']', 0, 1, 0x7F, (byte) 0x80, (byte) 0xA2, (byte) 0xDC, (byte) 0xFF, 'a'
    };

    @Test
    void nextIsTheFirstQuotationMarkOrBackslash() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100_000; round++) {
            byte[] text = text(random, random.nextInt(3) == 0 ? 2 : 0);
            int start = random.nextInt(text.length + 1);
            int expected = start;
            while (expected < text.length && text[expected] != '"' && text[expected] != '\\') {
                expected++;
            }
            assertThat(SpecialBytes.next(text, start))
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(expected);
        }
    }

    @Test
    void textIsAsciiIfNoByteIsNegative() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100_000; round++) {
            byte[] text = text(random, 0);
            if (random.nextBoolean()) {
                for (int i = 0; i < text.length; i++) {
                    text[i] &= 0x7F;
                }
            }
            boolean expected = true;
            for (byte b : text) {
                expected &= b >= 0;
            }
            assertThat(SpecialBytes.areAscii(text))
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(expected);
        }
    }

    /** Random bytes of the alphabet without its first few. */
    private static byte[] text(Random random, int without) {
        byte[] text = new byte[random.nextInt(40)];
        for (int i = 0; i < text.length; i++) {
            text[i] = ALPHABET[without + random.nextInt(ALPHABET.length - without)];
        }
        return text;
    }
}
