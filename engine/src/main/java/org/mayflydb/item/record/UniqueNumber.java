package org.mayflydb.item.record;

import java.math.BigInteger;
import org.mayflydb.json.JsonNumber;

/**
 * The canonical text of a number in a unique key: what {@code Double.toString} returned up to Java 18. Java 19 returns a shorter
 * text for some doubles, such as 2.0E23 for 1.9999999999999998E23, so the digits are computed here, whatever Java runs.
 *
 * <p>Stores that were written on Java 19 or later before this rule have entries with the {@linkplain #shortest shortest} text.
 */
final class UniqueNumber {
    /** Whole numbers below this have the same text on every Java. */
    private static final double EXACT_MAX = 0x1p53;

    /** Whole numbers below this get their digits from a long. */
    private static final double LONG_MAX = 0x1p63;

    private static final int SIGNIFICANT_BITS = 53;
    private static final long HIGHEST_BIT = 1L << (SIGNIFICANT_BITS - 1);
    private static final int EXPONENT_MIN = Double.MIN_EXPONENT - SIGNIFICANT_BITS + 1;

    /** Numbers with a decimal exponent in between are written without one. */
    private static final int PLAIN_EXPONENT_MIN = -3;

    private static final int PLAIN_EXPONENT_MAX = 6;

    /** A first digit must not be the only one outside this range, so that there is one on either side of the point. */
    private static final int ONE_DIGIT_EXPONENT_MAX = 7;

    /** Digits, without the point, of which the first is not 0 unless it is the only one. */
    private final StringBuilder digits = new StringBuilder();

    /** The power of ten of the first digit. */
    private int exponent;

    private UniqueNumber() {}

    /** The canonical text. */
    static String canonical(double value) {
        double positive = Math.abs(value);
        if (positive == 0 || !Double.isFinite(value)) {
            return Double.toString(positive == 0 ? 0.0 : value);
        }
        UniqueNumber number = new UniqueNumber();
        if (positive < LONG_MAX && positive == Math.rint(positive)) {
            number.developWhole((long) positive);
        } else {
            number.developFraction(positive);
        }
        return number.text(value < 0);
    }

    /** The shortest text that reads back as this double, as {@code Double.toString} returns it since Java 19. */
    static String shortest(double value) {
        return isExact(value) ? canonical(value) : JsonNumber.of(value).text();
    }

    /** Whether the shortest text is another one. */
    static boolean hasShorter(double value) {
        return !isExact(value) && !shortest(value).equals(canonical(value));
    }

    private static boolean isExact(double value) {
        return !Double.isFinite(value) || (value == Math.rint(value) && Math.abs(value) < EXACT_MAX);
    }

    /** All digits, except for those that are less than half of the gap to the next double. */
    private void developWhole(long value) {
        int gapBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SIGNIFICANT_BITS - 1;
        long rounded = value;
        int dropped = 0;
        for (long gap = gapBits > 0 ? 1L << gapBits : 1; gap >= 10; gap /= 10) {
            dropped++;
        }
        if (dropped > 0) {
            long unit = Math.round(Math.pow(10, dropped));
            rounded = value / unit + (value % unit >= unit / 2 ? 1 : 0);
        }
        digits.append(rounded);
        exponent = digits.length() - 1 + dropped;
        int length = digits.length();
        while (length > 1 && digits.charAt(length - 1) == '0') {
            length--;
        }
        digits.setLength(length);
    }

    /**
     * One digit after the other, until the rest is less than half of the gap to the next double. The digits depend on the first
     * estimate of the exponent, which may be one too high.
     */
    private void developFraction(double value) {
        long bits = Double.doubleToRawLongBits(value);
        long fraction = bits & (HIGHEST_BIT - 1);
        int binary = Math.getExponent(value) - SIGNIFICANT_BITS + 1;
        if (binary < EXPONENT_MIN) {
            binary = EXPONENT_MIN;
        } else {
            fraction |= HIGHEST_BIT;
        }
        exponent = estimate(fraction, binary);
        // The value is rest / unit times the power of ten, half of the gap margin / unit; two bits more make the margin
        // whole.
        BigInteger rest = scaled(BigInteger.valueOf(fraction).shiftLeft(2), binary, -exponent);
        BigInteger margin = scaled(BigInteger.valueOf(Long.bitCount(fraction) == 1 ? 1 : 2), binary, -exponent);
        BigInteger unit = scaled(BigInteger.valueOf(4), -binary, exponent);
        int common = Math.min(margin.getLowestSetBit(), Math.min(rest.getLowestSetBit(), unit.getLowestSetBit()));
        develop(rest.shiftRight(common), unit.shiftRight(common), margin.shiftRight(common));
    }

    private void develop(BigInteger value, BigInteger unit, BigInteger halfGap) {
        BigInteger ten = unit.multiply(BigInteger.TEN);
        boolean longs = Math.max(value.bitLength(), ten.bitLength()) < Long.SIZE;
        BigInteger rest = value;
        BigInteger margin = halfGap;
        boolean low = false;
        boolean high = false;
        for (boolean first = true; !low && !high; first = false) {
            BigInteger[] division = rest.divideAndRemainder(unit);
            rest = division[1].multiply(BigInteger.TEN);
            margin = margin.multiply(BigInteger.TEN);
            low = rest.compareTo(margin) < 0;
            high = longs ? exceeds(rest, margin, ten) : rest.add(margin).compareTo(ten) >= 0;
            int digit = division[0].intValue();
            if (first && digit == 0 && !high) {
                exponent--;
            } else {
                digits.append((char) ('0' + digit));
            }
            if (first && (exponent < PLAIN_EXPONENT_MIN || exponent > ONE_DIGIT_EXPONENT_MAX)) {
                low = false;
                high = false;
            }
        }
        if (high && (!low || isUpperHalf(rest, ten))) {
            roundUp();
        }
    }

    /**
     * Where everything fitted longs, Java took the middle between two doubles for part of neither, and overlooked that a sum
     * may overflow.
     */
    private static boolean exceeds(BigInteger rest, BigInteger margin, BigInteger ten) {
        long sum = rest.longValue() + margin.longValue();
        return margin.longValue() <= 0 || sum > ten.longValue();
    }

    /** A value times a power of two and one of ten, as far as these are not negative; the others belong to the unit. */
    private static BigInteger scaled(BigInteger value, int binary, int decimal) {
        BigInteger times = decimal > 0 ? BigInteger.TEN.pow(decimal) : BigInteger.ONE;
        return value.multiply(times).shiftLeft(Math.max(binary, 0));
    }

    private boolean isUpperHalf(BigInteger rest, BigInteger ten) {
        int half = rest.shiftLeft(1).compareTo(ten);
        boolean odd = (digits.charAt(digits.length() - 1) & 1) != 0;
        return half > 0 || (half == 0 && odd);
    }

    /** The decimal exponent from the first terms of a series about 1.5. */
    private static int estimate(long fraction, int binary) {
        int shift = Long.numberOfLeadingZeros(fraction) - (Long.SIZE - SIGNIFICANT_BITS);
        double mantissa = (double) (fraction << shift) / HIGHEST_BIT;
        int normal = binary - shift + SIGNIFICANT_BITS - 1;
        return (int) Math.floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + normal * 0.301029995663981);
    }

    private void roundUp() {
        int last = digits.length() - 1;
        while (last >= 0 && digits.charAt(last) == '9') {
            digits.setCharAt(last--, '0');
        }
        if (last >= 0) {
            digits.setCharAt(last, (char) (digits.charAt(last) + 1));
        } else {
            digits.setCharAt(0, '1');
            exponent++;
        }
    }

    private String text(boolean negative) {
        StringBuilder text = new StringBuilder(negative ? "-" : "");
        boolean plain = exponent >= PLAIN_EXPONENT_MIN && exponent <= PLAIN_EXPONENT_MAX;
        int point = plain ? exponent + 1 : 1;
        if (point <= 0) {
            text.append("0.").append("0".repeat(-point)).append(digits);
        } else if (digits.length() > point) {
            text.append(digits, 0, point).append('.').append(digits, point, digits.length());
        } else {
            text.append(digits).append("0".repeat(point - digits.length())).append(".0");
        }
        return plain ? text.toString() : text.append('E').append(exponent).toString();
    }
}
