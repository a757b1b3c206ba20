package org.mayflydb.query.function;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** IS_NUMBER and its kin: always true or false. */
final class TypeTests {
    private TypeTests() {}

    static List<BuiltIn> functions() {
        return List.of(
                ofKind("IS_ARRAY", JsonValue.Kind.ARRAY),
                ofKind("IS_BOOL", JsonValue.Kind.BOOLEAN),
                ofKind("IS_NULL", JsonValue.Kind.NULL),
                ofKind("IS_NUMBER", JsonValue.Kind.NUMBER),
                ofKind("IS_OBJECT", JsonValue.Kind.OBJECT),
                ofKind("IS_STRING", JsonValue.Kind.STRING),
                test("IS_DEFINED", value -> true),
                test(
                        "IS_PRIMITIVE",
                        value -> value.kind() != JsonValue.Kind.ARRAY && value.kind() != JsonValue.Kind.OBJECT),
                test("IS_INTEGER", value -> value instanceof JsonNumber number && number.exactLong() != null),
                test(
                        "IS_FINITE_NUMBER",
                        value -> value instanceof JsonNumber number && Double.isFinite(number.doubleValue())),
                test(
                        "IS_DATETIME",
                        value -> value instanceof JsonString string && DateTimeText.parse(string.value()) != null));
    }

    private static BuiltIn ofKind(String name, JsonValue.Kind kind) {
        return test(name, value -> value.kind() == kind);
    }

    private static BuiltIn test(String name, Predicate<JsonValue> test) {
        return FunctionShapes.values(name, 1, 1, arguments -> {
            @Nullable JsonValue value = arguments[0];
            return JsonBoolean.of(value != null && test.test(value));
        });
    }
}
