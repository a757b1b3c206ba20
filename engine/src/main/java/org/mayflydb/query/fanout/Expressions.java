package org.mayflydb.query.fanout;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.query.syntax.Span;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;
import org.mayflydb.query.syntax.SqlExpression.Field;

/** Makes the expressions that rewritten queries are put together from. */
final class Expressions {
    /** Where a client that resumes a sorted query puts its filter; at first it puts {@code true} there. */
    private static final String FILTER = "({documentdb-formattableorderbyquery-filter})";

    private Expressions() {}

    static SqlExpression name(String name) {
        return new SqlExpression.Identifier(name, Span.NONE);
    }

    static SqlExpression member(String target, String name) {
        return new SqlExpression.Member(name(target), name, Span.NONE);
    }

    static SqlExpression call(String name, SqlExpression... arguments) {
        return new SqlExpression.Call(name, List.of(arguments), Span.NONE);
    }

    static SqlExpression array(List<SqlExpression> elements) {
        return new SqlExpression.ArrayConstructor(elements, Span.NONE);
    }

    static SqlExpression object(Field... fields) {
        return object(List.of(fields));
    }

    static SqlExpression object(List<Field> fields) {
        return new SqlExpression.ObjectConstructor(fields, Span.NONE);
    }

    /** The form in which clients look for a value that may be undefined. */
    static SqlExpression item(SqlExpression value) {
        return object(new Field("item", value));
    }

    static SqlExpression items(List<SqlExpression> values) {
        return array(values.stream().map(Expressions::item).toList());
    }

    static SqlExpression number(double value) {
        return new SqlExpression.Literal(JsonNumber.of(value), Span.NONE);
    }

    /** Text that a client replaces before it sends the query; parameters are the part of a tree that is written as it is. */
    static SqlExpression placeholder(String text) {
        return new SqlExpression.Parameter(text, Span.NONE);
    }

    static SqlExpression filter() {
        return placeholder(FILTER);
    }

    static SqlExpression and(@Nullable SqlExpression condition, SqlExpression other) {
        return condition == null ? other : binary(BinaryOperator.AND, condition, other);
    }

    static SqlExpression orElse(SqlExpression value, double otherwise) {
        return binary(BinaryOperator.COALESCE, value, number(otherwise));
    }

    private static SqlExpression binary(BinaryOperator operator, SqlExpression left, SqlExpression right) {
        return new SqlExpression.Binary(operator, left, right, Span.NONE);
    }
}
