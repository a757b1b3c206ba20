package org.mayflydb.conformance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes texts that are nearly right out of texts that are right. */
final class Mutations {
    /** What stands for something in JSON, in keys or in UTF-8, and so has a chance to be taken for it. */
    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ":",
            "\\",
            "\\u0000",
            "\\ud800",
            "\u0000",
            "null",
            "true",
            "-1",
            "1e999",
            "1E-400",
            "-0",
            "0x1",
            "NaN",
            "\"ttl\":",
            "\"id\":",
            "\"_ts\":1,",
            "/",
            "é",
            "\uFEFF",
            " ",
            "\n");

    private final Random random;

    Mutations(Random random) {
        this.random = random;
    }

    /** The text with up to four bytes or pieces changed, put in, taken out or repeated. */
    byte[] of(String text) {
        byte[] mutated = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            mutated = once(mutated);
        }
        return mutated;
    }

    private byte[] once(byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int length = Math.min(bytes.length - at, random.nextInt(8));
        return switch (random.nextInt(5)) {
            case 0 -> spliced(bytes, at, length, new byte[0]);
            case 1 -> spliced(bytes, at, Math.min(1, bytes.length - at), new byte[] {(byte) random.nextInt(256)});
            case 2 -> spliced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
            default ->
                spliced(
                        bytes,
                        at,
                        random.nextBoolean() ? 0 : length,
                        PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
        };
    }

    private static byte[] spliced(byte[] bytes, int at, int removed, byte[] added) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.writeBytes(added);
        out.write(bytes, at + removed, bytes.length - at - removed);
        return out.toByteArray();
    }
}
