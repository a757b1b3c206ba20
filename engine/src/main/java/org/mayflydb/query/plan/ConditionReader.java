package org.mayflydb.query.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.Aliases;
import org.mayflydb.query.compile.Trees;
import org.mayflydb.query.plan.Condition.Bounds;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;
import org.mayflydb.query.syntax.SqlExpression.UnaryOperator;

/** Reads conditions out of expressions. What it does not understand it takes for a condition that says nothing. */
public final class ConditionReader {
    private final Aliases aliases;
    private final Function<SqlExpression, Constant> constants;

    /** An expression that does not depend on items; {@code known} is false for others. */
    public record Constant(boolean known, @Nullable JsonValue value) {
        public static final Constant UNKNOWN = new Constant(false, null);
    }

    /**
     * A reader for one query.
     *
     * @param constants the value of an expression, if it can be known without an item
     */
    public ConditionReader(Aliases aliases, Function<SqlExpression, Constant> constants) {
        this.aliases = aliases;
        this.constants = constants;
    }

    /** What must hold for an item if the expression is true for it. */
    public Condition read(SqlExpression expression) {
        if (expression instanceof SqlExpression.Binary binary) {
            return binary(binary);
        } else if (expression instanceof SqlExpression.InList in && !in.negated()) {
            return in(in);
        } else if (expression instanceof SqlExpression.Between between && !between.negated()) {
            return between(between);
        } else if (expression instanceof SqlExpression.Like like && !like.negated()) {
            return like(like);
        } else if (expression instanceof SqlExpression.Call call) {
            return new FunctionConditions(this, aliases, constants).read(call);
        } else if (expression instanceof SqlExpression.Subquery subquery
                && subquery.kind() == SqlExpression.Subquery.Kind.EXISTS) {
            return exists(subquery.query());
        } else if (expression instanceof SqlExpression.Unary unary && unary.operator() == UnaryOperator.NOT) {
            return equal(unary.operand(), JsonBoolean.FALSE);
        }
        Constant constant = constants.apply(expression);
        if (constant.known()) {
            return JsonBoolean.TRUE.equals(constant.value()) ? Condition.EVERYTHING : Condition.NOTHING;
        }
        return equal(expression, JsonBoolean.TRUE);
    }

    private Condition binary(SqlExpression.Binary binary) {
        return switch (binary.operator()) {
            case AND -> all(List.of(read(binary.left()), read(binary.right())));
            case OR -> any(List.of(read(binary.left()), read(binary.right())));
            case EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> comparison(binary);
            default -> Condition.EVERYTHING;
        };
    }

    private Condition comparison(SqlExpression.Binary binary) {
        Constant right = constants.apply(binary.right());
        if (right.known()) {
            return compared(binary.left(), binary.operator(), right.value());
        }
        Constant left = constants.apply(binary.left());
        return left.known()
                ? compared(binary.right(), mirrored(binary.operator()), left.value())
                : Condition.EVERYTHING;
    }

    private static BinaryOperator mirrored(BinaryOperator operator) {
        return switch (operator) {
            case LESS -> BinaryOperator.GREATER;
            case LESS_OR_EQUAL -> BinaryOperator.GREATER_OR_EQUAL;
            case GREATER -> BinaryOperator.LESS;
            case GREATER_OR_EQUAL -> BinaryOperator.LESS_OR_EQUAL;
            default -> operator;
        };
    }

    private Condition compared(SqlExpression target, BinaryOperator operator, @Nullable JsonValue value) {
        if (value == null) {
            return Condition.NOTHING;
        }
        if (operator == BinaryOperator.EQUAL) {
            return equal(target, value);
        }
        if (!isScalar(value)) {
            // Undefined as a rule, but true for some items where a client resumes a sorted query.
            return Condition.EVERYTHING;
        }
        boolean included = operator == BinaryOperator.LESS_OR_EQUAL || operator == BinaryOperator.GREATER_OR_EQUAL;
        boolean isUpper = operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_OR_EQUAL;
        return values(
                target,
                List.of(
                        isUpper
                                ? new Bounds.Between(null, false, value, included)
                                : new Bounds.Between(value, included, null, false)));
    }

    Condition equal(SqlExpression target, JsonValue value) {
        return isScalar(value) ? values(target, List.of(new Bounds.Equal(value))) : Condition.EVERYTHING;
    }

    /** The condition that the target, if it is a path, has a value within the ranges. */
    Condition values(SqlExpression target, List<Bounds> ranges) {
        TermPath path = aliases.pathOf(target);
        if (path != null && !path.equals(TermPath.ITEM)) {
            // One element of an array may fulfil the condition and another the rest of the clause.
            return new Condition.Values(path, ranges, isSingle(path));
        }
        if (target instanceof SqlExpression.Indexed indexed) {
            TermPath array = aliases.pathOf(indexed.target());
            boolean place = constants.apply(indexed.index()).value() instanceof JsonNumber;
            if (array != null && place) {
                return new Condition.Values(array.everyElement(), ranges, false);
            }
        }
        return Condition.EVERYTHING;
    }

    private Condition in(SqlExpression.InList in) {
        List<JsonValue> values = new ArrayList<>();
        for (SqlExpression element : in.list()) {
            Constant constant = constants.apply(element);
            if (!constant.known()) {
                return Condition.EVERYTHING;
            }
            if (constant.value() != null) {
                values.add(constant.value());
            }
        }
        return oneOf(in.value(), values);
    }

    Condition oneOf(SqlExpression target, List<JsonValue> values) {
        Set<JsonEquality.Key> distinct = new LinkedHashSet<>();
        for (JsonValue value : values) {
            if (!isScalar(value)) {
                return Condition.EVERYTHING;
            }
            distinct.add(new JsonEquality.Key(value));
        }
        if (distinct.isEmpty()) {
            return Condition.NOTHING;
        }
        List<Bounds> ranges = new ArrayList<>();
        for (JsonValue value : values) {
            if (distinct.remove(new JsonEquality.Key(value))) {
                ranges.add(new Bounds.Equal(value));
            }
        }
        return values(target, ranges);
    }

    private Condition between(SqlExpression.Between between) {
        Constant low = constants.apply(between.low());
        Constant high = constants.apply(between.high());
        if (!low.known() || !high.known()) {
            return Condition.EVERYTHING;
        }
        JsonValue lower = low.value();
        JsonValue upper = high.value();
        if (lower == null || upper == null || lower.kind() != upper.kind() || !isScalar(lower)) {
            return Condition.NOTHING;
        }
        return values(between.value(), List.of(new Bounds.Between(lower, true, upper, true)));
    }

    private Condition like(SqlExpression.Like like) {
        if (!(constants.apply(like.pattern()).value() instanceof JsonString pattern)) {
            return Condition.EVERYTHING;
        }
        String text = pattern.value();
        StringBuilder plain = new StringBuilder();
        int end = 0;
        while (end < text.length()) {
            boolean escaped =
                    like.escape() != null && text.charAt(end) == like.escape().charAt(0) && end + 1 < text.length();
            if (!escaped && "%_[]".indexOf(text.charAt(end)) >= 0) {
                break;
            }
            end += escaped ? 1 : 0;
            plain.append(text.charAt(end++));
        }
        if (end == text.length()) {
            return equal(like.value(), new JsonString(plain.toString()));
        }
        boolean onlyPrefix = end == text.length() - 1 && text.endsWith("%");
        Condition prefixed = prefix(like.value(), plain.toString());
        return onlyPrefix ? prefixed : inexact(prefixed);
    }

    Condition prefix(SqlExpression target, String text) {
        return values(target, List.of(new Bounds.Prefix(text)));
    }

    /** A row of the subquery must exist, so what its WHERE says of elements holds for some element. */
    private Condition exists(SelectQuery query) {
        // What sums up has a row even of nothing.
        if (query.where() == null || Trees.isGrouped(query)) {
            return Condition.EVERYTHING;
        }
        Aliases inner = aliases;
        for (SelectQuery.Source source : query.sources()) {
            inner = inner.with(source);
        }
        return inexact(new ConditionReader(inner, constants).read(query.where()));
    }

    private static Condition inexact(Condition condition) {
        if (condition instanceof Condition.Values values) {
            return new Condition.Values(values.path(), values.ranges(), false);
        } else if (condition instanceof Condition.All all) {
            return new Condition.All(
                    all.parts().stream().map(ConditionReader::inexact).toList());
        } else if (condition instanceof Condition.Any any) {
            return new Condition.Any(
                    any.parts().stream().map(ConditionReader::inexact).toList());
        }
        return condition;
    }

    static Condition all(List<Condition> conditions) {
        Stretches stretches = new Stretches();
        for (Condition condition : conditions) {
            if (condition instanceof Condition.All all) {
                all.parts().forEach(stretches::add);
            } else {
                stretches.add(condition);
            }
        }
        List<Condition> parts = stretches.parts();
        if (parts.contains(Condition.NOTHING)) {
            return Condition.NOTHING;
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        return parts.stream().allMatch(Condition.Everything.class::isInstance)
                ? Condition.EVERYTHING
                : new Condition.All(parts);
    }

    static Condition any(List<Condition> conditions) {
        List<Condition> parts = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition instanceof Condition.Everything) {
                return Condition.EVERYTHING;
            } else if (condition instanceof Condition.Any any) {
                parts.addAll(any.parts());
            } else if (!(condition instanceof Condition.Nothing)) {
                parts.add(condition);
            }
        }
        if (parts.isEmpty()) {
            return Condition.NOTHING;
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.Any(parts);
    }

    static boolean isSingle(TermPath path) {
        return path.steps().stream().noneMatch(IndexPath.PathStep.EveryElement.class::isInstance);
    }

    static boolean isScalar(JsonValue value) {
        boolean isNaN = value instanceof JsonNumber number && Double.isNaN(number.doubleValue());
        return !(value instanceof JsonArray) && !(value instanceof JsonObject) && !isNaN;
    }
}
