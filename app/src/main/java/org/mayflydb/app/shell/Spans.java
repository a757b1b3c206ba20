package org.mayflydb.app.shell;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.base.BadRequestException;

/** Lengths of time as people write and read them. */
public final class Spans {
    private static final Pattern SHORT = Pattern.compile("(-?\\d{1,15})\\s*([smhdwy]?)");
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long WEEK = 7 * DAY;
    private static final long YEAR = 365 * DAY;

    private Spans() {}

    /** Seconds of {@code 90}, {@code 15m}, {@code 1h}, {@code 90d}, {@code 2w}, {@code 1y} or {@code PT1H30M}. */
    public static long seconds(String text) {
        Matcher matcher = SHORT.matcher(text.strip().toLowerCase(Locale.ROOT));
        try {
            return matcher.matches()
                    ? Math.multiplyExact(Long.parseLong(matcher.group(1)), unit(matcher.group(2)))
                    : Duration.parse(text.strip()).toSeconds();
        } catch (DateTimeParseException | ArithmeticException malformed) {
            throw new BadRequestException(
                    "'" + text + "' is not a duration such as 90, 15m, 1h, 90d, 2w, 1y or PT1H30M.");
        }
    }

    private static long unit(String letter) {
        return switch (letter) {
            case "m" -> MINUTE;
            case "h" -> HOUR;
            case "d" -> DAY;
            case "w" -> WEEK;
            case "y" -> YEAR;
            default -> 1;
        };
    }

    /** The two largest units, such as {@code 1 h 30 min}. */
    public static String text(long seconds) {
        if (seconds < 0) {
            return "-" + text(seconds == Long.MIN_VALUE ? Long.MAX_VALUE : -seconds);
        }
        if (seconds < MINUTE) {
            return seconds + " s";
        } else if (seconds < HOUR) {
            return two(seconds, MINUTE, "min", 1, "s");
        } else if (seconds < DAY) {
            return two(seconds, HOUR, "h", MINUTE, "min");
        } else if (seconds < YEAR) {
            return two(seconds, DAY, "d", HOUR, "h");
        }
        // Of some years nobody wants to know the days, and leap years would only add a few odd ones.
        return two(seconds, YEAR, "y", seconds < 2 * YEAR ? DAY : YEAR, "d");
    }

    private static String two(long seconds, long large, String largeName, long small, String smallName) {
        long rest = seconds % large / small;
        return seconds / large + " " + largeName + (rest == 0 ? "" : " " + rest + " " + smallName);
    }
}
