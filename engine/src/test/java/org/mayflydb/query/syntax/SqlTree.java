package org.mayflydb.query.syntax;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.syntax.SelectQuery.OffsetLimit;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;

/**
 * A tree without its positions, as nested lists: {@code (+ 1 (* 2 3))}. Two trees are equal, positions aside, if these
 * texts are.
 */
final class SqlTree {
    private SqlTree() {}

    static String of(SelectQuery query) {
        return list(
                "select",
                query.distinct() ? "distinct" : "",
                clause("top", query.top()),
                projection(query.projection()),
                query.sources().stream()
                        .map(source -> list(
                                source.iterated() ? "each" : "from",
                                of(source.collection()),
                                source.alias() == null ? "" : quoted(source.alias())))
                        .collect(Collectors.joining(" ")),
                clause("where", query.where()),
                query.groupBy().isEmpty() ? "" : list("group", all(query.groupBy())),
                order(query.orderBy()),
                window(query.offsetLimit()));
    }

    private static String projection(Projection projection) {
        if (projection instanceof Projection.Value value) {
            return list("value", of(value.expression()));
        }
        if (projection instanceof Projection.Members members) {
            return list(
                    "members",
                    members.items().stream()
                            .map(item -> item.alias() == null
                                    ? of(item.expression())
                                    : list("as", of(item.expression()), quoted(item.alias())))
                            .collect(Collectors.joining(" ")));
        }
        return "star";
    }

    private static String order(@Nullable OrderBy order) {
        return order == null
                ? ""
                : list(
                        order.rank() ? "rank" : "order",
                        order.items().stream()
                                .map(item -> item.direction() == null
                                        ? of(item.expression())
                                        : list(item.direction().toString(), of(item.expression())))
                                .collect(Collectors.joining(" ")));
    }

    private static String window(@Nullable OffsetLimit window) {
        return window == null ? "" : list("window", of(window.offset()), of(window.limit()));
    }

    private static String clause(String name, @Nullable SqlExpression expression) {
        return expression == null ? "" : list(name, of(expression));
    }

    static String of(SqlExpression expression) {
        if (expression instanceof SqlExpression.Literal literal) {
            return constant(literal.value());
        }
        if (expression instanceof SqlExpression.Parameter parameter) {
            return parameter.name();
        }
        if (expression instanceof SqlExpression.Identifier identifier) {
            return identifier.name();
        }
        if (expression instanceof SqlExpression.Member member) {
            return list(".", of(member.target()), quoted(member.name()));
        }
        if (expression instanceof SqlExpression.Indexed indexed) {
            return list("at", of(indexed.target()), of(indexed.index()));
        }
        if (expression instanceof SqlExpression.Unary unary) {
            return list(unary.operator().text(), of(unary.operand()));
        }
        if (expression instanceof SqlExpression.Binary binary) {
            return list(binary.operator().text(), of(binary.left()), of(binary.right()));
        }
        if (expression instanceof SqlExpression.Conditional conditional) {
            return list("?", of(conditional.condition()), of(conditional.then()), of(conditional.otherwise()));
        }
        return test(expression);
    }

    private static String test(SqlExpression expression) {
        if (expression instanceof SqlExpression.Between between) {
            return list(
                    between.negated() ? "not-between" : "between",
                    of(between.value()),
                    of(between.low()),
                    of(between.high()));
        }
        if (expression instanceof SqlExpression.InList in) {
            return list(in.negated() ? "not-in" : "in", of(in.value()), all(in.list()));
        }
        if (expression instanceof SqlExpression.Like like) {
            return list(
                    like.negated() ? "not-like" : "like",
                    of(like.value()),
                    of(like.pattern()),
                    like.escape() == null ? "" : quoted(like.escape()));
        }
        return composed(expression);
    }

    private static String composed(SqlExpression expression) {
        if (expression instanceof SqlExpression.ArrayConstructor array) {
            return list("array", all(array.elements()));
        }
        if (expression instanceof SqlExpression.ObjectConstructor object) {
            return list(
                    "object",
                    object.fields().stream()
                            .map(field -> list(quoted(field.name()), of(field.value())))
                            .collect(Collectors.joining(" ")));
        }
        if (expression instanceof SqlExpression.Call call) {
            return list("call", call.name(), all(call.arguments()));
        }
        if (expression instanceof SqlExpression.UdfCall call) {
            return list("udf", call.name(), all(call.arguments()));
        }
        if (expression instanceof SqlExpression.Subquery subquery) {
            return list(subquery.kind().toString(), of(subquery.query()));
        }
        if (expression instanceof SqlExpression.Let let) {
            return list("let", let.name(), of(let.value()), of(let.body()));
        }
        throw new IllegalStateException("an unknown kind of expression: " + expression.getClass());
    }

    private static String constant(@Nullable JsonValue value) {
        if (value == null) {
            return "undefined";
        }
        if (value instanceof JsonNumber number && !Double.isFinite(number.doubleValue())) {
            return "#" + number.doubleValue();
        }
        return value.toString();
    }

    private static String all(List<SqlExpression> expressions) {
        return expressions.stream().map(SqlTree::of).collect(Collectors.joining(" "));
    }

    private static String quoted(String name) {
        return new JsonString(name).toString();
    }

    private static String list(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" ", "(", ")"));
    }
}
