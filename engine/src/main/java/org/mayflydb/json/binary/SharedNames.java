package org.mayflydb.json.binary;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.SpecialBytes;

/**
 * The names of members that are in a document already, each with what stands for it from then on, which mostly is a reference.
 * Items of a page tend to have the same names in the same order, so the one that followed the last name before is tried first.
 */
final class SharedNames {
    private static final int TABLE_BITS = 9;

    /** What finds all of these places taken is not shared. */
    private static final int PLACES_MAX = 4;

    /** An odd number whose bits look random: it spreads what it is multiplied with over the highest bits. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final @Nullable Name[] table = new Name[1 << TABLE_BITS];
    private Name last = new Name(new byte[] {'"'}, 0, 0);

    /**
     * Writes the name that begins at an offset.
     *
     * @return the offset of its closing quotation mark, or -1 if nothing was written because it cannot be shared
     */
    int put(byte[] json, int first, BinaryBuffer out) {
        Name expected = last.next;
        if (expected != null && expected.isAt(json, first)) {
            last = expected;
            out.putCode(expected.code, expected.codeBytes);
            return first + expected.length;
        }
        return first <= json.length - Long.BYTES ? find(json, first, out) : -1;
    }

    private int find(byte[] json, int first, BinaryBuffer out) {
        int end = SpecialBytes.next(json, first);
        if (json[end] != '"') {
            return -1;
        }
        int length = end - first;
        long beginning = SpecialBytes.word(json, first) & mask(length);
        long ending = length < Long.BYTES ? 0 : SpecialBytes.word(json, end - Long.BYTES);
        long spread = ((beginning * SPREAD) ^ (ending + length)) * SPREAD;
        int place = (int) (spread >>> (Long.SIZE - TABLE_BITS));
        for (int i = place; i < place + PLACES_MAX; i++) {
            Name known = table[i & (table.length - 1)];
            if (known == null) {
                table[i & (table.length - 1)] = added(json, first, end, out);
                return end;
            }
            if (known.isAt(json, first)) {
                last.next = known;
                last = known;
                out.putCode(known.code, known.codeBytes);
                return end;
            }
        }
        return -1;
    }

    private @Nullable Name added(byte[] json, int first, int end, BinaryBuffer out) {
        int length = end - first;
        int offset = out.length();
        int marker = SystemStrings.marker(json, first, end);
        if (marker >= 0) {
            out.put(marker);
        } else {
            out.putString(json, first, length);
        }
        byte[] text = Arrays.copyOfRange(json, first, end + 1);
        Name name;
        if (marker >= 0) {
            name = new Name(text, marker, 1);
        } else if (length <= 2) {
            int second = length == 2 ? (text[1] & 0xFF) << 16 : 0;
            int code = Marker.STRING + length | (length == 0 ? 0 : (text[0] & 0xFF) << 8) | second;
            name = new Name(text, code, 1 + length);
        } else if (offset <= 0xFF) {
            name = new Name(text, Marker.REFERENCE_1 | offset << 8, 2);
        } else if (offset <= 0xFFFF) {
            name = new Name(text, Marker.REFERENCE_2 | offset << 8, 3);
        } else if (offset <= 0xFF_FFFF) {
            name = new Name(text, Marker.REFERENCE_3 | offset << 8, 4);
        } else {
            return null;
        }
        last.next = name;
        last = name;
        return name;
    }

    /** The bytes of a word that are of a name and its closing quotation mark. */
    private static long mask(int length) {
        return length >= Long.BYTES - 1 ? -1 : (1L << ((length + 1) * Byte.SIZE)) - 1;
    }

    private static final class Name {
        /** The name with its closing quotation mark. */
        private final byte[] text;

        private final int length;

        /** What is left of the first eight bytes of text behind the mask. */
        private final long beginning;

        private final long mask;

        /** The last eight bytes, if there are more than that. */
        private final long ending;

        private final int code;
        private final int codeBytes;
        private @Nullable Name next;

        Name(byte[] text, int code, int codeBytes) {
            this.text = text;
            this.length = text.length - 1;
            this.mask = SharedNames.mask(length);
            this.beginning = SpecialBytes.word(Arrays.copyOf(text, Math.max(Long.BYTES, text.length)), 0);
            this.ending = length < Long.BYTES ? 0 : SpecialBytes.word(text, text.length - Long.BYTES);
            this.code = code;
            this.codeBytes = codeBytes;
        }

        /** Whether the name is there as a whole: none has a quotation mark in it. */
        boolean isAt(byte[] json, int first) {
            return first <= json.length - Math.max(Long.BYTES, length + 1)
                    && (SpecialBytes.word(json, first) & mask) == beginning
                    && (length < Long.BYTES
                            || (SpecialBytes.word(json, first + length + 1 - Long.BYTES) == ending
                                    && (length < 2 * Long.BYTES || isMiddleAt(json, first))));
        }

        private boolean isMiddleAt(byte[] json, int first) {
            int from = Long.BYTES;
            int to = length + 1 - Long.BYTES;
            return Arrays.equals(json, first + from, first + to, text, from, to);
        }
    }
}
