package org.mayflydb.query.function;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Adding, comparing and rounding date-times, all as ticks; null where the outcome is no date-time. */
final class DateTimeArithmetic {
    private static final int NANOS_PER_TICK = 100;

    /** More months than there are between the first and the last date-time. */
    private static final long MONTHS_MAX = 12 * 10_000L;

    private DateTimeArithmetic() {}

    /** A day that the month does not have becomes the last that it has. */
    static @Nullable Long add(long ticks, DateTimePart part, long count) {
        if (part.isCalendar()) {
            return Math.abs(count / 2) > MONTHS_MAX / 2 ? null : addMonths(ticks, count * part.months());
        }
        if (part == DateTimePart.NANOSECOND) {
            return inRange(ticks + count / NANOS_PER_TICK);
        }
        long most = Long.MAX_VALUE / 4;
        return Math.abs(count / 2) > most / 2 / part.ticks() ? null : inRange(ticks + count * part.ticks());
    }

    private static @Nullable Long addMonths(long ticks, long months) {
        LocalDateTime moved = DateTimeText.time(ticks).plusMonths(months);
        return moved.getYear() < 1 || moved.getYear() > 9999 ? null : (Long) DateTimeText.ticks(moved);
    }

    private static @Nullable Long inRange(long ticks) {
        return DateTimeText.isInRange(ticks) ? (Long) ticks : null;
    }

    /** How many times a new part begins on the way, negative on the way back. */
    static @Nullable Long difference(DateTimePart part, long from, long to) {
        if (part.isCalendar()) {
            return part == DateTimePart.MONTH
                    ? months(to) - months(from)
                    : Math.floorDiv(months(to), 12L) - Math.floorDiv(months(from), 12L);
        }
        if (part == DateTimePart.NANOSECOND) {
            long ticks = to - from;
            return Math.abs(ticks) > Long.MAX_VALUE / NANOS_PER_TICK ? null : (Long) (ticks * NANOS_PER_TICK);
        }
        return Math.floorDiv(to, part.ticks()) - Math.floorDiv(from, part.ticks());
    }

    private static long months(long ticks) {
        LocalDateTime time = DateTimeText.time(ticks);
        return time.getYear() * 12L + time.getMonthValue() - 1;
    }

    /** The last moment not after {@code ticks} that is a multiple of {@code size} parts away from the origin. */
    static @Nullable Long floor(long ticks, DateTimePart part, long size, long origin) {
        if (part.isCalendar()) {
            return floorMonths(ticks, origin, Math.min(size, MONTHS_MAX) * part.months());
        }
        long step = part == DateTimePart.NANOSECOND
                ? Math.max(1, size / NANOS_PER_TICK)
                : Math.min(size, Long.MAX_VALUE / 2 / part.ticks()) * part.ticks();
        return inRange(origin + floorSteps(ticks - origin, step));
    }

    /** Saturates below, where the outcome is long before the first date-time. */
    private static long floorSteps(long distance, long step) {
        long steps = Math.floorDiv(distance, step);
        return steps < 0 && step > Long.MAX_VALUE / 2 / -steps ? Long.MIN_VALUE / 2 : steps * step;
    }

    private static @Nullable Long floorMonths(long ticks, long origin, long size) {
        long steps = Math.floorDiv(months(ticks) - months(origin), size);
        Long bin = addMonths(origin, steps * size);
        boolean beyond = bin != null && bin > ticks;
        return beyond ? addMonths(origin, (steps - 1) * size) : bin;
    }
}
