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
                Shapes.ofNumber("ABS", Math::abs),
                Shapes.ofNumber("CEILING", Math::ceil),
                Shapes.ofNumber("FLOOR", Math::floor),
                Shapes.ofNumber("ROUND", MathFunctions::round),
                Shapes.ofNumber("TRUNC", MathFunctions::truncate),
                Shapes.ofNumber("SIGN", Math::signum),
                Shapes.ofNumber("SQRT", Math::sqrt),
                Shapes.ofNumber("SQUARE", x -> x * x),
                Shapes.ofNumber("EXP", Math::exp),
                Shapes.ofNumber("LOG10", Math::log10),
                Shapes.ofNumber("SIN", Math::sin),
                Shapes.ofNumber("COS", Math::cos),
                Shapes.ofNumber("TAN", Math::tan),
                Shapes.ofNumber("COT", x -> 1 / Math.tan(x)),
                Shapes.ofNumber("ASIN", Math::asin),
                Shapes.ofNumber("ACOS", Math::acos),
                Shapes.ofNumber("ATAN", Math::atan),
                Shapes.ofNumber("DEGREES", Math::toDegrees),
                Shapes.ofNumber("RADIANS", Math::toRadians),
                Shapes.ofNumbers("POWER", Math::pow),
                Shapes.ofNumbers("ATN2", Math::atan2),
                Shapes.values("LOG", 1, 2, MathFunctions::logarithm),
                Shapes.values("NUMBERBIN", 1, 2, MathFunctions::bin),
                Shapes.values("PI", 0, 0, arguments -> JsonNumber.of(Math.PI)),
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
            return Shapes.number(Math.log(x));
        }
        Double base = Arguments.number(arguments[1]);
        return base == null ? null : Shapes.number(Math.log(x) / Math.log(base));
    }

    private static @Nullable JsonValue bin(@Nullable JsonValue[] arguments) {
        Double x = Arguments.number(arguments[0]);
        Double size = arguments.length == 1 ? (Double) 1.0 : Arguments.number(arguments[1]);
        return x == null || size == null || size == 0 ? null : Shapes.number(Math.floor(x / size) * size);
    }
}
