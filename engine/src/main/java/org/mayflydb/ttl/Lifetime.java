package org.mayflydb.ttl;

import java.math.BigDecimal;
import java.util.Optional;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;

/**
 * What an item says about its own life in its member {@code ttl}.
 *
 * @param seconds counted from the last write; 0 unless the kind is {@link Kind#SECONDS}
 */
public record Lifetime(Kind kind, int seconds) {

    /** The numbers are stored with every item and never change. */
    public enum Kind {
        /** The container's default counts. */
        INHERIT(0),
        /** The item does not expire, whatever the default. */
        NEVER(1),
        SECONDS(2);

        private final byte number;

        Kind(int number) {
            this.number = (byte) number;
        }

        public byte number() {
            return number;
        }

        /** The kind with this number, or empty for a number that is none. */
        public static Optional<Kind> ofNumber(byte number) {
            return switch (number) {
                case 0 -> Optional.of(INHERIT);
                case 1 -> Optional.of(NEVER);
                case 2 -> Optional.of(SECONDS);
                default -> Optional.empty();
            };
        }
    }

    private static final int QUOTED_TEXT_MAX = 100;

    public static final Lifetime INHERIT = new Lifetime(Kind.INHERIT, 0);
    public static final Lifetime NEVER = new Lifetime(Kind.NEVER, 0);

    public Lifetime {
        Invariant.check((kind == Kind.SECONDS) == (seconds != 0) && seconds >= 0, "a lifetime is a positive number");
    }

    public static Lifetime ofSeconds(int seconds) {
        return new Lifetime(Kind.SECONDS, seconds);
    }

    /**
     * What the JSON text of a {@code ttl} member means, or empty if it means nothing: only -1 and the whole numbers from
     * 1 to 2147483647 do, in whichever way JSON writes them. {@code null} is not interpreted here.
     */
    public static Optional<Lifetime> parse(String jsonText) {
        char first = jsonText.charAt(0);
        if (first != '-' && (first < '0' || first > '9')) {
            return Optional.empty();
        }
        int value;
        try {
            value = jsonText.length() <= 9 ? shortNumber(jsonText) : new BigDecimal(jsonText).intValueExact();
        } catch (ArithmeticException | NumberFormatException notAWholeNumberOrTooLarge) {
            return Optional.empty();
        }
        if (value == -1) {
            return Optional.of(NEVER);
        }
        return value > 0 ? Optional.of(ofSeconds(value)) : Optional.empty();
    }

    /** The outcome for a text that means nothing. The sentence is the service's, with the JSON text of the value. */
    public static BadRequestException invalid(String jsonText) {
        String quoted = jsonText.length() <= QUOTED_TEXT_MAX ? jsonText : jsonText.substring(0, QUOTED_TEXT_MAX) + "…";
        return new BadRequestException("The input ttl '" + quoted
                + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '"
                + Integer.MAX_VALUE + "', or '-1' which means never expire.");
    }

    private static int shortNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && !(i == 0 && c == '-')) {
                return new BigDecimal(text).intValueExact();
            }
        }
        return Integer.parseInt(text);
    }
}
