package org.mayflydb.query.function;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a date-time. */
enum DateTimePart {
    YEAR(0),
    MONTH(0),
    DAY(24 * 60 * 60 * DateTimeText.TICKS_PER_SECOND),
    HOUR(60 * 60 * DateTimeText.TICKS_PER_SECOND),
    MINUTE(60 * DateTimeText.TICKS_PER_SECOND),
    SECOND(DateTimeText.TICKS_PER_SECOND),
    MILLISECOND(DateTimeText.TICKS_PER_SECOND / 1_000),
    MICROSECOND(DateTimeText.TICKS_PER_SECOND / 1_000_000),
    NANOSECOND(0);

    private static final Map<String, DateTimePart> BY_SPELLING = spellings();

    private final long ticks;

    DateTimePart(long ticks) {
        this.ticks = ticks;
    }

    private static Map<String, DateTimePart> spellings() {
        Map<String, DateTimePart> parts = new HashMap<>();
        List.of("year", "yyyy", "yy").forEach(spelling -> parts.put(spelling, YEAR));
        List.of("month", "mm", "m").forEach(spelling -> parts.put(spelling, MONTH));
        List.of("day", "dd", "d").forEach(spelling -> parts.put(spelling, DAY));
        List.of("hour", "hh").forEach(spelling -> parts.put(spelling, HOUR));
        List.of("minute", "mi", "n").forEach(spelling -> parts.put(spelling, MINUTE));
        List.of("second", "ss", "s").forEach(spelling -> parts.put(spelling, SECOND));
        List.of("millisecond", "ms").forEach(spelling -> parts.put(spelling, MILLISECOND));
        List.of("microsecond", "mcs").forEach(spelling -> parts.put(spelling, MICROSECOND));
        List.of("nanosecond", "ns").forEach(spelling -> parts.put(spelling, NANOSECOND));
        return parts;
    }

    /** The part that a query names, in any of its spellings and in any case. */
    static @Nullable DateTimePart find(@Nullable String spelling) {
        return spelling == null ? null : BY_SPELLING.get(spelling.toLowerCase(Locale.ROOT));
    }

    /** How many ticks it lasts; 0 for years and months, which differ, and for nanoseconds, which are less than one. */
    long ticks() {
        return ticks;
    }

    boolean isCalendar() {
        return this == YEAR || this == MONTH;
    }

    /** How many months it lasts, for years and months. */
    int months() {
        return this == YEAR ? 12 : 1;
    }
}
