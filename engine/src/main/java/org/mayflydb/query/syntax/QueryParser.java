package org.mayflydb.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonString;
import org.mayflydb.query.syntax.SelectQuery.OffsetLimit;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.SortDirection;
import org.mayflydb.query.syntax.SelectQuery.SortItem;
import org.mayflydb.query.syntax.SelectQuery.Source;
import org.mayflydb.query.syntax.SqlExpression.Identifier;
import org.mayflydb.query.syntax.SqlExpression.Literal;
import org.mayflydb.query.syntax.SqlExpression.Member;
import org.mayflydb.query.syntax.SqlExpression.Subquery;
import org.mayflydb.query.syntax.Token.Kind;

/** Parses a query clause by clause. What a clause may not say in a subquery is left to those who know its meaning. */
final class QueryParser {
    private final TokenStream tokens;
    private final ExpressionParser expressions;
    private final PrimaryParser primaries;

    QueryParser(TokenStream tokens, ExpressionParser expressions, PrimaryParser primaries) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.primaries = primaries;
    }

    SelectQuery query() {
        int start = tokens.expect("SELECT").start();
        boolean distinct = tokens.takeIf("DISTINCT");
        SqlExpression top = tokens.takeIf("TOP") ? count() : null;
        Projection projection = projection();
        List<Source> sources = tokens.takeIf("FROM") ? sources() : List.of();
        SqlExpression where = tokens.takeIf("WHERE") ? expressions.expression() : null;
        List<SqlExpression> groupBy = groupBy();
        OrderBy orderBy = orderBy();
        OffsetLimit offsetLimit = offsetLimit();
        return new SelectQuery(
                projection, distinct, top, sources, where, groupBy, orderBy, offsetLimit, tokens.since(start));
    }

    /** How many rows; a sign is no part of a number. */
    private SqlExpression count() {
        return tokens.at(Kind.PARAMETER) ? primaries.parameter() : primaries.number();
    }

    private Projection projection() {
        if (tokens.at("*")) {
            return new Projection.Star(tokens.take().span());
        }
        if (tokens.takeIf("VALUE")) {
            return new Projection.Value(expressions.expression());
        }
        List<Projection.Item> items = new ArrayList<>();
        do {
            SqlExpression expression = expressions.expression();
            items.add(new Projection.Item(expression, memberAlias()));
        } while (tokens.takeIf(","));
        return new Projection.Members(items);
    }

    private @Nullable String memberAlias() {
        boolean due = tokens.takeIf("AS");
        if (tokens.at(Kind.STRING) || tokens.at(Kind.IDENTIFIER)) {
            return tokens.take().text();
        }
        if (due) {
            throw tokens.unexpected();
        }
        return null;
    }

    private List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        do {
            sources.add(source());
        } while (tokens.takeIf("JOIN"));
        return sources;
    }

    private Source source() {
        int start = tokens.start();
        if (tokens.at(Kind.IDENTIFIER) && tokens.peek(1).is("IN")) {
            String alias = tokens.expectName();
            tokens.expect("IN");
            SqlExpression collection = collection();
            return new Source(alias, true, collection, tokens.since(start));
        }
        SqlExpression collection = collection();
        String alias = tokens.takeIf("AS") || tokens.at(Kind.IDENTIFIER) ? tokens.expectName() : null;
        return new Source(alias, false, collection, tokens.since(start));
    }

    private SqlExpression collection() {
        if (tokens.at("(")) {
            return primaries.subquery(Subquery.Kind.SCALAR);
        }
        if (tokens.at(Kind.IDENTIFIER) && tokens.peek(1).is("(")) {
            return primaries.call();
        }
        return path();
    }

    private SqlExpression path() {
        Token first = tokens.expect(Kind.IDENTIFIER);
        SqlExpression path = new Identifier(first.text(), first.span());
        while (true) {
            if (tokens.takeIf(".")) {
                String name = tokens.expectName();
                path = new Member(path, name, tokens.since(first.start()));
            } else if (tokens.takeIf("[")) {
                Literal index = tokens.at(Kind.STRING) ? string() : primaries.number();
                tokens.expect("]");
                path = ExpressionParser.element(path, index, tokens.since(first.start()));
            } else {
                return path;
            }
        }
    }

    private Literal string() {
        Token token = tokens.expect(Kind.STRING);
        return new Literal(new JsonString(token.text()), token.span());
    }

    private List<SqlExpression> groupBy() {
        if (!tokens.takeIf("GROUP")) {
            return List.of();
        }
        tokens.expect("BY");
        return expressions.expressions();
    }

    private @Nullable OrderBy orderBy() {
        int start = tokens.start();
        if (!tokens.takeIf("ORDER")) {
            return null;
        }
        tokens.expect("BY");
        // RANK is a name as well, but no name may follow a name here.
        boolean rank = tokens.current().isName("RANK") && tokens.peek(1).kind() == Kind.IDENTIFIER;
        if (rank) {
            tokens.take();
        }
        List<SortItem> items = new ArrayList<>();
        do {
            SqlExpression expression = rank ? score() : expressions.expression();
            items.add(new SortItem(expression, direction()));
        } while (tokens.takeIf(","));
        return new OrderBy(rank, items, tokens.since(start));
    }

    /** What RANK sorts by is a call and nothing else. */
    private SqlExpression score() {
        if (!tokens.at(Kind.IDENTIFIER)) {
            throw tokens.unexpected();
        }
        return primaries.call();
    }

    private @Nullable SortDirection direction() {
        if (tokens.takeIf("ASC")) {
            return SortDirection.ASC;
        }
        return tokens.takeIf("DESC") ? SortDirection.DESC : null;
    }

    private @Nullable OffsetLimit offsetLimit() {
        int start = tokens.start();
        if (!tokens.takeIf("OFFSET")) {
            return null;
        }
        SqlExpression offset = count();
        tokens.expect("LIMIT");
        SqlExpression limit = count();
        return new OffsetLimit(offset, limit, tokens.since(start));
    }
}
