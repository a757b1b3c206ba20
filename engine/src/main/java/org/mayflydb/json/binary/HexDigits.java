package org.mayflydb.json.binary;

/**
 * Eight lower-case hexadecimal digits at a time, the first of them in the lowest byte of a word.
 *
 * <p>The low four bits of a digit are its value, except that a letter also has the bit for 64 and is worth nine more. Text
 * are digits if it is what their values are spelled as.
 */
final class HexDigits {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long ZEROS = ONES * '0';
    private static final long HALVES = ONES * 0xF;

    /** Added to a value, it sets the highest bit of its byte from ten on. */
    private static final long TO_LETTERS = ONES * (0x80 - 10);

    /** From the value of a letter to what it is spelled as, beyond what there is for all digits. */
    private static final int LETTER_GAP = 'a' - 10 - '0';

    private HexDigits() {}

    static boolean are(long text) {
        long values = values(text);
        long letters = (values + TO_LETTERS) >>> 7 & ONES;
        return (values & ~HALVES) == 0 && values + ZEROS + letters * LETTER_GAP == text;
    }

    /** Two digits to a byte, the first of them in the low half, and of all of them in the lowest byte. */
    static int pack(long digits) {
        long values = values(digits);
        long pairs = (values | values >>> 4) & 0x00FF_00FF_00FF_00FFL;
        long fours = (pairs | pairs >>> 8) & 0x0000_FFFF_0000_FFFFL;
        return (int) (fours | fours >>> 16);
    }

    private static long values(long text) {
        return (text & HALVES) + 9 * (text >>> 6 & ONES);
    }

    /**
     * The last few digits with zeros behind them.
     *
     * @param lastWord the last eight digits
     * @param count how many of them are wanted, one at least
     */
    static long filledUp(long lastWord, int count) {
        int bits = count * Byte.SIZE;
        return lastWord >>> (Long.SIZE - bits) | ZEROS << bits;
    }
}
