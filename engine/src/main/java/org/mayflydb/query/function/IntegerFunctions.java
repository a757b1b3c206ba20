package org.mayflydb.query.function;

import java.util.List;
import java.util.function.LongBinaryOperator;
import org.mayflydb.json.JsonNumber;

/** Arithmetic on whole numbers of 64 bits, which wraps around. Numbers that are not such are of the wrong type. */
final class IntegerFunctions {
    private IntegerFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                binary("INTADD", (a, b) -> a + b),
                binary("INTSUB", (a, b) -> a - b),
                binary("INTMUL", (a, b) -> a * b),
                division("INTDIV", (a, b) -> a / b),
                division("INTMOD", (a, b) -> a % b),
                binary("INTBITAND", (a, b) -> a & b),
                binary("INTBITOR", (a, b) -> a | b),
                binary("INTBITXOR", (a, b) -> a ^ b),
                binary("INTBITLEFTSHIFT", (a, b) -> a << b),
                binary("INTBITRIGHTSHIFT", (a, b) -> a >> b),
                FunctionShapes.values("INTBITNOT", 1, 1, arguments -> {
                    Long bits = Arguments.whole(arguments[0]);
                    return bits == null ? null : JsonNumber.of(~bits);
                }));
    }

    private static BuiltIn binary(String name, LongBinaryOperator body) {
        return FunctionShapes.values(name, 2, 2, arguments -> {
            Long first = Arguments.whole(arguments[0]);
            Long second = Arguments.whole(arguments[1]);
            return first == null || second == null ? null : JsonNumber.of(body.applyAsLong(first, second));
        });
    }

    private static BuiltIn division(String name, LongBinaryOperator body) {
        return FunctionShapes.values(name, 2, 2, arguments -> {
            Long dividend = Arguments.whole(arguments[0]);
            Long divisor = Arguments.whole(arguments[1]);
            return dividend == null || divisor == null || divisor == 0
                    ? null
                    : JsonNumber.of(body.applyAsLong(dividend, divisor));
        });
    }
}
