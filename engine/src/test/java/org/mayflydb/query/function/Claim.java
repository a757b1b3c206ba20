package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * A call written as in a query, such as {@code LEFT('abc', 2)}, and what it should give. Arguments and results are JSON
 * with single quotes, and also {@code undefined}, {@code NaN}, {@code Infinity} and {@code -Infinity}.
 */
final class Claim {
    static final Instant QUERY_START = Instant.parse("2031-05-06T07:08:09.1234567Z");
    static final Instant CALL = Instant.parse("2031-05-06T07:08:10.7654321Z");

    /** Takes any amount of work. */
    static final Meter UNMETERED = steps -> {};

    private static final double RELATIVE_ERROR_MAX = 1e-12;

    private Claim() {}

    /** The query began a while ago; chance is the same at every call. */
    static CallContext context() {
        return new CallContext(QUERY_START, InstantSource.fixed(CALL), new Random(1), UNMETERED);
    }

    static void holds(String call, String expected) {
        JsonValue actual = call(call);
        assertThat(same(actual, value(expected)))
                .as("%s gives %s, not %s", call, spell(actual), expected)
                .isTrue();
    }

    static @Nullable JsonValue call(String call) {
        int open = call.indexOf('(');
        String name = call.substring(0, open).strip();
        List<@Nullable JsonValue> arguments = new ArrayList<>();
        for (String argument : split(call.substring(open + 1, call.lastIndexOf(')')))) {
            arguments.add(value(argument));
        }
        return call(name, arguments.toArray(new JsonValue[0]));
    }

    /** Calls the function after a look at the number of arguments. */
    static @Nullable JsonValue call(String name, @Nullable JsonValue... arguments) {
        BuiltIn function = function(name);
        assertThat(arguments.length).as(name).isBetween(function.argumentsMin(), function.argumentsMax());
        return function.body().call(arguments, context());
    }

    static BuiltIn function(String name) {
        return Invariant.present(BuiltIns.find(name), "there is a function " + name);
    }

    /** Cuts at the commas that are outside of strings and brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            quoted ^= next == '\'';
            depth += quoted ? 0 : "[{".indexOf(next) >= 0 ? 1 : "]}".indexOf(next) >= 0 ? -1 : 0;
            if (next == ',' && depth == 0 && !quoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        if (!text.isBlank()) {
            parts.add(text.substring(start));
        }
        return parts;
    }

    static @Nullable JsonValue value(String text) {
        return switch (text.strip()) {
            case "undefined" -> null;
            case "NaN" -> JsonNumber.computed(Double.NaN);
            case "Infinity" -> JsonNumber.computed(Double.POSITIVE_INFINITY);
            case "-Infinity" -> JsonNumber.computed(Double.NEGATIVE_INFINITY);
            default -> JsonValue.parse(text.strip().replace('\'', '"'));
        };
    }

    private static String spell(@Nullable JsonValue value) {
        if (value instanceof JsonNumber number && !Double.isFinite(number.doubleValue())) {
            return Double.toString(number.doubleValue());
        }
        return value == null ? "undefined" : value.toString();
    }

    private static boolean same(@Nullable JsonValue one, @Nullable JsonValue other) {
        if (one instanceof JsonNumber first && other instanceof JsonNumber second) {
            double difference = Math.abs(first.doubleValue() - second.doubleValue());
            return Double.compare(first.doubleValue(), second.doubleValue()) == 0
                    || difference <= RELATIVE_ERROR_MAX * Math.abs(second.doubleValue());
        }
        if (one instanceof JsonArray first && other instanceof JsonArray second) {
            boolean same = first.elements().size() == second.elements().size();
            for (int i = 0; same && i < first.elements().size(); i++) {
                same = same(first.elements().get(i), second.elements().get(i));
            }
            return same;
        }
        if (one instanceof JsonObject first && other instanceof JsonObject second) {
            return first.members().keySet().equals(second.members().keySet())
                    && first.members().entrySet().stream()
                            .allMatch(member -> same(member.getValue(), second.get(member.getKey())));
        }
        return one == null ? other == null : one.equals(other);
    }
}
