package org.mayflydb.query.function;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Date-times between text, ticks and calendar. A tick is 100 ns, and ticks count from 1970; the text is that of ISO 8601
 * in UTC with seven digits of a second, in the years 1 to 9999.
 */
final class DateTimeText {
    static final long TICKS_PER_SECOND = 10_000_000;

    private static final int NANOS_PER_TICK = 100;
    private static final int FRACTION_DIGITS = 7;
    private static final int DATE_LENGTH = "yyyy-MM-dd".length();
    private static final int SECONDS_LENGTH = "yyyy-MM-ddTHH:mm:ss".length();
    private static final int OFFSET_LENGTH = "+HH:mm".length();
    private static final int OFFSET_HOURS_MAX = 14;

    private static final long TICKS_MIN = ticks(LocalDateTime.of(1, 1, 1, 0, 0));
    private static final long TICKS_MAX = ticks(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_900));

    private DateTimeText() {}

    /** Reads what {@link #parse} reads, or a time with an offset in place of Z. */
    static @Nullable LocalDateTime parseWithOffset(String text) {
        int sign = text.length() - OFFSET_LENGTH;
        if (sign < SECONDS_LENGTH || !(isAt(text, sign, '+') || isAt(text, sign, '-'))) {
            return parse(text);
        }
        LocalDateTime local = isAt(text, sign - 1, 'Z') ? null : parse(text.substring(0, sign));
        return local == null ? null : inUtc(local, text, sign);
    }

    /** Reads a date with or without time, fraction and Z; null if the text is nothing of that. */
    static @Nullable LocalDateTime parse(String text) {
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, DATE_LENGTH);
        boolean date = year >= 1 && month >= 1 && month <= 12 && day >= 1 && isAt(text, 4, '-') && isAt(text, 7, '-');
        if (!date || day > YearMonth.of(year, month).lengthOfMonth()) {
            return null;
        }
        return text.length() == DATE_LENGTH
                ? LocalDateTime.of(year, month, day, 0, 0)
                : withTime(text, year, month, day);
    }

    private static @Nullable LocalDateTime withTime(String text, int year, int month, int day) {
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, SECONDS_LENGTH);
        int end = text.endsWith("Z") ? text.length() - 1 : text.length();
        int fraction = end == SECONDS_LENGTH ? 0 : fraction(text, end);
        boolean marks = (isAt(text, 10, 'T') || isAt(text, 10, ' ')) && isAt(text, 13, ':') && isAt(text, 16, ':');
        boolean inRange = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
        return marks && inRange && fraction >= 0
                ? LocalDateTime.of(year, month, day, hour, minute, second, fraction * NANOS_PER_TICK)
                : null;
    }

    private static @Nullable LocalDateTime inUtc(LocalDateTime local, String text, int sign) {
        int hours = digits(text, sign + 1, sign + 3);
        int minutes = digits(text, sign + 4, sign + OFFSET_LENGTH);
        if (hours < 0 || hours > OFFSET_HOURS_MAX || minutes < 0 || minutes >= 60 || !isAt(text, sign + 3, ':')) {
            return null;
        }
        int ahead = (isAt(text, sign, '-') ? -1 : 1) * (hours * 60 + minutes);
        LocalDateTime utc = local.minusMinutes(ahead);
        return isInRange(ticks(utc)) ? utc : null;
    }

    private static int fraction(String text, int end) {
        int count = end - SECONDS_LENGTH - 1;
        if (count < 1 || count > FRACTION_DIGITS || !isAt(text, SECONDS_LENGTH, '.')) {
            return -1;
        }
        int fraction = digits(text, SECONDS_LENGTH + 1, end);
        for (int missing = count; missing < FRACTION_DIGITS; missing++) {
            fraction *= 10;
        }
        return fraction;
    }

    private static boolean isAt(String text, int place, char mark) {
        return place < text.length() && text.charAt(place) == mark;
    }

    /** The number between two places, negative if there is anything but digits. */
    private static int digits(String text, int start, int end) {
        if (end > text.length()) {
            return -1;
        }
        int number = 0;
        for (int i = start; i < end; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** The ticks since the last full second. */
    static int fraction(LocalDateTime time) {
        return time.get(ChronoField.NANO_OF_SECOND) / NANOS_PER_TICK;
    }

    static long ticks(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC) * TICKS_PER_SECOND + fraction(time);
    }

    static long ticks(Instant time) {
        return ticks(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    }

    /** The ticks of an argument that is the text of a date-time. */
    static @Nullable Long ticks(@Nullable JsonValue argument) {
        LocalDateTime time = argument instanceof JsonString string ? parseWithOffset(string.value()) : null;
        return time == null ? null : (Long) ticks(time);
    }

    static boolean isInRange(long ticks) {
        return ticks >= TICKS_MIN && ticks <= TICKS_MAX;
    }

    /** For ticks that are in range. */
    static LocalDateTime time(long ticks) {
        int nanos = (int) Math.floorMod(ticks, TICKS_PER_SECOND) * NANOS_PER_TICK;
        return LocalDateTime.ofEpochSecond(Math.floorDiv(ticks, TICKS_PER_SECOND), nanos, ZoneOffset.UTC);
    }

    /** The text for these ticks; undefined outside of the years 1 to 9999. */
    static @Nullable JsonValue value(long ticks) {
        return isInRange(ticks) ? new JsonString(text(time(ticks))) : null;
    }

    private static String text(LocalDateTime time) {
        StringBuilder text = new StringBuilder("yyyy-MM-ddTHH:mm:ss.fffffffZ".length());
        append(text, time.getYear(), 4).append('-');
        append(text, time.getMonthValue(), 2).append('-');
        append(text, time.getDayOfMonth(), 2).append('T');
        append(text, time.getHour(), 2).append(':');
        append(text, time.getMinute(), 2).append(':');
        append(text, time.getSecond(), 2).append('.');
        return append(text, fraction(time), FRACTION_DIGITS).append('Z').toString();
    }

    /** Appends a number with at least so many digits. */
    static StringBuilder append(StringBuilder target, int number, int digits) {
        String spelled = Integer.toString(number);
        return target.append("0".repeat(Math.max(0, digits - spelled.length()))).append(spelled);
    }
}
