package org.mayflydb.base;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * The text form of every continuation: version (1), kind (1), content and CRC-32 (4) in URL-safe Base64 without padding.
 *
 * <p>Each content has exactly one token. All other texts, and tokens of another kind, are rejected with status 400.
 */
public final class ContinuationToken {
    /** Raised when the content of any kind changes. 1 to 3 began tokens without a kind. */
    private static final byte VERSION = 4;

    private static final int HEAD_BYTES = 2;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** Far more than any continuation needs. Longer texts are rejected before they are decoded. */
    private static final int CHARACTERS_MAX = 64 << 10;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private ContinuationToken() {}

    /** The request that a token continues. The numbers are part of the token. */
    public enum Kind {
        ITEMS(1),
        EXPIRED_ITEMS(2),
        QUERY(3),
        CHANGE_FEED(4),
        RESOURCES(5),
        RESOURCE_QUERY(6);

        private final byte number;

        Kind(int number) {
            this.number = (byte) number;
        }
    }

    public static String encode(Kind kind, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + content.length + CHECKSUM_BYTES)
                .put(VERSION)
                .put(kind.number)
                .put(content);
        frame.putInt(checksum(frame.array(), frame.position()));
        String token = ENCODER.encodeToString(frame.array());
        Invariant.check(token.length() <= CHARACTERS_MAX, "a continuation token can be sent back");
        return token;
    }

    /**
     * Returns the content of a token.
     *
     * @throws BadRequestException if {@link #encode} has not made this token for this kind
     */
    public static byte[] decode(Kind kind, String token) {
        byte[] frame = fromBase64(token);
        int end = frame.length - CHECKSUM_BYTES;
        if (end < HEAD_BYTES
                || ByteBuffer.wrap(frame).getInt(end) != checksum(frame, end)
                || frame[0] != VERSION
                || frame[1] != kind.number) {
            throw invalid();
        }
        return Arrays.copyOfRange(frame, HEAD_BYTES, end);
    }

    /** The failure for every continuation that cannot be used. */
    public static BadRequestException invalid() {
        return new BadRequestException("Invalid Continuation Token");
    }

    private static byte[] fromBase64(String token) {
        if (token.length() > CHARACTERS_MAX) {
            throw invalid();
        }
        try {
            byte[] frame = Base64.getUrlDecoder().decode(token);
            // The decoder accepts padding and ignores the unused bits of the last character.
            if (ENCODER.encodeToString(frame).equals(token)) {
                return frame;
            }
        } catch (IllegalArgumentException notBase64) {
            // rejected below
        }
        throw invalid();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
