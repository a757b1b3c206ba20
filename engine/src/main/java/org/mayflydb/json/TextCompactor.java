package org.mayflydb.json;

import java.util.Arrays;

/**
 * Removes white space between tokens without parsing.
 *
 * <p>Clients mostly send compact text, so the common pass only looks, eight bytes at a time where it can, and gives the
 * array back. Only from the first white space on bytes are copied.
 */
final class TextCompactor {
    private TextCompactor() {}

    static byte[] compact(byte[] text) {
        Utf8Text.check(text);
        int firstSpace = firstSpace(text);
        return firstSpace < 0 ? text : copyWithoutSpace(text, firstSpace);
    }

    /** The offset of the first white space outside of strings, or -1. */
    private static int firstSpace(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            byte b = text[i];
            if (b == '"') {
                i = endOfString(text, i + 1);
            } else if (isSpace(b)) {
                return i;
            }
        }
        return -1;
    }

    /** The offset of the quotation mark that ends the string, whose content begins at {@code start}. */
    private static int endOfString(byte[] text, int start) {
        int i = start;
        while (i < text.length) {
            i = SpecialBytes.next(text, i);
            if (i < text.length && text[i] == '"') {
                return i;
            }
            // Past a backslash and what it escapes.
            i += 2;
        }
        return i;
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
