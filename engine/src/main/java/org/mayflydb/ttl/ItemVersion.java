package org.mayflydb.ttl;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Which write made an item what it is: unique over all containers, and the source of its ETag.
 *
 * @param origin the number of the partition that the write was made in
 * @param lsn the sequence number of the write in that partition
 * @param ordinal the place among the writes that share the sequence number
 */
public record ItemVersion(int origin, long lsn, short ordinal) {

    /** The ETag, with the quotation marks that are part of it. */
    public String etag() {
        return '"' + new String(etagDigits(), StandardCharsets.ISO_8859_1) + '"';
    }

    /** The ETag without its quotation marks, as ASCII: 8-4-4-4-12 hexadecimal digits. */
    public byte[] etagDigits() {
        byte[] text = new byte[36];
        putHex(text, 0, origin & 0xFFFF_FFFFL, 8);
        text[8] = '-';
        putHex(text, 9, ordinal & 0xFFFFL, 4);
        text[13] = '-';
        putHex(text, 14, 0, 4);
        text[18] = '-';
        putHex(text, 19, lsn >>> 48, 4);
        text[23] = '-';
        putHex(text, 24, lsn, 12);
        return text;
    }

    private static void putHex(byte[] target, int offset, long value, int digits) {
        for (int i = offset + digits - 1; i >= offset; i--) {
            target[i] = (byte) HexFormat.of().toLowHexDigit((int) value);
            value >>>= 4;
        }
    }
}
