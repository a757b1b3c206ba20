package org.mayflydb.query.function;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/**
 * The present time. The plain functions ask the clock at each call; the static ones, and NOW and AGO, take the moment
 * when the query began, so that all rows see the same.
 */
final class ClockFunctions {
    private static final int TICKS_PER_MILLISECOND = 10_000;

    private ClockFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                present("GETCURRENTDATETIME", ClockFunctions::atCall, DateTimeText::value),
                present("GETCURRENTDATETIMESTATIC", CallContext::queryStart, DateTimeText::value),
                present("GETCURRENTTICKS", ClockFunctions::atCall, JsonNumber::of),
                present("GETCURRENTTICKSSTATIC", CallContext::queryStart, JsonNumber::of),
                present("GETCURRENTTIMESTAMP", ClockFunctions::atCall, ClockFunctions::milliseconds),
                present("GETCURRENTTIMESTAMPSTATIC", CallContext::queryStart, ClockFunctions::milliseconds),
                new BuiltIn("NOW", 0, 2, false, ClockFunctions::now),
                new BuiltIn("AGO", 2, 2, false, (arguments, context) -> shifted(arguments, context, -1)));
    }

    private static BuiltIn present(
            String name, Function<CallContext, Instant> moment, LongFunction<@Nullable JsonValue> form) {
        return new BuiltIn(
                name, 0, 0, false, (arguments, context) -> form.apply(DateTimeText.ticks(moment.apply(context))));
    }

    private static Instant atCall(CallContext context) {
        return context.clock().instant();
    }

    private static JsonValue milliseconds(long ticks) {
        return JsonNumber.of(Math.floorDiv(ticks, TICKS_PER_MILLISECOND));
    }

    private static @Nullable JsonValue now(@Nullable JsonValue[] arguments, CallContext context) {
        return switch (arguments.length) {
            case 0 -> DateTimeText.value(DateTimeText.ticks(context.queryStart()));
            case 1 -> null;
            default -> shifted(arguments, context, 1);
        };
    }

    private static @Nullable JsonValue shifted(@Nullable JsonValue[] arguments, CallContext context, int direction) {
        DateTimePart part = DateTimePart.find(Arguments.text(arguments[0]));
        Long count = Arguments.whole(arguments[1]);
        if (part == null || count == null) {
            return null;
        }
        long start = DateTimeText.ticks(context.queryStart());
        Long ticks = DateTimeArithmetic.add(start, part, count * direction);
        return ticks == null ? null : DateTimeText.value(ticks);
    }
}
