package org.mayflydb.query.syntax;

import java.util.EnumSet;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;

/**
 * How tightly the parts of an expression hold together, the loosest first. An operand that is looser than its place asks
 * for stands in parentheses.
 */
enum Precedence {
    CONDITIONAL,
    COALESCE,
    OR,
    AND,
    /** IN and LIKE, which do not follow each other without parentheses. */
    TEST,
    /** Comparisons and shifts alike. */
    COMPARISON,
    CONCATENATION,
    /** Sums, differences and the bitwise operators of two operands alike. */
    SUM,
    PRODUCT,
    /** Signs, the bitwise complement, and NOT. */
    UNARY,
    POSTFIX;

    private static final NavigableSet<Precedence> LOOSEST_FIRST = new TreeSet<>(EnumSet.allOf(Precedence.class));

    /** The next tighter one. */
    Precedence tighter() {
        return Invariant.present(LOOSEST_FIRST.higher(this), "nothing asks for more than the tightest");
    }

    boolean isLooserThan(Precedence other) {
        return compareTo(other) < 0;
    }

    static Precedence of(BinaryOperator operator) {
        return switch (operator) {
            case COALESCE -> COALESCE;
            case OR -> OR;
            case AND -> AND;
            case EQUAL,
                    NOT_EQUAL,
                    LESS,
                    LESS_OR_EQUAL,
                    GREATER,
                    GREATER_OR_EQUAL,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    SHIFT_RIGHT_ZERO -> COMPARISON;
            case CONCATENATE -> CONCATENATION;
            case ADD, SUBTRACT, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> SUM;
            case MULTIPLY, DIVIDE, REMAINDER -> PRODUCT;
        };
    }

    /** How tightly an expression holds together when it is written. */
    static Precedence of(SqlExpression expression) {
        if (expression instanceof SqlExpression.Binary binary) {
            return of(binary.operator());
        }
        if (expression instanceof SqlExpression.Conditional) {
            return CONDITIONAL;
        }
        if (expression instanceof SqlExpression.Between) {
            // It needs parentheses as an operand of OR and AND.
            return OR;
        }
        if (expression instanceof SqlExpression.InList || expression instanceof SqlExpression.Like) {
            return TEST;
        }
        boolean prefixed = expression instanceof SqlExpression.Unary
                || (expression instanceof SqlExpression.Literal literal
                        && literal.value() instanceof JsonNumber number
                        && isMoreThanDigits(number));
        return prefixed ? UNARY : POSTFIX;
    }

    /** A sign binds like the operator; NaN and Infinity would be names if a member followed. */
    private static boolean isMoreThanDigits(JsonNumber number) {
        double value = number.doubleValue();
        return !Double.isFinite(value) || Math.copySign(1, value) < 0;
    }
}
