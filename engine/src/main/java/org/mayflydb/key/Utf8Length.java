package org.mayflydb.key;

import org.mayflydb.base.BadRequestException;

/** Counts the bytes that text has as UTF-8 without encoding it. */
final class Utf8Length {
    private Utf8Length() {}

    /**
     * The length in bytes. Half of a surrogate pair is a bad request: it has no UTF-8 form, and two different texts
     * would become the same key.
     */
    static int of(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                continue;
            }
            if (c < 0x800) {
                bytes += 1;
            } else if (!Character.isSurrogate(c)) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 2;
                i++;
            } else {
                throw new BadRequestException("An id or a partition key holds half of a surrogate pair.");
            }
        }
        return bytes;
    }
}
