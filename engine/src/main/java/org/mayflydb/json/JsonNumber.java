package org.mayflydb.json;

import com.fasterxml.jackson.core.io.NumberInput;
import com.fasterxml.jackson.core.io.NumberOutput;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/**
 * A number. One that was read is kept as its text, so that digits beyond the precision of a double survive a round trip;
 * one that was computed gets its text when somebody asks for it.
 *
 * <p>Two numbers are equal if their texts are, so {@code 5} and {@code 5.0} are different values with the same {@link
 * #doubleValue()}; {@link JsonEquality} compares by value.
 */
public final class JsonNumber implements JsonValue {

    /** Whole numbers below this are exact as double and long alike. */
    private static final double EXACT_MAX = 1e15;

    /** A whole number of up to this many characters fits a long whatever its digits are. */
    private static final int LONG_CHARACTERS_MAX = 18;

    /** Found out when it is asked for; whichever thread does it finds the same. */
    private @Nullable String text;

    /** The same for the value: what has a text is a number, so NaN says that nobody has read the text yet. */
    private double value = Double.NaN;

    /** The number that this text spells. */
    public JsonNumber(String text) {
        if (!NumberSyntax.isNumber(text)) {
            throw new IllegalArgumentException("not a JSON number: " + text);
        }
        this.text = text;
    }

    private JsonNumber(@Nullable String text, double value) {
        this.text = text;
        this.value = value;
    }

    public static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value), value);
    }

    /** The shortest text that reads back as this double; whole numbers have no decimal point. */
    public static JsonNumber of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no text for " + value);
        }
        return new JsonNumber(null, value);
    }

    /** The outcome of a calculation, which may be infinite or no number; such a one has no text, and writing it is a bad request. */
    public static JsonNumber computed(double value) {
        return new JsonNumber(null, value);
    }

    /** A number whose text a parser has checked already. */
    static JsonNumber parsed(String text) {
        return new JsonNumber(text, Double.NaN);
    }

    /** Whether it is the outcome of a calculation, as yet without a text. */
    public boolean isComputed() {
        return text == null;
    }

    /** The JSON text. */
    public String text() {
        String known = text;
        if (known == null) {
            known = spell(value);
            text = known;
        }
        return known;
    }

    private static String spell(double value) {
        if (!Double.isFinite(value)) {
            throw new BadRequestException("The number " + value + " has no JSON text.");
        }
        boolean plainWhole = value == Math.rint(value) && Math.abs(value) < EXACT_MAX && !isNegativeZero(value);
        return plainWhole ? Long.toString((long) value) : NumberOutput.toString(value, true);
    }

    /** The nearest double; infinite if the text is beyond all doubles. */
    public double doubleValue() {
        double known = value;
        if (Double.isNaN(known) && text != null) {
            known = read(text);
            value = known;
        }
        return known;
    }

    private static double read(String text) {
        if (NumberSyntax.isWhole(text) && text.length() <= LONG_CHARACTERS_MAX) {
            long whole = Long.parseLong(text);
            return whole == 0 && text.charAt(0) == '-' ? -0.0 : whole;
        }
        return NumberInput.parseDouble(text, true);
    }

    /** True if the value has no fraction: 60, 60.0 and 6e1 are integral, 60.5 is not. */
    public boolean isIntegral() {
        double number = doubleValue();
        return Double.isFinite(number) && number == Math.rint(number);
    }

    /** The value as a whole number of 64 bits, exact; null if it is none. */
    public @Nullable Long exactLong() {
        String known = text;
        if (known != null && NumberSyntax.isWhole(known)) {
            try {
                return Long.valueOf(known);
            } catch (NumberFormatException beyondLong) {
                return null;
            }
        }
        double number = doubleValue();
        boolean whole = number == Math.rint(number) && number >= -0x1p63 && number < 0x1p63;
        return whole ? (Long) (long) number : null;
    }

    @Override
    public Kind kind() {
        return Kind.NUMBER;
    }

    @Override
    public Object toJava() {
        String spelled = text();
        if (NumberSyntax.isWhole(spelled) && !spelled.equals("-0")) {
            try {
                return Long.parseLong(spelled);
            } catch (NumberFormatException beyondLong) {
                return doubleValue();
            }
        }
        return doubleValue();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonNumber number && toString().equals(number.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The text, also of what JSON has none for. */
    @Override
    public String toString() {
        return text == null && !Double.isFinite(value) ? Double.toString(value) : text();
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && Double.doubleToRawLongBits(value) != 0;
    }
}
