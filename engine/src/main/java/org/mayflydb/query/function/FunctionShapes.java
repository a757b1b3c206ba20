package org.mayflydb.query.function;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/** Makes functions of the usual shapes, so that each says only what is its own. */
final class FunctionShapes {
    private FunctionShapes() {}

    /** What a function of one text does. */
    @FunctionalInterface
    interface OfText {
        @Nullable
        JsonValue call(String text);
    }

    /** What a function of two texts does. */
    @FunctionalInterface
    interface OfTexts {
        @Nullable
        JsonValue call(String first, String second);
    }

    /** What a function of one array does. */
    @FunctionalInterface
    interface OfArray {
        @Nullable
        JsonValue call(List<JsonValue> elements);
    }

    /** What a function that only looks at its arguments does. */
    @FunctionalInterface
    interface OfValues {
        @Nullable
        JsonValue call(@Nullable JsonValue[] arguments);
    }

    /** What a function does whose work is more than going through its arguments once. */
    @FunctionalInterface
    interface Metered {
        @Nullable
        JsonValue call(@Nullable JsonValue[] arguments, Meter meter);
    }

    /** What a function of two arrays does that looks into their elements. */
    @FunctionalInterface
    interface MeteredArrays {
        @Nullable
        JsonValue call(List<JsonValue> first, List<JsonValue> second, Meter meter);
    }

    /** A calculated number; the sign of a zero is nothing a query can see. */
    static JsonNumber number(double value) {
        return JsonNumber.computed(value + 0.0);
    }

    static BuiltIn values(String name, int argumentsMin, int argumentsMax, OfValues body) {
        return new BuiltIn(name, argumentsMin, argumentsMax, true, (arguments, context) -> body.call(arguments));
    }

    static BuiltIn metered(String name, int argumentsMin, int argumentsMax, Metered body) {
        return new BuiltIn(
                name, argumentsMin, argumentsMax, true, (arguments, context) -> body.call(arguments, context.meter()));
    }

    static BuiltIn ofNumber(String name, DoubleUnaryOperator body) {
        return values(name, 1, 1, arguments -> {
            Double number = Arguments.number(arguments[0]);
            return number == null ? null : number(body.applyAsDouble(number));
        });
    }

    static BuiltIn ofNumbers(String name, DoubleBinaryOperator body) {
        return values(name, 2, 2, arguments -> {
            Double first = Arguments.number(arguments[0]);
            Double second = Arguments.number(arguments[1]);
            return first == null || second == null ? null : number(body.applyAsDouble(first, second));
        });
    }

    static BuiltIn ofText(String name, OfText body) {
        return values(name, 1, 1, arguments -> {
            String text = Arguments.text(arguments[0]);
            return text == null ? null : body.call(text);
        });
    }

    static BuiltIn ofTexts(String name, OfTexts body) {
        return values(name, 2, 2, arguments -> {
            String first = Arguments.text(arguments[0]);
            String second = Arguments.text(arguments[1]);
            return first == null || second == null ? null : body.call(first, second);
        });
    }

    static BuiltIn ofArray(String name, OfArray body) {
        return values(name, 1, 1, arguments -> {
            List<JsonValue> elements = Arguments.elements(arguments[0]);
            return elements == null ? null : body.call(elements);
        });
    }

    static BuiltIn ofArrays(String name, MeteredArrays body) {
        return metered(name, 2, 2, (arguments, meter) -> {
            List<JsonValue> first = Arguments.elements(arguments[0]);
            List<JsonValue> second = Arguments.elements(arguments[1]);
            return first == null || second == null ? null : body.call(first, second, meter);
        });
    }
}
