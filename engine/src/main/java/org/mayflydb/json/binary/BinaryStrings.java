package org.mayflydb.json.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Reads strings in each of their forms and writes them as JSON text. */
final class BinaryStrings {
    private static final byte[] HEX_LOWER = ascii("0123456789abcdef");
    private static final byte[] HEX_UPPER = ascii("0123456789ABCDEF");
    private static final byte[] DATE_TIME = ascii(" 0123456789:-.TZ");

    /** By how many bytes of a GUID precede them, where its text has dashes. */
    private static final int DASHES = 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10;

    private static final int GUID_BYTES = 16;
    private static final int GUID_CHARACTERS = 36;

    /** In the order in which the first three parts of a GUID are read by clients, which write them backwards. */
    private static final int[] GUID_ORDER = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

    private final BinaryInput in;
    private final TextBuffer out;

    BinaryStrings(BinaryInput in, TextBuffer out) {
        this.in = in;
        this.out = out;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether {@link #read} knows what to do with it, or at least why not. */
    static boolean isString(int marker) {
        return marker >= Marker.SYSTEM_STRING && marker <= Marker.REFERENCE_4;
    }

    /** Reads the string whose marker is at this offset. */
    int read(int at, int end) {
        int marker = in.bytes[at] & 0xFF;
        int next = at + 1;
        if (isPlain(marker)) {
            return plain(at, end);
        }
        if (marker >= Marker.REFERENCE_1) {
            int size = marker - Marker.REFERENCE_1 + 1;
            reference(in.unsigned(next, size, end), at);
            return next + size;
        }
        return switch (marker) {
            case Marker.BASE64_1 -> base64(next, 1, Base64.getEncoder(), end);
            case Marker.BASE64_2 -> base64(next, 2, Base64.getEncoder(), end);
            case Marker.BASE64_URL_1 -> base64(next, 1, Base64.getUrlEncoder(), end);
            case Marker.BASE64_URL_2 -> base64(next, 2, Base64.getUrlEncoder(), end);
            case Marker.GUID_LOWER -> guid(next, HEX_LOWER, end);
            case Marker.GUID_UPPER -> guid(next, HEX_UPPER, end);
            case Marker.GUID_QUOTED -> quotedGuid(next, end);
            case Marker.HEX_LOWER -> halves(next, HEX_LOWER, end);
            case Marker.HEX_UPPER -> halves(next, HEX_UPPER, end);
            case Marker.DATE_TIME -> halves(next, DATE_TIME, end);
            case Marker.PACKED_4, Marker.PACKED_5, Marker.PACKED_6 ->
                packed(next + 2, in.uint8(next, end), 4 + marker - Marker.PACKED_4, in.uint8(next + 1, end), end);
            case Marker.PACKED_7_LENGTH_1 -> packed(next + 1, in.uint8(next, end), 7, 0, end);
            case Marker.PACKED_7_LENGTH_2 -> packed(next + 2, (int) in.unsigned(next, 2, end), 7, 0, end);
            default ->
                throw BinaryInput.malformed(
                        marker <= Marker.USER_STRING_MAX
                                ? "a string is of a dictionary that does not exist"
                                : "a marker is unknown",
                        at);
        };
    }

    /** Only these may be referred to, so that no reference leads to another. */
    private static boolean isPlain(int marker) {
        return marker <= Marker.SYSTEM_STRING_MAX || (marker >= Marker.STRING && marker <= Marker.STRING_4);
    }

    private int plain(int at, int end) {
        int marker = in.bytes[at] & 0xFF;
        int next = at + 1;
        if (marker <= Marker.SYSTEM_STRING_MAX) {
            byte[] text = SystemStrings.text(marker);
            quoted(text, 0, text.length);
            return next;
        }
        if (marker < Marker.STRING_1) {
            return bytes(next, marker - Marker.STRING, end);
        }
        int size = 1 << (marker - Marker.STRING_1);
        return bytes(next + size, in.unsigned(next, size, end), end);
    }

    private int bytes(int at, long length, int end) {
        int next = in.skip(at, length, end);
        quoted(in.bytes, at, next);
        return next;
    }

    private void quoted(byte[] text, int start, int end) {
        out.put('"');
        out.putEscaped(text, start, end);
        out.put('"');
    }

    /** Offsets count from the beginning of the document; what they lead to may be anywhere in it. */
    private void reference(long offset, int at) {
        if (offset >= in.length()) {
            throw BinaryInput.malformed("a reference leads nowhere", at);
        }
        int target = (int) offset;
        int marker = in.bytes[target] & 0xFF;
        if (marker < Marker.SYSTEM_STRING || !isPlain(marker)) {
            throw BinaryInput.malformed("a reference leads to something else than a string", at);
        }
        int unused = plain(target, in.length());
    }

    /** Bytes whose text is the string: a quarter of its length, how it is padded, the bytes. */
    private int base64(int at, int lengthSize, Base64.Encoder encoder, int end) {
        long quarters = in.unsigned(at, lengthSize, end);
        int padding = in.uint8(at + lengthSize, end);
        // The complement says that the padding was left out.
        boolean padded = padding <= 2;
        int missing = padded ? padding : ~padding & 0xFF;
        if (missing > 2 || (quarters == 0 && missing > 0)) {
            throw BinaryInput.malformed("a string has an impossible padding", at);
        }
        int start = at + lengthSize + 1;
        int next = in.skip(start, (4 * quarters - missing) * 3 / 4, end);
        out.put('"');
        base64(start, next, padded ? encoder : encoder.withoutPadding());
        out.put('"');
        return next;
    }

    private void base64(int start, int end, Base64.Encoder encoder) {
        byte[] text = encoder.encode(Arrays.copyOfRange(in.bytes, start, end));
        out.put(text, 0, text.length);
    }

    /** Bytes, for which JSON has no other form than base64. */
    int blob(int at, long length, int end) {
        int next = in.skip(at, length, end);
        out.put('"');
        base64(at, next, Base64.getEncoder());
        out.put('"');
        return next;
    }

    /** Sixteen bytes in the order of clients' memory. */
    int guid(int at, int end) {
        int next = in.skip(at, GUID_BYTES, end);
        byte[] bytes = new byte[GUID_BYTES];
        for (int i = 0; i < GUID_BYTES; i++) {
            int b = in.bytes[at + GUID_ORDER[i]];
            bytes[i] = (byte) (b << 4 | (b >> 4 & 0xF));
        }
        guid(bytes, 0, HEX_LOWER);
        return next;
    }

    private int guid(int at, byte[] digits, int end) {
        int next = in.skip(at, GUID_BYTES, end);
        guid(in.bytes, at, digits);
        return next;
    }

    private int quotedGuid(int at, int end) {
        int next = in.skip(at, GUID_BYTES, end);
        out.put("\"\\\"");
        guidText(in.bytes, at, HEX_LOWER);
        out.put("\\\"\"");
        return next;
    }

    private void guid(byte[] bytes, int at, byte[] digits) {
        out.put('"');
        guidText(bytes, at, digits);
        out.put('"');
    }

    /** Digits in the order of the text, the first of two in the lower half. */
    private void guidText(byte[] bytes, int at, byte[] digits) {
        byte[] text = new byte[GUID_CHARACTERS];
        int length = 0;
        for (int i = 0; i < GUID_BYTES; i++) {
            if ((DASHES >> i & 1) != 0) {
                text[length++] = '-';
            }
            int b = bytes[at + i];
            text[length++] = digits[b & 0xF];
            text[length++] = digits[b >> 4 & 0xF];
        }
        out.put(text, 0, length);
    }

    /** Two characters of an alphabet of sixteen in a byte. */
    private int halves(int at, byte[] alphabet, int end) {
        int length = in.uint8(at, end);
        int start = at + 1;
        int next = in.skip(start, (length + 1) / 2, end);
        if (length % 2 == 1 && (in.bytes[next - 1] & 0xF0) != 0) {
            throw BinaryInput.malformed("a string has half a character too many", next - 1);
        }
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            int b = in.bytes[start + i / 2];
            text[i] = alphabet[(i % 2 == 0 ? b : b >> 4) & 0xF];
        }
        quoted(text, 0, length);
        return next;
    }

    /** Characters of a few bits, the first in the lowest ones; what is left over in the last byte means nothing. */
    private int packed(int at, int length, int bits, int base, int end) {
        int next = in.skip(at, ((long) length * bits + 7) / 8, end);
        byte[] text = new byte[length];
        int mask = (1 << bits) - 1;
        int pending = 0;
        int pendingBits = 0;
        int source = at;
        for (int i = 0; i < length; i++) {
            if (pendingBits < bits) {
                pending |= (in.bytes[source++] & 0xFF) << pendingBits;
                pendingBits += 8;
            }
            text[i] = (byte) (base + (pending & mask));
            pending >>>= bits;
            pendingBits -= bits;
        }
        quoted(text, 0, length);
        return next;
    }
}
