package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The bytes of a body while they arrive.
 *
 * <p>Bodies of usual size are copied once, into an array of the announced length. A large announcement is believed only
 * as far as bytes follow, so that a client cannot make the server reserve what it never sends.
 */
final class RequestBody {
    static final byte[] NONE = new byte[0];

    private static final int TRUSTED_BYTES = 64 << 10;

    private byte[] bytes;
    private int length;

    /** @param announcedBytes by the client, 0 if it did not */
    RequestBody(long announcedBytes) {
        bytes = new byte[(int) Math.min(announcedBytes, TRUSTED_BYTES)];
    }

    int length() {
        return length;
    }

    void add(ByteBuf part) {
        int added = part.readableBytes();
        if (length + added > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + added, 2 * bytes.length));
        }
        part.readBytes(bytes, length, added);
        length += added;
    }

    /** Exactly what was added. */
    byte[] whole() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
