package org.mayflydb.query.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

/** Functions that answer with one of their arguments. */
final class ConditionalFunctions {
    private ConditionalFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.values(
                        "IIF", 3, 3, arguments -> JsonBoolean.TRUE.equals(arguments[0]) ? arguments[1] : arguments[2]),
                FunctionShapes.values("CHOOSE", 2, BuiltIn.ANY, ConditionalFunctions::choose));
    }

    private static @Nullable JsonValue choose(@Nullable JsonValue[] arguments) {
        Long place = Arguments.whole(arguments[0]);
        return place == null || place < 1 || place >= arguments.length ? null : arguments[place.intValue()];
    }
}
