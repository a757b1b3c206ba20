package org.mayflydb.json;

import com.fasterxml.jackson.core.io.NumberInput;
import com.fasterxml.jackson.core.io.NumberOutput;

/**
 * A number, as its text: digits beyond the precision of a double survive a round trip. Two numbers are equal if their
 * texts are, so {@code 5} and {@code 5.0} are different values with the same {@link #doubleValue()}.
 */
public record JsonNumber(String text) implements JsonValue {

    /** Whole numbers below this are exact as double and long alike. */
    private static final double EXACT_MAX = 1e15;

    /** A whole number of up to this many characters fits a long whatever its digits are. */
    private static final int LONG_CHARACTERS_MAX = 18;

    public JsonNumber {
        if (!NumberSyntax.isNumber(text)) {
            throw new IllegalArgumentException("not a JSON number: " + text);
        }
    }

    public static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value));
    }

    /** The shortest text that reads back as this double; whole numbers have no decimal point. */
    public static JsonNumber of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no text for " + value);
        }
        boolean plainWhole = value == Math.rint(value) && Math.abs(value) < EXACT_MAX && !isNegativeZero(value);
        return plainWhole ? of((long) value) : new JsonNumber(NumberOutput.toString(value, true));
    }

    /** The nearest double; infinite if the text is beyond all doubles. */
    public double doubleValue() {
        if (NumberSyntax.isWhole(text) && text.length() <= LONG_CHARACTERS_MAX) {
            long value = Long.parseLong(text);
            return value == 0 && text.charAt(0) == '-' ? -0.0 : value;
        }
        return NumberInput.parseDouble(text, true);
    }

    /** True if the value has no fraction: 60, 60.0 and 6e1 are integral, 60.5 is not. */
    public boolean isIntegral() {
        double value = doubleValue();
        return Double.isFinite(value) && value == Math.rint(value);
    }

    @Override
    public Kind kind() {
        return Kind.NUMBER;
    }

    @Override
    public Object toJava() {
        if (NumberSyntax.isWhole(text) && !text.equals("-0")) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException beyondLong) {
                return doubleValue();
            }
        }
        return doubleValue();
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && Double.doubleToRawLongBits(value) != 0;
    }
}
