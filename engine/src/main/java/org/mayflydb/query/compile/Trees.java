package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.run.Aggregate;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;

/** Questions about expressions as they were written. */
public final class Trees {
    private Trees() {}

    /** The operands; a subquery has none, its inside is another query's business. */
    public static List<SqlExpression> operands(SqlExpression expression) {
        if (expression instanceof SqlExpression.Member member) {
            return List.of(member.target());
        } else if (expression instanceof SqlExpression.Indexed indexed) {
            return List.of(indexed.target(), indexed.index());
        } else if (expression instanceof SqlExpression.Unary unary) {
            return List.of(unary.operand());
        } else if (expression instanceof SqlExpression.Binary binary) {
            return List.of(binary.left(), binary.right());
        } else if (expression instanceof SqlExpression.Conditional conditional) {
            return List.of(conditional.condition(), conditional.then(), conditional.otherwise());
        } else if (expression instanceof SqlExpression.Between between) {
            return List.of(between.value(), between.low(), between.high());
        } else if (expression instanceof SqlExpression.InList in) {
            return Stream.concat(Stream.of(in.value()), in.list().stream()).toList();
        } else if (expression instanceof SqlExpression.Like like) {
            return List.of(like.value(), like.pattern());
        } else if (expression instanceof SqlExpression.ArrayConstructor array) {
            return array.elements();
        } else if (expression instanceof SqlExpression.ObjectConstructor object) {
            return object.fields().stream().map(SqlExpression.Field::value).toList();
        } else if (expression instanceof SqlExpression.Call call) {
            return call.arguments();
        } else if (expression instanceof SqlExpression.UdfCall call) {
            return call.arguments();
        } else if (expression instanceof SqlExpression.Let let) {
            return List.of(let.value(), let.body());
        }
        return List.of();
    }

    /** The same expression with other operands: as many as {@link #operands} returns, in that order. */
    static SqlExpression withOperands(SqlExpression expression, List<SqlExpression> operands) {
        Iterator<SqlExpression> next = operands.iterator();
        if (expression instanceof SqlExpression.Member member) {
            return new SqlExpression.Member(next.next(), member.name(), member.span());
        } else if (expression instanceof SqlExpression.Indexed) {
            return new SqlExpression.Indexed(next.next(), next.next(), expression.span());
        } else if (expression instanceof SqlExpression.Unary unary) {
            return new SqlExpression.Unary(unary.operator(), next.next(), unary.span());
        } else if (expression instanceof SqlExpression.Binary binary) {
            return new SqlExpression.Binary(binary.operator(), next.next(), next.next(), binary.span());
        } else if (expression instanceof SqlExpression.Conditional) {
            return new SqlExpression.Conditional(next.next(), next.next(), next.next(), expression.span());
        } else if (expression instanceof SqlExpression.Between between) {
            return new SqlExpression.Between(next.next(), next.next(), next.next(), between.negated(), between.span());
        } else if (expression instanceof SqlExpression.InList in) {
            return new SqlExpression.InList(next.next(), operands.subList(1, operands.size()), in.negated(), in.span());
        } else if (expression instanceof SqlExpression.Like like) {
            return new SqlExpression.Like(next.next(), next.next(), like.escape(), like.negated(), like.span());
        } else if (expression instanceof SqlExpression.ArrayConstructor) {
            return new SqlExpression.ArrayConstructor(operands, expression.span());
        } else if (expression instanceof SqlExpression.ObjectConstructor object) {
            return new SqlExpression.ObjectConstructor(
                    object.fields().stream()
                            .map(field -> new SqlExpression.Field(field.name(), next.next()))
                            .toList(),
                    object.span());
        } else if (expression instanceof SqlExpression.Call call) {
            return new SqlExpression.Call(call.name(), operands, call.span());
        } else if (expression instanceof SqlExpression.UdfCall call) {
            return new SqlExpression.UdfCall(call.name(), operands, call.span());
        } else if (expression instanceof SqlExpression.Let let) {
            return new SqlExpression.Let(let.name(), next.next(), next.next(), let.span());
        }
        return expression;
    }

    /** Whether the expression or something in it passes the test. */
    public static boolean any(SqlExpression expression, Predicate<SqlExpression> test) {
        return test.test(expression) || operands(expression).stream().anyMatch(operand -> any(operand, test));
    }

    public static boolean isAggregate(SqlExpression expression) {
        return expression instanceof SqlExpression.Call call && Aggregate.find(call.name()) != null;
    }

    public static boolean hasAggregate(SqlExpression expression) {
        return any(expression, Trees::isAggregate);
    }

    /** Whether the results of a query are of groups of rows: it has GROUP BY or an aggregate function. */
    public static boolean isGrouped(SelectQuery query) {
        if (!query.groupBy().isEmpty()) {
            return true;
        }
        if (query.projection() instanceof SelectQuery.Projection.Value value) {
            return hasAggregate(value.expression());
        }
        return query.projection() instanceof SelectQuery.Projection.Members members
                && members.items().stream().anyMatch(item -> hasAggregate(item.expression()));
    }

    /** Whether the query is one that clients send to every partition to merge sorted rows, with a filter of their own. */
    static boolean isMergedByClients(SelectQuery query) {
        return query.orderBy() != null
                && query.projection() instanceof SelectQuery.Projection.Members members
                && members.items().size() == 3
                && "_rid".equals(inferredName(members.items().get(0).expression()))
                && "orderByItems".equals(members.items().get(1).alias())
                && "payload".equals(members.items().get(2).alias());
    }

    /** The name that the value of an expression has in a result, if it does not get another; null if it has none. */
    public static @Nullable String inferredName(SqlExpression expression) {
        if (expression instanceof SqlExpression.Identifier identifier) {
            return identifier.name();
        }
        return expression instanceof SqlExpression.Member member ? member.name() : null;
    }

    /** The members of a result with their names; those that have none are numbered. */
    public static List<SqlExpression.Field> fields(SelectQuery.Projection.Members members) {
        List<SqlExpression.Field> fields = new ArrayList<>();
        int unnamed = 0;
        for (SelectQuery.Projection.Item item : members.items()) {
            String name = item.alias() == null ? inferredName(item.expression()) : item.alias();
            fields.add(new SqlExpression.Field(name == null ? "$" + ++unnamed : name, item.expression()));
        }
        return fields;
    }
}
