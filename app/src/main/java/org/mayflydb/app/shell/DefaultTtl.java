package org.mayflydb.app.shell;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/**
 * The default TTL of a container as people write it.
 *
 * @param seconds -1 if it is on and items without a {@code ttl} never expire; null if it is off
 */
public record DefaultTtl(@Nullable Long seconds) {
    /** Nothing expires. */
    static final DefaultTtl OFF = new DefaultTtl(null);

    private static final String OFF_TEXT = "off";
    private static final long FOREVER = -1;

    /** Reads {@code off}, {@code on}, -1, or a length of time. */
    public static DefaultTtl parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals(OFF_TEXT)) {
            return OFF;
        }
        long seconds = lower.equals("on") ? FOREVER : Spans.seconds(text);
        if (seconds != FOREVER && (seconds < 1 || seconds > Integer.MAX_VALUE)) {
            throw new BadRequestException("A TTL is off, on, or between 1 and 2147483647 seconds.");
        }
        return new DefaultTtl(seconds);
    }

    /** The one that the JSON of a container has; null if there is none. */
    static DefaultTtl of(@Nullable JsonValue value) {
        return new DefaultTtl(value instanceof JsonNumber number ? number.exactLong() : null);
    }

    /** As the admin API takes it. */
    String parameter() {
        return seconds == null ? OFF_TEXT : Long.toString(seconds);
    }

    @Override
    public String toString() {
        if (seconds == null) {
            return OFF_TEXT;
        }
        return seconds == FOREVER ? "on, without a default" : seconds + " s" + longForm(seconds);
    }

    private static String longForm(long seconds) {
        return seconds < 60 ? "" : " (" + Spans.text(seconds) + ")";
    }
}
