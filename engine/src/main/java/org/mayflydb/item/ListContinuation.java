package org.mayflydb.item;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;
import org.mayflydb.base.BadRequestException;

/**
 * Where a listing stopped: a partition and the last item key seen in it. It holds no state of the server, survives
 * restarts, and still works when the item it names has expired.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ListContinuation(int partitionNumber, byte[] lastKey) {
    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 1 + Integer.BYTES + Integer.BYTES;

    String encode() {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + lastKey.length)
                .put(VERSION)
                .putInt(partitionNumber)
                .put(lastKey);
        out.putInt(checksum(out.array(), out.position()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
    }

    static ListContinuation decode(String token) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException notBase64) {
            throw invalid();
        }
        int end = bytes.length - Integer.BYTES;
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < FIXED_BYTES || in.getInt(end) != checksum(bytes, end) || in.get() != VERSION) {
            throw invalid();
        }
        return new ListContinuation(in.getInt(), Arrays.copyOfRange(bytes, in.position(), end));
    }

    static BadRequestException invalid() {
        return new BadRequestException("Invalid Continuation Token");
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
