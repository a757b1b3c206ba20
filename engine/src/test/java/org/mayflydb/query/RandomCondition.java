package org.mayflydb.query;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * A condition as text, and as a function that says what it must come to: true, false, or null for undefined.
 *
 * @param sql over the alias {@code c}
 */
record RandomCondition(String sql, Function<JsonObject, @Nullable Boolean> truth) {

    boolean holds(JsonObject item) {
        return Boolean.TRUE.equals(truth.apply(item));
    }

    static RandomCondition make(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 13 : 10);
        return switch (kind) {
            case 0, 1, 2 -> comparison(random);
            case 3 -> oneOf(random);
            case 4 -> between(random);
            case 5 -> prefix(random);
            case 6 -> element(random);
            case 7 -> type(random);
            case 8 -> bare(random);
            case 9 -> exists(random);
            case 10 -> not(make(random, depth - 1));
            case 11 -> or(make(random, depth - 1), make(random, depth - 1));
            default -> and(make(random, depth - 1), make(random, depth - 1));
        };
    }

    private static RandomCondition comparison(Random random) {
        List<String> path = RandomItems.path(random);
        JsonValue value = RandomItems.scalar(random);
        String operator = List.of("=", "!=", "<", "<=", ">", ">=", "=", "=").get(random.nextInt(8));
        boolean swapped = random.nextInt(4) == 0;
        String sql = swapped
                ? literal(value) + " " + mirrored(operator) + " " + RandomItems.sql(path)
                : RandomItems.sql(path) + " " + operator + " " + literal(value);
        return new RandomCondition("(" + sql + ")", item -> compare(RandomItems.at(item, path), operator, value));
    }

    private static String mirrored(String operator) {
        return operator.startsWith("<")
                ? operator.replace('<', '>')
                : operator.startsWith(">") ? operator.replace('>', '<') : operator;
    }

    private static @Nullable Boolean compare(@Nullable JsonValue found, String operator, JsonValue value) {
        if (found == null) {
            return null;
        }
        if (operator.equals("=") || operator.equals("!=")) {
            return JsonEquality.same(found, value) == operator.equals("=");
        }
        if (found.kind() != value.kind()) {
            return null;
        }
        int order = JsonOrder.compare(found, value);
        return switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static RandomCondition oneOf(Random random) {
        List<String> path = RandomItems.path(random);
        List<JsonValue> values = IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(i -> RandomItems.scalar(random))
                .toList();
        String list = values.stream().map(RandomCondition::literal).collect(Collectors.joining(", "));
        return new RandomCondition("(" + RandomItems.sql(path) + " IN (" + list + "))", item -> {
            JsonValue found = RandomItems.at(item, path);
            return found == null ? null : values.stream().anyMatch(value -> JsonEquality.same(found, value));
        });
    }

    private static RandomCondition between(Random random) {
        List<String> path = RandomItems.path(random);
        JsonValue low = RandomItems.scalar(random);
        JsonValue high = RandomItems.scalar(random);
        String sql = "(" + RandomItems.sql(path) + " BETWEEN " + literal(low) + " AND " + literal(high) + ")";
        return new RandomCondition(sql, item -> {
            JsonValue found = RandomItems.at(item, path);
            return both(compare(found, ">=", low), compare(found, "<=", high));
        });
    }

    private static RandomCondition prefix(Random random) {
        List<String> path = RandomItems.path(random);
        String whole = RandomItems.text(random);
        String text = whole.substring(0, random.nextInt(whole.length() + 1));
        boolean like = random.nextBoolean();
        String sql = like
                ? "(" + RandomItems.sql(path) + " LIKE " + new JsonString(text + "%") + ")"
                : "STARTSWITH(" + RandomItems.sql(path) + ", " + new JsonString(text) + ")";
        return new RandomCondition(
                sql,
                item -> RandomItems.at(item, path) instanceof JsonString found
                        ? (Boolean) found.value().startsWith(text)
                        : null);
    }

    private static RandomCondition element(Random random) {
        JsonValue value = RandomItems.scalar(random);
        return new RandomCondition(
                "ARRAY_CONTAINS(c.tags, " + literal(value) + ")",
                item -> item.get("tags") instanceof JsonArray array
                        ? (Boolean) array.elements().stream().anyMatch(element -> JsonEquality.same(element, value))
                        : null);
    }

    private static RandomCondition type(Random random) {
        List<String> path = RandomItems.path(random);
        String function = List.of("IS_NULL", "IS_STRING", "IS_NUMBER", "IS_BOOL", "IS_DEFINED", "IS_ARRAY", "IS_OBJECT")
                .get(random.nextInt(7));
        return new RandomCondition(function + "(" + RandomItems.sql(path) + ")", item -> {
            JsonValue found = RandomItems.at(item, path);
            return switch (function) {
                case "IS_NULL" -> found instanceof JsonNull;
                case "IS_STRING" -> found instanceof JsonString;
                case "IS_NUMBER" -> found instanceof JsonNumber;
                case "IS_BOOL" -> found instanceof JsonBoolean;
                case "IS_ARRAY" -> found instanceof JsonArray;
                case "IS_OBJECT" -> found instanceof JsonObject;
                default -> found != null;
            };
        });
    }

    private static RandomCondition bare(Random random) {
        List<String> path = RandomItems.path(random);
        return new RandomCondition(
                RandomItems.sql(path),
                item -> RandomItems.at(item, path) instanceof JsonBoolean found ? (Boolean) found.value() : null);
    }

    private static RandomCondition exists(Random random) {
        JsonValue value = RandomItems.scalar(random);
        String operator = List.of("=", "<", ">=").get(random.nextInt(3));
        String sql = "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t " + operator + " " + literal(value) + ")";
        return new RandomCondition(
                sql,
                item -> item.get("tags") instanceof JsonArray array
                        && array.elements().stream()
                                .anyMatch(element -> Boolean.TRUE.equals(compare(element, operator, value))));
    }

    private static RandomCondition not(RandomCondition inner) {
        return new RandomCondition("(NOT (" + inner.sql + "))", item -> {
            Boolean truth = inner.truth.apply(item);
            return truth == null ? null : !truth;
        });
    }

    private static RandomCondition and(RandomCondition one, RandomCondition other) {
        return new RandomCondition(
                "(" + one.sql + " AND " + other.sql + ")",
                item -> both(one.truth.apply(item), other.truth.apply(item)));
    }

    private static RandomCondition or(RandomCondition one, RandomCondition other) {
        return new RandomCondition("(" + one.sql + " OR " + other.sql + ")", item -> {
            Boolean left = one.truth.apply(item);
            Boolean right = other.truth.apply(item);
            if (Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right)) {
                return true;
            }
            return (left == null || right == null) ? null : (Boolean) false;
        });
    }

    private static @Nullable Boolean both(@Nullable Boolean left, @Nullable Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        return (left == null || right == null) ? null : (Boolean) true;
    }

    private static String literal(JsonValue value) {
        return value.toString();
    }
}
