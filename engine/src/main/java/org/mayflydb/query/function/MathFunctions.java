package org.mayflydb.query.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/** Arithmetic on doubles. What has no finite result gives an infinity or NaN, as the operators do. */
final class MathFunctions {
    private MathFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.ofNumber("ABS", Math::abs),
                FunctionShapes.ofNumber("CEILING", Math::ceil),
                FunctionShapes.ofNumber("FLOOR", Math::floor),
                FunctionShapes.ofNumber("ROUND", MathFunctions::round),
                FunctionShapes.ofNumber("TRUNC", MathFunctions::truncate),
                FunctionShapes.ofNumber("SIGN", Math::signum),
                FunctionShapes.ofNumber("SQRT", Math::sqrt),
                FunctionShapes.ofNumber("SQUARE", x -> x * x),
                FunctionShapes.ofNumber("EXP", Math::exp),
                FunctionShapes.ofNumber("LOG10", Math::log10),
                FunctionShapes.ofNumber("SIN", Math::sin),
                FunctionShapes.ofNumber("COS", Math::cos),
                FunctionShapes.ofNumber("TAN", Math::tan),
                FunctionShapes.ofNumber("COT", x -> 1 / Math.tan(x)),
                FunctionShapes.ofNumber("ASIN", Math::asin),
                FunctionShapes.ofNumber("ACOS", Math::acos),
                FunctionShapes.ofNumber("ATAN", Math::atan),
                FunctionShapes.ofNumber("DEGREES", Math::toDegrees),
                FunctionShapes.ofNumber("RADIANS", Math::toRadians),
                FunctionShapes.ofNumbers("POWER", Math::pow),
                FunctionShapes.ofNumbers("ATN2", Math::atan2),
                FunctionShapes.values("LOG", 1, 2, MathFunctions::logarithm),
                FunctionShapes.values("NUMBERBIN", 1, 2, MathFunctions::bin),
                FunctionShapes.values("PI", 0, 0, arguments -> JsonNumber.of(Math.PI)),
                new BuiltIn(
                        "RAND",
                        0,
                        0,
                        false,
                        (arguments, context) -> JsonNumber.of(context.random().nextDouble())));
    }

    /** Halves go away from zero. Adding a half and cutting would also round up the double just below a half. */
    private static double round(double x) {
        double whole = truncate(x);
        return Math.abs(x - whole) >= 0.5 ? whole + Math.signum(x) : whole;
    }

    private static double truncate(double x) {
        return x < 0 ? Math.ceil(x) : Math.floor(x);
    }

    private static @Nullable JsonValue logarithm(@Nullable JsonValue[] arguments) {
        Double x = Arguments.number(arguments[0]);
        if (x == null) {
            return null;
        }
        if (arguments.length == 1) {
            return FunctionShapes.number(Math.log(x));
        }
        Double base = Arguments.number(arguments[1]);
        return base == null ? null : FunctionShapes.number(Math.log(x) / Math.log(base));
    }

    private static @Nullable JsonValue bin(@Nullable JsonValue[] arguments) {
        Double x = Arguments.number(arguments[0]);
        Double size = arguments.length == 1 ? (Double) 1.0 : Arguments.number(arguments[1]);
        return x == null || size == null || size == 0 ? null : FunctionShapes.number(Math.floor(x / size) * size);
    }
}
