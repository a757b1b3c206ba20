package org.mayflydb.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Takes an input apart, for decoders that are given several things. */
public final class Parts {
    private Parts() {}

    /** The input as text; bytes that are not UTF-8 become replacement characters. */
    public static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    /** The first lines of the input, empty where there are fewer; the last one is the whole rest. */
    public static List<String> lines(byte[] input, int count) {
        String[] lines = Arrays.copyOf(text(input).split("\n", count), count);
        return Arrays.stream(lines).map(line -> line == null ? "" : line).toList();
    }

    /** The first byte as a choice between so many; 0 for an empty input. */
    public static int choice(byte[] input, int count) {
        return input.length == 0 ? 0 : (input[0] & 0xFF) % count;
    }

    /** What follows the first byte. */
    public static byte[] rest(byte[] input) {
        return input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length);
    }
}
