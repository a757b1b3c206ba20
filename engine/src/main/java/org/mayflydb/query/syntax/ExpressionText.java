package org.mayflydb.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.syntax.SqlExpression.ArrayConstructor;
import org.mayflydb.query.syntax.SqlExpression.Between;
import org.mayflydb.query.syntax.SqlExpression.Binary;
import org.mayflydb.query.syntax.SqlExpression.Call;
import org.mayflydb.query.syntax.SqlExpression.Conditional;
import org.mayflydb.query.syntax.SqlExpression.Field;
import org.mayflydb.query.syntax.SqlExpression.Identifier;
import org.mayflydb.query.syntax.SqlExpression.InList;
import org.mayflydb.query.syntax.SqlExpression.Indexed;
import org.mayflydb.query.syntax.SqlExpression.Let;
import org.mayflydb.query.syntax.SqlExpression.Like;
import org.mayflydb.query.syntax.SqlExpression.Literal;
import org.mayflydb.query.syntax.SqlExpression.Member;
import org.mayflydb.query.syntax.SqlExpression.ObjectConstructor;
import org.mayflydb.query.syntax.SqlExpression.Parameter;
import org.mayflydb.query.syntax.SqlExpression.Subquery;
import org.mayflydb.query.syntax.SqlExpression.UdfCall;
import org.mayflydb.query.syntax.SqlExpression.Unary;

/** Writes expressions into the text of a query. */
final class ExpressionText {
    /** An expression opens two levels of nesting at most: its parentheses, and a list or a branch inside of them. */
    private static final int GENEROUS_DEPTH_MAX = Nesting.DEPTH_MAX / 2;

    private final StringBuilder text;
    private final boolean frugal;
    private final SqlText queries;

    ExpressionText(StringBuilder text, boolean frugal, SqlText queries) {
        this.text = text;
        this.frugal = frugal;
        this.queries = queries;
    }

    /** Whether a tree of this depth can be written with needed parentheses only. */
    static boolean mustBeFrugal(int treeDepth) {
        return treeDepth > GENEROUS_DEPTH_MAX;
    }

    /** Where any expression may stand. */
    void append(SqlExpression expression) {
        append(expression, Precedence.CONDITIONAL);
    }

    void appendAll(List<SqlExpression> expressions) {
        String separator = "";
        for (SqlExpression expression : expressions) {
            text.append(separator);
            append(expression);
            separator = ", ";
        }
    }

    /** Where an expression must hold together at least that tightly. */
    private void append(SqlExpression expression, Precedence loosest) {
        Precedence precedence = Precedence.of(expression);
        boolean isOperator = precedence.isLooserThan(Precedence.UNARY);
        if (precedence.isLooserThan(loosest) || (isOperator && !frugal)) {
            text.append('(');
            appendBare(expression);
            text.append(')');
        } else {
            appendBare(expression);
        }
    }

    private void appendBare(SqlExpression expression) {
        if (expression instanceof Literal literal) {
            appendConstant(literal.value());
        } else if (expression instanceof Parameter parameter) {
            text.append(parameter.name());
        } else if (expression instanceof Identifier identifier) {
            appendName(identifier.name());
        } else if (expression instanceof Member member) {
            appendMember(member);
        } else if (expression instanceof Indexed indexed) {
            append(indexed.target(), Precedence.POSTFIX);
            appendEnclosed("[", List.of(indexed.index()), "]");
        } else if (expression instanceof Unary unary) {
            appendUnary(unary);
        } else if (expression instanceof Binary binary) {
            appendBinary(binary);
        } else if (expression instanceof Conditional conditional) {
            append(conditional.condition(), Precedence.COALESCE);
            text.append(" ? ");
            append(conditional.then());
            text.append(" : ");
            append(conditional.otherwise());
        } else if (expression instanceof Call call) {
            text.append(call.name());
            appendEnclosed("(", call.arguments(), ")");
        } else if (expression instanceof UdfCall call) {
            text.append("udf.");
            appendName(call.name());
            appendEnclosed("(", call.arguments(), ")");
        } else if (expression instanceof ArrayConstructor array) {
            appendEnclosed("[", array.elements(), "]");
        } else if (expression instanceof ObjectConstructor object) {
            appendObject(object);
        } else if (expression instanceof Subquery subquery) {
            text.append(subquery.kind() == Subquery.Kind.SCALAR ? "" : subquery.kind());
            text.append('(');
            queries.append(subquery.query(), " ");
            text.append(')');
        } else if (expression instanceof Let let) {
            appendLet(let);
        } else {
            appendTest(expression);
        }
    }

    private void appendTest(SqlExpression test) {
        if (test instanceof Between between) {
            append(between.value(), Precedence.COMPARISON);
            text.append(between.negated() ? " NOT BETWEEN " : " BETWEEN ");
            append(between.low(), Precedence.COMPARISON);
            text.append(" AND ");
            append(between.high(), Precedence.COMPARISON);
        } else if (test instanceof InList in) {
            append(in.value(), Precedence.COMPARISON);
            text.append(in.negated() ? " NOT IN " : " IN ");
            appendEnclosed("(", in.list(), ")");
        } else if (test instanceof Like like) {
            append(like.value(), Precedence.COMPARISON);
            text.append(like.negated() ? " NOT LIKE " : " LIKE ");
            append(like.pattern(), Precedence.COMPARISON);
            if (like.escape() != null) {
                text.append(" ESCAPE ").append(new JsonString(like.escape()));
            }
        } else {
            throw new IllegalStateException("an expression that nobody can write: " + test.getClass());
        }
    }

    private void appendConstant(@Nullable JsonValue value) {
        if (value == null) {
            text.append("undefined");
        } else if (value instanceof JsonNumber number && !Double.isFinite(number.doubleValue())) {
            // Java spells them like the language.
            text.append(number.doubleValue());
        } else {
            text.append(value);
        }
    }

    private void appendMember(Member member) {
        append(member.target(), Precedence.POSTFIX);
        // Behind digits a point could be taken for that of a fraction.
        boolean followsDigits = member.target() instanceof Literal literal && literal.value() instanceof JsonNumber;
        if (ReservedWords.isPlainName(member.name()) && !followsDigits) {
            text.append('.').append(member.name());
        } else {
            text.append('[').append(new JsonString(member.name())).append(']');
        }
    }

    private void appendUnary(Unary unary) {
        text.append(unary.operator().text());
        int operandStart = text.length() + 1;
        text.append(' ');
        append(unary.operand(), Precedence.UNARY);
        // Two signs in a row would begin a comment.
        char first = text.charAt(operandStart);
        if (unary.operator() != SqlExpression.UnaryOperator.NOT && first != '-' && first != '+') {
            text.deleteCharAt(operandStart - 1);
        }
    }

    private void appendBinary(Binary binary) {
        Precedence precedence = Precedence.of(binary.operator());
        String operator = " " + binary.operator().text() + " ";
        switch (precedence) {
            case OR, AND -> {
                String separator = "";
                for (SqlExpression operand :
                        frugal ? OperandChain.operandsOf(binary) : List.of(binary.left(), binary.right())) {
                    text.append(separator);
                    append(operand, precedence.tighter());
                    separator = operator;
                }
            }
            case COALESCE -> {
                append(binary.left(), precedence.tighter());
                text.append(operator);
                append(binary.right(), precedence);
            }
            default -> {
                append(binary.left(), precedence);
                text.append(operator);
                append(binary.right(), precedence.tighter());
            }
        }
    }

    private void appendObject(ObjectConstructor object) {
        String separator = "{";
        for (Field field : object.fields()) {
            text.append(separator).append(new JsonString(field.name())).append(": ");
            append(field.value());
            separator = ", ";
        }
        text.append(object.fields().isEmpty() ? "{}" : "}");
    }

    private void appendLet(Let let) {
        text.append("(LET ");
        appendName(let.name());
        text.append(" = ");
        append(let.value(), Precedence.COMPARISON);
        text.append(" IN ");
        append(let.body(), Precedence.COMPARISON);
        text.append(')');
    }

    private void appendEnclosed(String open, List<SqlExpression> list, String close) {
        text.append(open);
        appendAll(list);
        text.append(close);
    }

    void appendName(String name) {
        Invariant.check(ReservedWords.isPlainName(name), "a name that can be written without quotes");
        text.append(name);
    }

    void appendNameOrString(String name) {
        text.append(ReservedWords.isPlainName(name) ? name : new JsonString(name).toString());
    }
}
