package org.mayflydb.app.shell;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/**
 * The time to live of a container as people say it.
 *
 * @param seconds -1 if it is on and items live for ever unless they say otherwise; null if it is off
 */
public record DefaultTtl(@Nullable Long seconds) {
    private static final String OFF = "off";
    private static final long FOREVER = -1;

    /** Reads {@code off}, {@code on}, -1, or a length of time. */
    public static DefaultTtl parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals(OFF)) {
            return new DefaultTtl(null);
        }
        long seconds = lower.equals("on") ? FOREVER : Spans.seconds(text);
        if (seconds != FOREVER && (seconds < 1 || seconds > Integer.MAX_VALUE)) {
            throw new BadRequestException("A time to live is off, on, or between 1 and 2147483647 seconds.");
        }
        return new DefaultTtl(seconds);
    }

    /** The one that the JSON of a container has; null if there is none. */
    static DefaultTtl of(@Nullable JsonValue value) {
        return new DefaultTtl(value instanceof JsonNumber number ? number.exactLong() : null);
    }

    /** As the admin API takes it. */
    String parameter() {
        return seconds == null ? OFF : Long.toString(seconds);
    }

    @Override
    public String toString() {
        if (seconds == null) {
            return OFF;
        }
        return seconds == FOREVER ? "on, without a default" : seconds + " s" + longForm(seconds);
    }

    private static String longForm(long seconds) {
        return seconds < 60 ? "" : " (" + Spans.text(seconds) + ")";
    }
}
