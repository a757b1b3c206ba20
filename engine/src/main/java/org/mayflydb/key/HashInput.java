package org.mayflydb.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a component that are hashed: a type byte, then the content. */
final class HashInput {

    static final byte NUMBER = 5;
    static final byte STRING = 8;

    private static final byte[][] FIXED = {{0}, {1}, {2}, {3}};

    private HashInput() {}

    /** The input for one component; the result may be shared and is not changed. */
    static byte[] of(KeyComponent component, byte stringEnd) {
        if (component instanceof KeyComponent.Text text) {
            return string(text.value(), stringEnd);
        } else if (component instanceof KeyComponent.Numeric number) {
            return number(number.value());
        }
        return FIXED[typeByte((KeyComponent.Fixed) component)];
    }

    static byte typeByte(KeyComponent.Fixed component) {
        return switch (component) {
            case UNDEFINED -> 0;
            case NULL -> 1;
            case FALSE -> 2;
            case TRUE -> 3;
        };
    }

    /** Keys are nearly always ASCII: one array, filled in one pass. */
    private static byte[] string(String text, byte end) {
        byte[] input = new byte[text.length() + 2];
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return encodedString(text, end);
            }
            input[i + 1] = (byte) c;
        }
        input[0] = STRING;
        input[input.length - 1] = end;
        return input;
    }

    private static byte[] encodedString(String text, byte end) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] input = new byte[utf8.length + 2];
        input[0] = STRING;
        System.arraycopy(utf8, 0, input, 1, utf8.length);
        input[input.length - 1] = end;
        return input;
    }

    private static byte[] number(double value) {
        byte[] input = new byte[1 + Double.BYTES];
        input[0] = NUMBER;
        long bits = Double.doubleToRawLongBits(value);
        for (int i = 0; i < Double.BYTES; i++) {
            input[1 + i] = (byte) (bits >>> (8 * i));
        }
        return input;
    }

    /** The input for a hash over all components of a key. */
    static byte[] of(PartitionKey key, byte stringEnd) {
        byte[] all = {};
        for (KeyComponent component : key.components()) {
            byte[] input = of(component, stringEnd);
            int length = all.length;
            all = Arrays.copyOf(all, length + input.length);
            System.arraycopy(input, 0, all, length, input.length);
        }
        return all;
    }
}
