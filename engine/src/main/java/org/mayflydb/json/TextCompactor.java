package org.mayflydb.json;

import java.util.Arrays;

/**
 * Removes white space between tokens without parsing.
 *
 * <p>Clients mostly send compact text, so the common pass reads every byte once, writes nothing, and gives the array
 * back. Only from the first white space on bytes are copied.
 */
final class TextCompactor {
    private TextCompactor() {}

    static byte[] compact(byte[] text) {
        int seen = 0;
        boolean inString = false;
        int firstSpace = -1;
        for (int i = 0; i < text.length; i++) {
            byte b = text[i];
            seen |= b;
            if (inString) {
                if (b == '\\') {
                    i++;
                    seen |= i < text.length ? text[i] : 0;
                } else if (b == '"') {
                    inString = false;
                }
            } else if (b == '"') {
                inString = true;
            } else if (isSpace(b) && firstSpace < 0) {
                firstSpace = i;
            }
        }
        if (seen < 0) {
            Utf8Text.checkDecoding(text);
        }
        return firstSpace < 0 ? text : copyWithoutSpace(text, firstSpace);
    }

    /** Copies; {@code firstSpace} is outside of any string, so what precedes it stays as it is. */
    private static byte[] copyWithoutSpace(byte[] text, int firstSpace) {
        byte[] target = new byte[text.length];
        System.arraycopy(text, 0, target, 0, firstSpace);
        int length = firstSpace;
        boolean inString = false;
        for (int i = firstSpace; i < text.length; i++) {
            byte b = text[i];
            if (inString) {
                target[length++] = b;
                if (b == '\\' && i + 1 < text.length) {
                    target[length++] = text[++i];
                } else if (b == '"') {
                    inString = false;
                }
            } else if (!isSpace(b)) {
                target[length++] = b;
                inString = b == '"';
            } else if (length > 0 && !isPunctuation(target[length - 1]) && separates(text, i)) {
                target[length++] = ' ';
            }
        }
        return Arrays.copyOf(target, length);
    }

    /** True if the space at {@code offset} is the last of its run and a literal follows, which must not be glued on. */
    private static boolean separates(byte[] text, int offset) {
        int next = offset + 1;
        return next < text.length && !isSpace(text[next]) && !isPunctuation(text[next]);
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Bytes that end a token by themselves; everything else belongs to a number or a word. */
    private static boolean isPunctuation(byte b) {
        return switch (b) {
            case '{', '}', '[', ']', ',', ':', '"' -> true;
            default -> false;
        };
    }
}
