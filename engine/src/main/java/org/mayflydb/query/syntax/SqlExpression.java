package org.mayflydb.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/** A scalar expression as it was written. */
public sealed interface SqlExpression {
    Span span();

    /** A constant; null is undefined. Numbers may be infinite or NaN. */
    record Literal(@Nullable JsonValue value, Span span) implements SqlExpression {}

    /** {@code @name}; the name includes the sign. */
    record Parameter(String name, Span span) implements SqlExpression {}

    /** A name that an alias must explain. */
    record Identifier(String name, Span span) implements SqlExpression {}

    /** {@code target.name} or {@code target["name"]}. */
    record Member(SqlExpression target, String name, Span span) implements SqlExpression {}

    /** {@code target[index]} where the index is not a string literal. */
    record Indexed(SqlExpression target, SqlExpression index, Span span) implements SqlExpression {}

    record Unary(UnaryOperator operator, SqlExpression operand, Span span) implements SqlExpression {}

    record Binary(BinaryOperator operator, SqlExpression left, SqlExpression right, Span span)
            implements SqlExpression {}

    /** {@code condition ? then : otherwise}. */
    record Conditional(SqlExpression condition, SqlExpression then, SqlExpression otherwise, Span span)
            implements SqlExpression {}

    record Between(SqlExpression value, SqlExpression low, SqlExpression high, boolean negated, Span span)
            implements SqlExpression {}

    record InList(SqlExpression value, List<SqlExpression> list, boolean negated, Span span) implements SqlExpression {
        public InList {
            list = List.copyOf(list);
        }
    }

    record Like(
            SqlExpression value,
            SqlExpression pattern,
            @Nullable String escape,
            boolean negated,
            Span span) implements SqlExpression {}

    record ArrayConstructor(List<SqlExpression> elements, Span span) implements SqlExpression {
        public ArrayConstructor {
            elements = List.copyOf(elements);
        }
    }

    record ObjectConstructor(List<Field> fields, Span span) implements SqlExpression {
        public ObjectConstructor {
            fields = List.copyOf(fields);
        }
    }

    record Field(String name, SqlExpression value) {}

    /** A call of a built-in function, named as it was written. */
    record Call(String name, List<SqlExpression> arguments, Span span) implements SqlExpression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code udf.name(…)}. */
    record UdfCall(String name, List<SqlExpression> arguments, Span span) implements SqlExpression {
        public UdfCall {
            arguments = List.copyOf(arguments);
        }
    }

    record Subquery(Kind kind, SelectQuery query, Span span) implements SqlExpression {
        public enum Kind {
            SCALAR,
            EXISTS,
            ARRAY,
            ALL,
            FIRST,
            LAST
        }
    }

    /** {@code LET name = value IN body}. */
    record Let(String name, SqlExpression value, SqlExpression body, Span span) implements SqlExpression {}

    enum UnaryOperator {
        NEGATE("-"),
        PLUS("+"),
        BITWISE_NOT("~"),
        NOT("NOT");

        private final String text;

        UnaryOperator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    enum BinaryOperator {
        COALESCE("??"),
        OR("OR"),
        AND("AND"),
        EQUAL("="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        SHIFT_LEFT("<<"),
        SHIFT_RIGHT(">>"),
        SHIFT_RIGHT_ZERO(">>>"),
        CONCATENATE("||"),
        ADD("+"),
        SUBTRACT("-"),
        BITWISE_AND("&"),
        BITWISE_OR("|"),
        BITWISE_XOR("^"),
        MULTIPLY("*"),
        DIVIDE("/"),
        REMAINDER("%");

        private final String text;

        BinaryOperator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
