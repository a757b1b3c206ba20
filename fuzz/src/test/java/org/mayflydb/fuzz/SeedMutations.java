package org.mayflydb.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Makes inputs that are nearly right out of seeds. The same random numbers make the same inputs. */
final class SeedMutations {
    private static final int INPUT_BYTES_MAX = 64 << 10;

    /** What means something to many decoders. */
    private static final List<byte[]> PIECES = List.of(
            new byte[] {0},
            new byte[] {-1, -1, -1, -1},
            new byte[] {0, 0, 0, 0},
            new byte[] {-1, -1, -1, 127},
            new byte[] {127, -1, -1, -1},
            ascii("{"),
            ascii("}"),
            ascii("["),
            ascii("]"),
            ascii("\""),
            ascii(","),
            ascii(":"),
            ascii("\\"),
            ascii("\\u0000"),
            ascii("\\ud800"),
            ascii("null"),
            ascii("-1"),
            ascii("1e999"),
            ascii("9223372036854775808"),
            ascii("'"),
            ascii("("),
            ascii(")"),
            ascii("%"),
            ascii("%00"),
            ascii("/"),
            ascii(";"),
            ascii("#"),
            ascii("\r\n"),
            ascii(" "));

    private final Random random;
    private final List<byte[]> seeds;

    SeedMutations(List<byte[]> seeds, Random random) {
        this.seeds = seeds;
        this.random = random;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A seed with up to five changes. */
    byte[] next() {
        byte[] input = seeds.get(random.nextInt(seeds.size()));
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            byte[] changed = changed(input);
            input = changed.length > INPUT_BYTES_MAX ? input : changed;
        }
        return input;
    }

    private byte[] changed(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int length = Math.min(input.length - at, random.nextInt(16));
        return switch (random.nextInt(6)) {
            case 0 -> spliced(input, at, length, new byte[0]);
            case 1 -> spliced(input, at, Math.min(1, input.length - at), new byte[] {(byte) random.nextInt(256)});
            case 2 -> spliced(input, at, 0, part(input, at, length));
            case 3 -> {
                byte[] other = seeds.get(random.nextInt(seeds.size()));
                int from = random.nextInt(other.length + 1);
                yield spliced(input, at, length, part(other, from, Math.min(other.length - from, random.nextInt(64))));
            }
            case 4 -> repeated(input, at, length);
            default -> spliced(input, at, random.nextBoolean() ? 0 : length, PIECES.get(random.nextInt(PIECES.size())));
        };
    }

    /** Repetition is what makes decoders slow. */
    private byte[] repeated(byte[] input, int at, int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = random.nextInt(200); i >= 0; i--) {
            out.write(input, at, length);
        }
        return spliced(input, at, 0, out.toByteArray());
    }

    private static byte[] part(byte[] bytes, int from, int length) {
        byte[] part = new byte[length];
        System.arraycopy(bytes, from, part, 0, length);
        return part;
    }

    private static byte[] spliced(byte[] bytes, int at, int removed, byte[] added) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.writeBytes(added);
        out.write(bytes, at + removed, bytes.length - at - removed);
        return out.toByteArray();
    }
}
