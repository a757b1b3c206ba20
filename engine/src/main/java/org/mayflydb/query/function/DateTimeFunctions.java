package org.mayflydb.query.function;

import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Calculations with date-times. */
final class DateTimeFunctions {
    private static final int TICKS_PER_MILLISECOND = 10_000;
    private static final long EPOCH = 0;

    /** DATETIMEBIN takes no origin before this. */
    private static final long ORIGIN_MIN = DateTimeText.ticks(LocalDateTime.of(1601, 1, 1, 0, 0));

    private DateTimeFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.values("DATETIMEADD", 3, 3, DateTimeFunctions::add),
                FunctionShapes.values("DATETIMEDIFF", 3, 3, DateTimeFunctions::difference),
                FunctionShapes.values("DATETIMEBIN", 2, 4, DateTimeFunctions::bin),
                FunctionShapes.values("DATETIMEPART", 2, 2, arguments -> {
                    DateTimePart part = DateTimePart.find(Arguments.text(arguments[0]));
                    return part == null ? null : part(part, arguments[1]);
                }),
                FunctionShapes.values("YEAR", 1, 1, arguments -> part(DateTimePart.YEAR, arguments[0])),
                FunctionShapes.values("MONTH", 1, 1, arguments -> part(DateTimePart.MONTH, arguments[0])),
                FunctionShapes.values("DAY", 1, 1, arguments -> part(DateTimePart.DAY, arguments[0])),
                FunctionShapes.values("DATETIMEFROMPARTS", 3, 7, DateTimeFunctions::fromParts),
                FunctionShapes.ofTexts("DATETIMEFORMAT", DateTimeFunctions::format),
                FunctionShapes.values("DATETIMETOTICKS", 1, 1, arguments -> count(arguments[0], 1)),
                FunctionShapes.values(
                        "DATETIMETOTIMESTAMP", 1, 1, arguments -> count(arguments[0], TICKS_PER_MILLISECOND)),
                FunctionShapes.values("TICKSTODATETIME", 1, 1, arguments -> uncount(arguments[0], 1)),
                FunctionShapes.values(
                        "TIMESTAMPTODATETIME", 1, 1, arguments -> uncount(arguments[0], TICKS_PER_MILLISECOND)));
    }

    private static @Nullable JsonValue add(@Nullable JsonValue[] arguments) {
        DateTimePart part = DateTimePart.find(Arguments.text(arguments[0]));
        Long count = Arguments.whole(arguments[1]);
        Long ticks = DateTimeText.ticks(arguments[2]);
        return part == null || count == null || ticks == null
                ? null
                : value(DateTimeArithmetic.add(ticks, part, count));
    }

    private static @Nullable JsonValue difference(@Nullable JsonValue[] arguments) {
        DateTimePart part = DateTimePart.find(Arguments.text(arguments[0]));
        Long from = DateTimeText.ticks(arguments[1]);
        Long to = DateTimeText.ticks(arguments[2]);
        if (part == null || from == null || to == null) {
            return null;
        }
        Long difference = DateTimeArithmetic.difference(part, from, to);
        return difference == null ? null : JsonNumber.of(difference);
    }

    private static @Nullable JsonValue bin(@Nullable JsonValue[] arguments) {
        Long ticks = DateTimeText.ticks(arguments[0]);
        DateTimePart part = DateTimePart.find(Arguments.text(arguments[1]));
        Long size = Arguments.wholeOr(arguments, 2, 1);
        Long origin = arguments.length < 4 ? (Long) EPOCH : DateTimeText.ticks(arguments[3]);
        if (ticks == null || part == null || size == null || size <= 0 || origin == null || origin < ORIGIN_MIN) {
            return null;
        }
        return value(DateTimeArithmetic.floor(ticks, part, size, origin));
    }

    private static @Nullable JsonValue value(@Nullable Long ticks) {
        return ticks == null ? null : DateTimeText.value(ticks);
    }

    private static @Nullable JsonValue part(DateTimePart part, @Nullable JsonValue argument) {
        LocalDateTime time =
                argument instanceof JsonString string ? DateTimeText.parseWithOffset(string.value()) : null;
        if (time == null) {
            return null;
        }
        return JsonNumber.of(
                switch (part) {
                    case YEAR -> time.getYear();
                    case MONTH -> time.getMonthValue();
                    case DAY -> time.getDayOfMonth();
                    case HOUR -> time.getHour();
                    case MINUTE -> time.getMinute();
                    case SECOND -> time.getSecond();
                    case MILLISECOND -> time.getNano() / 1_000_000;
                    case MICROSECOND -> time.getNano() / 1_000;
                    case NANOSECOND -> time.getNano();
                });
    }

    /** The parts are spelled and read, so that one place knows what a valid date-time is. */
    private static @Nullable JsonValue fromParts(@Nullable JsonValue[] arguments) {
        int[] digits = {4, 2, 2, 2, 2, 2, 7};
        String separators = "--T::.Z";
        StringBuilder text = new StringBuilder();
        for (int place = 0; place < digits.length; place++) {
            Long part = Arguments.wholeOr(arguments, place, 0);
            if (part == null || part < 0 || part >= Math.pow(10, digits[place])) {
                return null;
            }
            DateTimeText.append(text, part.intValue(), digits[place]).append(separators.charAt(place));
        }
        return DateTimeText.parse(text.toString()) == null ? null : new JsonString(text.toString());
    }

    private static @Nullable JsonValue format(String text, String pattern) {
        LocalDateTime time = DateTimeText.parseWithOffset(text);
        return time == null ? null : new JsonString(new DateTimePattern(pattern).format(time));
    }

    private static @Nullable JsonValue count(@Nullable JsonValue argument, int ticksEach) {
        Long ticks = DateTimeText.ticks(argument);
        return ticks == null ? null : JsonNumber.of(Math.floorDiv(ticks, ticksEach));
    }

    private static @Nullable JsonValue uncount(@Nullable JsonValue argument, int ticksEach) {
        Long count = Arguments.whole(argument);
        return count == null || Math.abs(count / 2) > Long.MAX_VALUE / 4 / ticksEach
                ? null
                : DateTimeText.value(count * ticksEach);
    }
}
