package org.mayflydb.app.transfer;

/**
 * One line of a file.
 *
 * @param number counted from 1
 * @param end where the next line begins, in bytes
 * @param text without its end; empty if it was too long
 * @param tooLong whether it is longer than any line with an item
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Line(long number, long end, byte[] text, boolean tooLong) {

    boolean isBlank() {
        if (tooLong) {
            return false;
        }
        for (byte b : text) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
