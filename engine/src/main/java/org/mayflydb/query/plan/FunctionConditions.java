package org.mayflydb.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.Aliases;
import org.mayflydb.query.plan.Condition.Bounds;
import org.mayflydb.query.syntax.SqlExpression;

/** Reads conditions out of calls of those functions that an index knows something about. */
final class FunctionConditions {
    private final ConditionReader reader;
    private final Aliases aliases;
    private final Function<SqlExpression, ConditionReader.Constant> constants;

    FunctionConditions(
            ConditionReader reader, Aliases aliases, Function<SqlExpression, ConditionReader.Constant> constants) {
        this.reader = reader;
        this.aliases = aliases;
        this.constants = constants;
    }

    Condition read(SqlExpression.Call call) {
        List<SqlExpression> arguments = call.arguments();
        if (arguments.isEmpty()) {
            return Condition.EVERYTHING;
        }
        SqlExpression target = arguments.get(0);
        return switch (call.name().toUpperCase(Locale.ROOT)) {
            case "IS_NULL" -> reader.equal(target, JsonNull.NULL);
            case "IS_STRING" -> reader.prefix(target, "");
            case "IS_BOOL", "IS_BOOLEAN" ->
                reader.values(target, List.of(new Bounds.Equal(JsonBoolean.FALSE), new Bounds.Equal(JsonBoolean.TRUE)));
            case "IS_NUMBER" ->
                reader.values(
                        target,
                        List.of(new Bounds.Between(JsonNumber.computed(Double.NEGATIVE_INFINITY), true, null, false)));
            case "STARTSWITH" -> withText(arguments, text -> reader.prefix(target, text));
            case "STRINGEQUALS" -> withText(arguments, text -> reader.equal(target, new JsonString(text)));
            case "ARRAY_CONTAINS" -> arrayContains(arguments);
            case "ARRAY_CONTAINS_ANY" -> elements(arguments, false);
            case "ARRAY_CONTAINS_ALL" -> elements(arguments, true);
            default -> Condition.EVERYTHING;
        };
    }

    /** For functions over two strings that may be told to ignore case, which an index cannot. */
    private Condition withText(List<SqlExpression> arguments, Function<String, Condition> condition) {
        if (arguments.size() < 2 || !(constants.apply(arguments.get(1)).value() instanceof JsonString text)) {
            return Condition.EVERYTHING;
        }
        if (arguments.size() > 2
                && !JsonBoolean.FALSE.equals(constants.apply(arguments.get(2)).value())) {
            return Condition.EVERYTHING;
        }
        return condition.apply(text.value());
    }

    private Condition arrayContains(List<SqlExpression> arguments) {
        if (arguments.size() < 2) {
            return Condition.EVERYTHING;
        }
        ConditionReader.Constant list = constants.apply(arguments.get(0));
        if (list.known()) {
            return list.value() instanceof JsonArray array && arguments.size() == 2
                    ? reader.oneOf(arguments.get(1), array.elements())
                    : Condition.EVERYTHING;
        }
        TermPath array = aliases.pathOf(arguments.get(0));
        ConditionReader.Constant needle = constants.apply(arguments.get(1));
        if (array == null || array.equals(TermPath.ITEM) || !needle.known()) {
            return Condition.EVERYTHING;
        }
        if (needle.value() instanceof JsonObject object) {
            return members(array.everyElement(), object);
        }
        return needle.value() == null ? Condition.NOTHING : element(array, needle.value());
    }

    private static Condition element(TermPath array, JsonValue needle) {
        return ConditionReader.isScalar(needle)
                ? new Condition.Values(
                        array.everyElement(), List.of(new Bounds.Equal(needle)), ConditionReader.isSingle(array))
                : Condition.EVERYTHING;
    }

    /** An element with these members has at least their scalars. */
    private static Condition members(TermPath element, JsonObject needle) {
        List<Condition> parts = new ArrayList<>();
        needle.members().forEach((name, value) -> {
            if (ConditionReader.isScalar(value)) {
                parts.add(new Condition.Values(element.member(name), List.of(new Bounds.Equal(value)), false));
            }
        });
        return parts.isEmpty() ? Condition.EVERYTHING : new Condition.All(parts);
    }

    private Condition elements(List<SqlExpression> arguments, boolean needsAll) {
        TermPath array = aliases.pathOf(arguments.get(0));
        if (array == null || array.equals(TermPath.ITEM)) {
            return Condition.EVERYTHING;
        }
        List<Condition> parts = new ArrayList<>();
        for (SqlExpression argument : arguments.subList(1, arguments.size())) {
            ConditionReader.Constant needle = constants.apply(argument);
            JsonValue value = needle.value();
            parts.add(value == null ? Condition.EVERYTHING : element(array, value));
        }
        return needsAll ? ConditionReader.all(parts) : ConditionReader.any(parts);
    }
}
