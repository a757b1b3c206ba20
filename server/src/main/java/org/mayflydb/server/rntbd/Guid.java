package org.mayflydb.server.rntbd;

import java.util.UUID;

/** Identifiers of 16 bytes, whose first three groups are little-endian on this wire. */
final class Guid {
    static final int BYTES = 16;

    private Guid() {}

    static String text(byte[] bytes) {
        long high = 0;
        for (int index : new int[] {3, 2, 1, 0, 5, 4, 7, 6}) {
            high = (high << 8) | (bytes[index] & 0xFF);
        }
        long low = 0;
        for (int i = 8; i < BYTES; i++) {
            low = (low << 8) | (bytes[i] & 0xFF);
        }
        return new UUID(high, low).toString();
    }
}
