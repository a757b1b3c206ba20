package org.mayflydb.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonString;
import org.mayflydb.query.syntax.SqlExpression.Between;
import org.mayflydb.query.syntax.SqlExpression.Binary;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;
import org.mayflydb.query.syntax.SqlExpression.Conditional;
import org.mayflydb.query.syntax.SqlExpression.InList;
import org.mayflydb.query.syntax.SqlExpression.Indexed;
import org.mayflydb.query.syntax.SqlExpression.Like;
import org.mayflydb.query.syntax.SqlExpression.Literal;
import org.mayflydb.query.syntax.SqlExpression.Member;
import org.mayflydb.query.syntax.SqlExpression.Unary;
import org.mayflydb.query.syntax.SqlExpression.UnaryOperator;
import org.mayflydb.query.syntax.Token.Kind;

/**
 * Parses expressions from the loosest operator inwards, a method for each {@link Precedence}; where a chain of operators
 * can be long, in a loop. Every other way to nest counts against {@link Nesting}.
 *
 * <p>As in the service, BETWEEN is an operand of AND and OR only in parentheses.
 */
final class ExpressionParser {
    /** Those that group from the left; the others have a method of their own. */
    private static final Map<String, BinaryOperator> LEFT_OPERATORS = Stream.of(BinaryOperator.values())
            .filter(operator -> !Precedence.of(operator).isLooserThan(Precedence.COMPARISON))
            .collect(Collectors.toUnmodifiableMap(BinaryOperator::text, operator -> operator));

    private final TokenStream tokens;
    private final Nesting nesting;
    private final PrimaryParser primaries;

    ExpressionParser(TokenStream tokens) {
        this.tokens = tokens;
        this.nesting = new Nesting(tokens);
        this.primaries = new PrimaryParser(tokens, nesting, this);
    }

    /** The parts that hold an expression together from outside: names, calls, constructors, subqueries. */
    PrimaryParser primaries() {
        return primaries;
    }

    /** Any expression. */
    SqlExpression expression() {
        int start = tokens.start();
        SqlExpression condition = coalesce();
        return tokens.at("?") ? conditional(start, condition) : condition;
    }

    /** One or more expressions with commas between them. */
    List<SqlExpression> expressions() {
        List<SqlExpression> found = new ArrayList<>();
        do {
            found.add(expression());
        } while (tokens.takeIf(","));
        return found;
    }

    /** {@code a ? b : c ? d : e} is {@code a ? b : (c ? d : e)}. */
    private SqlExpression conditional(int firstStart, SqlExpression first) {
        record Choice(int start, SqlExpression condition, SqlExpression then) {}
        List<Choice> choices = new ArrayList<>();
        int start = firstStart;
        SqlExpression last = first;
        while (tokens.takeIf("?")) {
            nesting.enter();
            SqlExpression then = expression();
            nesting.leave();
            tokens.expect(":");
            choices.add(new Choice(start, last, then));
            start = tokens.start();
            last = coalesce();
        }
        for (int i = choices.size() - 1; i >= 0; i--) {
            Choice choice = choices.get(i);
            last = new Conditional(choice.condition(), choice.then(), last, tokens.since(choice.start()));
        }
        return last;
    }

    private SqlExpression coalesce() {
        int start = tokens.start();
        SqlExpression first = logical(BinaryOperator.OR, true);
        if (!tokens.at("??")) {
            return first;
        }
        OperandChain chain = new OperandChain();
        chain.add(first, tokens.since(start));
        while (tokens.takeIf("??")) {
            int operandStart = tokens.start();
            SqlExpression operand = logical(BinaryOperator.OR, true);
            chain.add(operand, tokens.since(operandStart));
        }
        return chain.rightmostFirst(BinaryOperator.COALESCE);
    }

    /**
     * OR, whose operands are those of AND, whose operands are tests.
     *
     * @param mayBeBetween false behind AND or OR
     */
    private SqlExpression logical(BinaryOperator operator, boolean mayBeBetween) {
        int start = tokens.start();
        SqlExpression first = logicalOperand(operator, mayBeBetween);
        if (!tokens.at(operator.text())) {
            return first;
        }
        OperandChain chain = new OperandChain();
        chain.add(first, tokens.since(start));
        while (tokens.takeIf(operator.text())) {
            int operandStart = tokens.start();
            SqlExpression operand = logicalOperand(operator, false);
            chain.add(operand, tokens.since(operandStart));
        }
        return chain.balanced(operator);
    }

    private SqlExpression logicalOperand(BinaryOperator operator, boolean mayBeBetween) {
        return operator == BinaryOperator.OR ? logical(BinaryOperator.AND, mayBeBetween) : test(mayBeBetween);
    }

    private SqlExpression test(boolean mayBeBetween) {
        int start = tokens.start();
        SqlExpression value = comparison();
        boolean negated = tokens.takeIf("NOT");
        if (mayBeBetween && tokens.takeIf("BETWEEN")) {
            SqlExpression low = comparison();
            tokens.expect("AND");
            SqlExpression high = comparison();
            if (tokens.at("AND") || tokens.at("OR")) {
                throw tokens.unexpected();
            }
            return new Between(value, low, high, negated, tokens.since(start));
        }
        if (tokens.takeIf("IN")) {
            tokens.expect("(");
            nesting.enter();
            List<SqlExpression> list = expressions();
            nesting.leave();
            tokens.expect(")");
            return new InList(value, list, negated, tokens.since(start));
        }
        if (tokens.takeIf("LIKE")) {
            SqlExpression pattern = comparison();
            String escape = tokens.takeIf("ESCAPE") ? tokens.expect(Kind.STRING).text() : null;
            return new Like(value, pattern, escape, negated, tokens.since(start));
        }
        if (negated) {
            throw tokens.unexpected();
        }
        return value;
    }

    /** What may stand at either side of BETWEEN, IN and LIKE, and in LET. */
    SqlExpression comparison() {
        return leftToRight(Precedence.COMPARISON);
    }

    private SqlExpression leftToRight(Precedence loosest) {
        int start = tokens.start();
        SqlExpression left = unary();
        BinaryOperator operator = leftOperator(loosest);
        while (operator != null) {
            tokens.take();
            SqlExpression right = leftToRight(Precedence.of(operator).tighter());
            left = new Binary(operator, left, right, tokens.since(start));
            operator = leftOperator(loosest);
        }
        return left;
    }

    /** The operator that comes next, unless it is looser and therefore the concern of a caller. */
    private @Nullable BinaryOperator leftOperator(Precedence loosest) {
        Token token = tokens.current();
        if (token.kind() != Kind.SYMBOL) {
            return null;
        }
        BinaryOperator operator =
                token.text().equals("<>") ? BinaryOperator.NOT_EQUAL : LEFT_OPERATORS.get(token.text());
        return operator == null || Precedence.of(operator).isLooserThan(loosest) ? null : operator;
    }

    private SqlExpression unary() {
        UnaryOperator operator = unaryOperator();
        if (operator == null) {
            return postfix();
        }
        int start = tokens.take().start();
        nesting.enter();
        SqlExpression operand = unary();
        nesting.leave();
        return new Unary(operator, operand, tokens.since(start));
    }

    private @Nullable UnaryOperator unaryOperator() {
        for (UnaryOperator operator : UnaryOperator.values()) {
            if (tokens.at(operator.text())) {
                return operator;
            }
        }
        return null;
    }

    private SqlExpression postfix() {
        int start = tokens.start();
        SqlExpression target = primaries.primary();
        while (true) {
            if (tokens.takeIf(".")) {
                String name = tokens.expectName();
                target = new Member(target, name, tokens.since(start));
            } else if (tokens.takeIf("[")) {
                nesting.enter();
                SqlExpression index = expression();
                nesting.leave();
                tokens.expect("]");
                target = element(target, index, tokens.since(start));
            } else {
                return target;
            }
        }
    }

    /** A string between brackets is a name. */
    static SqlExpression element(SqlExpression target, SqlExpression index, Span span) {
        return index instanceof Literal literal && literal.value() instanceof JsonString name
                ? new Member(target, name.value(), span)
                : new Indexed(target, index, span);
    }
}
