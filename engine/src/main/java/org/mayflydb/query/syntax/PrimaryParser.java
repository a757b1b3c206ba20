package org.mayflydb.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.syntax.SqlExpression.ArrayConstructor;
import org.mayflydb.query.syntax.SqlExpression.Call;
import org.mayflydb.query.syntax.SqlExpression.Field;
import org.mayflydb.query.syntax.SqlExpression.Identifier;
import org.mayflydb.query.syntax.SqlExpression.Let;
import org.mayflydb.query.syntax.SqlExpression.Literal;
import org.mayflydb.query.syntax.SqlExpression.ObjectConstructor;
import org.mayflydb.query.syntax.SqlExpression.Parameter;
import org.mayflydb.query.syntax.SqlExpression.Subquery;
import org.mayflydb.query.syntax.SqlExpression.UdfCall;
import org.mayflydb.query.syntax.Token.Kind;

/** Parses what holds together without an operator: constants, names, calls, constructors, and all in parentheses. */
final class PrimaryParser {
    private final TokenStream tokens;
    private final Nesting nesting;
    private final ExpressionParser expressions;
    private final QueryParser queries;

    PrimaryParser(TokenStream tokens, Nesting nesting, ExpressionParser expressions) {
        this.tokens = tokens;
        this.nesting = nesting;
        this.expressions = expressions;
        this.queries = new QueryParser(tokens, expressions, this);
    }

    QueryParser queries() {
        return queries;
    }

    SqlExpression primary() {
        return switch (tokens.current().kind()) {
            case NUMBER -> number();
            case STRING -> constant(new JsonString(tokens.current().text()));
            case PARAMETER -> parameter();
            case IDENTIFIER -> name();
            case RESERVED_WORD -> reserved();
            case SYMBOL -> enclosed();
            case INVALID, END -> throw tokens.unexpected();
        };
    }

    /** A number keeps its digits, unless it is beyond all doubles and therefore infinite. */
    Literal number() {
        Token token = tokens.expect(Kind.NUMBER);
        JsonNumber number = new JsonNumber(token.text());
        double value = number.doubleValue();
        return new Literal(Double.isFinite(value) ? number : JsonNumber.computed(value), token.span());
    }

    Parameter parameter() {
        Token token = tokens.expect(Kind.PARAMETER);
        return new Parameter(token.text(), token.span());
    }

    private Literal constant(@Nullable JsonValue value) {
        return new Literal(value, tokens.take().span());
    }

    private SqlExpression name() {
        Token token = tokens.current();
        if (tokens.peek(1).is("(")) {
            Subquery.Kind kind = tokens.peek(2).is("SELECT") ? quantifier(token) : null;
            return kind == null ? call() : subquery(kind);
        }
        boolean hasMembers = tokens.peek(1).is(".") || tokens.peek(1).is("[");
        if (!hasMembers && token.text().equals("NaN")) {
            return constant(JsonNumber.computed(Double.NaN));
        }
        if (!hasMembers && token.text().equals("Infinity")) {
            return constant(JsonNumber.computed(Double.POSITIVE_INFINITY));
        }
        tokens.take();
        return new Identifier(token.text(), token.span());
    }

    /** The kind of subquery that this name announces; these names are not reserved. */
    private static Subquery.@Nullable Kind quantifier(Token name) {
        return switch (name.text().toUpperCase(Locale.ROOT)) {
            case "ALL" -> Subquery.Kind.ALL;
            case "FIRST" -> Subquery.Kind.FIRST;
            case "LAST" -> Subquery.Kind.LAST;
            default -> null;
        };
    }

    private SqlExpression reserved() {
        return switch (tokens.current().text()) {
            case "TRUE" -> constant(JsonBoolean.of(true));
            case "FALSE" -> constant(JsonBoolean.of(false));
            case "NULL" -> constant(JsonNull.NULL);
            case "UNDEFINED" -> constant(null);
            case "EXISTS" -> subquery(Subquery.Kind.EXISTS);
            case "ARRAY" -> subquery(Subquery.Kind.ARRAY);
            case "UDF" -> udfCall();
            case "LEFT", "RIGHT" -> {
                if (!tokens.peek(1).is("(")) {
                    throw tokens.unexpected();
                }
                yield call();
            }
            default -> throw tokens.unexpected();
        };
    }

    /** The name that is next, whatever it is, and its arguments. */
    Call call() {
        Token first = tokens.take();
        List<SqlExpression> arguments = arguments();
        Span span = tokens.since(first.start());
        // The case of a name is kept for messages, also where the name is a reserved word.
        return new Call(tokens.written(first), arguments, span);
    }

    private UdfCall udfCall() {
        int start = tokens.take().start();
        tokens.expect(".");
        String name = tokens.expectName();
        List<SqlExpression> arguments = arguments();
        return new UdfCall(name, arguments, tokens.since(start));
    }

    private List<SqlExpression> arguments() {
        tokens.expect("(");
        return listUntil(")");
    }

    private SqlExpression enclosed() {
        int start = tokens.start();
        if (tokens.takeIf("[")) {
            List<SqlExpression> elements = listUntil("]");
            return new ArrayConstructor(elements, tokens.since(start));
        }
        if (tokens.at("{")) {
            return object();
        }
        if (!tokens.at("(")) {
            throw tokens.unexpected();
        }
        if (tokens.peek(1).is("SELECT")) {
            return subquery(Subquery.Kind.SCALAR);
        }
        if (tokens.peek(1).isName("LET") && tokens.peek(2).kind() == Kind.IDENTIFIER) {
            return let();
        }
        tokens.take();
        nesting.enter();
        SqlExpression inner = expressions.expression();
        nesting.leave();
        tokens.expect(")");
        return inner;
    }

    /** Expressions with commas between them, or none, and what closes them. */
    private List<SqlExpression> listUntil(String close) {
        if (tokens.takeIf(close)) {
            return List.of();
        }
        nesting.enter();
        List<SqlExpression> list = expressions.expressions();
        nesting.leave();
        tokens.expect(close);
        return list;
    }

    private SqlExpression object() {
        int start = tokens.expect("{").start();
        List<Field> fields = new ArrayList<>();
        if (!tokens.at("}")) {
            nesting.enter();
            do {
                String name = tokens.at(Kind.STRING) ? tokens.take().text() : tokens.expectName();
                tokens.expect(":");
                fields.add(new Field(name, expressions.expression()));
            } while (tokens.takeIf(","));
            nesting.leave();
        }
        tokens.expect("}");
        return new ObjectConstructor(fields, tokens.since(start));
    }

    private SqlExpression let() {
        int start = tokens.take().start();
        tokens.take();
        nesting.enter();
        String name = tokens.expectName();
        tokens.expect("=");
        SqlExpression value = expressions.comparison();
        tokens.expect("IN");
        SqlExpression body = expressions.comparison();
        nesting.leave();
        tokens.expect(")");
        return new Let(name, value, body, tokens.since(start));
    }

    /** A query in parentheses, behind the word that says what becomes of its rows. */
    Subquery subquery(Subquery.Kind kind) {
        int start = tokens.start();
        if (kind != Subquery.Kind.SCALAR) {
            tokens.take();
        }
        tokens.expect("(");
        nesting.enter();
        SelectQuery query = queries.query();
        nesting.leave();
        tokens.expect(")");
        return new Subquery(kind, query, tokens.since(start));
    }
}
