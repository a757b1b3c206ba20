package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Every function with arguments of every type and number: it answers, and with something of bounded size. */
class AnyArgumentsTest {
    private static final int CALLS_EACH = 1_000;

    /** A result may be this much larger than all arguments together, and this long at any rate. */
    private static final int GROWTH_MAX = 8;

    private static final int SIZE_MAX_OF_LITTLE = 128;

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "ab",
            "Lantern",
            "a,b,,c",
            " 12 ",
            "true",
            "null",
            "[1,2]",
            "{\"a\":1}",
            "2031-05-06T07:08:09.5Z",
            "2031-05-06",
            "yyyy",
            "dd",
            "ns",
            "yyyy-MM-dd",
            "[a-z]+",
            "(a|b)*",
            "(",
            "a{1000}{1000}",
            "i",
            "imsx",
            "\ud800",
            "\ud83d\ude00",
            "\u0130\u00df",
            "the quick brown fox");

    private static final double[] NUMBERS = {
        0,
        1,
        2,
        3,
        -1,
        -2.5,
        0.5,
        7,
        100,
        9999,
        1e15,
        -1e15,
        9.3e18,
        1e300,
        Double.MIN_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    @Test
    void noFunctionFailsAndNoneGrowsWithoutBound() {
        long seed = 20310509;
        Random random = new Random(seed);
        for (String name : BuiltIns.names()) {
            if (BuiltInsTest.isSpatial(name)) {
                continue;
            }
            BuiltIn function = Claim.function(name);
            for (int i = 0; i < CALLS_EACH; i++) {
                @Nullable JsonValue[] arguments = arguments(random, function);
                Supplier<String> claim = () -> "seed %d: %s(%s)".formatted(seed, name, describe(arguments));
                @Nullable JsonValue result = call(function, arguments, claim);
                assertThat(size(result)).as(claim).isLessThanOrEqualTo(sizeMax(name, arguments));
                if (function.deterministic()) {
                    assertThat(describe(call(function, arguments, claim)))
                            .as(claim)
                            .isEqualTo(describe(result));
                }
            }
        }
    }

    private static @Nullable JsonValue call(BuiltIn function, @Nullable JsonValue[] arguments, Supplier<String> claim) {
        try {
            return function.body().call(arguments.clone(), Claim.context());
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(claim.get(), e);
        }
    }

    private static long sizeMax(String name, @Nullable JsonValue[] arguments) {
        long sum = 0;
        for (JsonValue argument : arguments) {
            sum += size(argument);
        }
        return switch (name) {
            case "REPLICATE" -> Limits.REPLICATE_CHARACTERS_MAX;
            // What these insert, they insert at most once for each character or member of the first argument.
            case "REPLACE", "STRINGJOIN", "OBJECTTOARRAY" -> sum * sum + SIZE_MAX_OF_LITTLE;
            default -> GROWTH_MAX * sum + SIZE_MAX_OF_LITTLE;
        };
    }

    private static @Nullable JsonValue[] arguments(Random random, BuiltIn function) {
        int most = Math.min(function.argumentsMax(), function.argumentsMin() + 3);
        int count = function.argumentsMin() + random.nextInt(most - function.argumentsMin() + 1);
        @Nullable JsonValue[] arguments = new JsonValue[count];
        for (int i = 0; i < count; i++) {
            arguments[i] = random.nextInt(12) == 0 ? null : value(random, 3);
        }
        return arguments;
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 12 : 8)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBoolean.of(random.nextBoolean());
            case 2, 3 -> JsonNumber.computed(NUMBERS[random.nextInt(NUMBERS.length)]);
            case 4 -> JsonNumber.of(random.nextLong());
            case 8, 9, 10 -> array(random, depth);
            case 11 -> object(random, depth);
            default -> new JsonString(TEXTS.get(random.nextInt(TEXTS.size())));
        };
    }

    /** Often of one type, because many functions want that. */
    private static JsonValue array(Random random, int depth) {
        List<JsonValue> elements = new ArrayList<>();
        JsonValue pattern = value(random, 0);
        boolean uniform = random.nextBoolean();
        for (int length = random.nextInt(5); length > 0; length--) {
            JsonValue element = value(random, depth - 1);
            boolean kept = !uniform || element.kind() == pattern.kind();
            elements.add(kept ? element : pattern);
        }
        return new JsonArray(elements);
    }

    private static JsonValue object(Random random, int depth) {
        List<String> names = List.of("a", "b", "term", "distance", "distanceFunction");
        JsonObject.Builder members = JsonObject.builder();
        for (int length = random.nextInt(4); length > 0; length--) {
            members.put(names.get(random.nextInt(names.size())), value(random, depth - 1));
        }
        return members.build();
    }

    private static String describe(@Nullable JsonValue... values) {
        return String.valueOf(Claim.call(
                "TOSTRING",
                new JsonArray(Arrays.stream(values)
                        .map(value -> value == null ? new JsonString("undefined") : value)
                        .toList())));
    }

    /** Characters, each value counting as a few beside its text. */
    private static long size(@Nullable JsonValue value) {
        if (value instanceof JsonString string) {
            return string.value().length();
        }
        if (value instanceof JsonArray array) {
            return 2
                    + array.elements().stream()
                            .mapToLong(element -> 1 + size(element))
                            .sum();
        }
        if (value instanceof JsonObject object) {
            return 2
                    + object.members().entrySet().stream()
                            .mapToLong(member -> 2 + member.getKey().length() + size(member.getValue()))
                            .sum();
        }
        return 4;
    }
}
