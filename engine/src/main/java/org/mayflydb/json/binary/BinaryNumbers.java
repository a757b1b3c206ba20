package org.mayflydb.json.binary;

import java.nio.charset.StandardCharsets;

/** Writes the text of numbers: whole ones of 64 bits as such, all others as doubles. */
final class BinaryNumbers {
    /** A whole number of up to this many digits fits a long whatever they are. */
    private static final int LONG_DIGITS_MAX = 18;

    /** Whole numbers up to here are exact as doubles. */
    private static final long EXACT_MAX = 1L << 53;

    /** Powers of ten that are exact as doubles. */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private BinaryNumbers() {}

    /** Returns false if the number is beyond all doubles. */
    static boolean write(byte[] json, int start, int end, BinaryBuffer out) {
        boolean negative = json[start] == '-';
        int first = negative ? start + 1 : start;
        long digits = 0;
        int next = first;
        while (next < end && json[next] >= '0' && json[next] <= '9') {
            digits = digits * 10 + json[next] - '0';
            next++;
        }
        if (next < end || next - first > LONG_DIGITS_MAX || (negative && digits == 0)) {
            return next < end ? writeReal(json, start, end, out) : writeLarge(json, start, end, out);
        }
        out.putLong(negative ? -digits : digits);
        return true;
    }

    /** A whole number that may be too large for a long, or negative zero, which only doubles have. */
    private static boolean writeLarge(byte[] json, int start, int end, BinaryBuffer out) {
        String text = text(json, start, end);
        if (!text.equals("-0")) {
            try {
                out.putLong(Long.parseLong(text));
                return true;
            } catch (NumberFormatException beyondLong) {
                // a double, below
            }
        }
        return put(Double.parseDouble(text), out);
    }

    /**
     * A number with a fraction or an exponent. If it has few digits and no exponent, these and the power of ten are both exact
     * as doubles, so that their quotient is the nearest double.
     */
    private static boolean writeReal(byte[] json, int start, int end, BinaryBuffer out) {
        boolean negative = json[start] == '-';
        long digits = 0;
        int point = -1;
        for (int i = negative ? start + 1 : start; i < end; i++) {
            byte b = json[i];
            if (b == '.') {
                point = i;
            } else if (b < '0' || b > '9' || digits > EXACT_MAX / 10 - 1) {
                return put(Double.parseDouble(text(json, start, end)), out);
            } else {
                digits = digits * 10 + b - '0';
            }
        }
        int decimals = end - point - 1;
        if (decimals >= POWERS.length) {
            return put(Double.parseDouble(text(json, start, end)), out);
        }
        double value = digits / POWERS[decimals];
        return put(negative ? -value : value, out);
    }

    private static boolean put(double value, BinaryBuffer out) {
        out.putDouble(value);
        return Double.isFinite(value);
    }

    private static String text(byte[] json, int start, int end) {
        return new String(json, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
