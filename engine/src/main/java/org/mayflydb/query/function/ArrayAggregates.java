package org.mayflydb.query.function;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonValue;

/** What the elements of one array amount to. */
final class ArrayAggregates {
    private ArrayAggregates() {}

    static List<BuiltIn> functions() {
        return List.of(
                ofNumbers("ARRAY_SUM", numbers -> Arrays.stream(numbers).sum()),
                ofSomeNumbers("ARRAY_AVG", numbers -> Arrays.stream(numbers).sum() / numbers.length),
                ofSomeNumbers("ARRAY_MEDIAN", ArrayAggregates::median),
                extreme("ARRAY_MIN", -1),
                extreme("ARRAY_MAX", 1));
    }

    private static BuiltIn ofNumbers(String name, Function<double[], Double> body) {
        return FunctionShapes.ofArray(name, elements -> {
            double[] numbers = numbers(elements);
            return numbers == null ? null : FunctionShapes.number(body.apply(numbers));
        });
    }

    private static BuiltIn ofSomeNumbers(String name, Function<double[], Double> body) {
        return FunctionShapes.ofArray(name, elements -> {
            double[] numbers = numbers(elements);
            return numbers == null || numbers.length == 0 ? null : FunctionShapes.number(body.apply(numbers));
        });
    }

    private static double @Nullable [] numbers(List<JsonValue> elements) {
        double[] numbers = new double[elements.size()];
        int count = 0;
        for (JsonValue element : elements) {
            if (!(element instanceof JsonNumber number)) {
                return null;
            }
            numbers[count++] = number.doubleValue();
        }
        return numbers;
    }

    private static double median(double[] numbers) {
        Arrays.sort(numbers);
        int middle = numbers.length / 2;
        return numbers.length % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
    }

    private static BuiltIn extreme(String name, int direction) {
        return FunctionShapes.metered(name, 1, 1, (arguments, meter) -> {
            List<JsonValue> elements = Arguments.elements(arguments[0]);
            return elements == null ? null : extreme(elements, direction, meter);
        });
    }

    private static @Nullable JsonValue extreme(List<JsonValue> elements, int direction, Meter meter) {
        JsonValue best = null;
        for (JsonValue element : elements) {
            if (element.kind() == JsonValue.Kind.ARRAY || element.kind() == JsonValue.Kind.OBJECT) {
                return null;
            }
            Cost.payComparison(element, best, meter);
            if (best == null || JsonOrder.compare(element, best) * direction > 0) {
                best = element;
            }
        }
        return best;
    }
}
