package org.mayflydb.query.fanout;

import org.jspecify.annotations.Nullable;
import org.mayflydb.query.compile.CompiledQuery.Window;
import org.mayflydb.query.compile.Trees;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.OffsetLimit;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.Span;
import org.mayflydb.query.syntax.SqlExpression;

/** A query on its way to the text that partitions are sent: the user's, with some clauses exchanged. */
record Rewrite(
        SelectQuery query,
        Projection projection,
        boolean distinct,
        @Nullable SqlExpression top,
        @Nullable SqlExpression where,
        @Nullable OrderBy orderBy,
        @Nullable OffsetLimit offsetLimit) {

    static Rewrite of(SelectQuery query) {
        return new Rewrite(
                query,
                query.projection(),
                query.distinct(),
                query.top(),
                query.where(),
                query.orderBy(),
                query.offsetLimit());
    }

    SelectQuery tree() {
        return new SelectQuery(
                projection, distinct, top, query.sources(), where, query.groupBy(), orderBy, offsetLimit, query.span());
    }

    Rewrite selecting(SqlExpression value) {
        return selecting(new Projection.Value(value));
    }

    Rewrite selecting(Projection other) {
        return new Rewrite(query, other, distinct, top, where, orderBy, offsetLimit);
    }

    Rewrite alsoWhere(SqlExpression condition) {
        return new Rewrite(query, projection, distinct, top, Expressions.and(where, condition), orderBy, offsetLimit);
    }

    Rewrite orderedBy(OrderBy other) {
        return new Rewrite(query, projection, distinct, top, where, other, offsetLimit);
    }

    Rewrite withDuplicates() {
        return new Rewrite(query, projection, false, top, where, orderBy, offsetLimit);
    }

    /** All rows, because the client counts them after it has done more. */
    Rewrite withoutWindow() {
        return new Rewrite(query, projection, distinct, null, where, orderBy, null);
    }

    /** As many rows as can be among those that the client needs from all partitions together. */
    Rewrite withFirstRows(Window window) {
        Long take = window.take();
        if (offsetLimit == null || take == null) {
            return this;
        }
        OffsetLimit first = new OffsetLimit(
                Expressions.number(0),
                new SqlExpression.Literal(PlanPart.count(window.skip() + take), Span.NONE),
                Span.NONE);
        return new Rewrite(query, projection, distinct, null, where, orderBy, first);
    }

    /** The only rows of a partition that a query for the best few needs. */
    Rewrite withTop(long rows) {
        SqlExpression count = new SqlExpression.Literal(PlanPart.count(rows), Span.NONE);
        return new Rewrite(query, projection, distinct, count, where, orderBy, null);
    }

    /** The name of the first source, by which the item is known if it is the container. */
    static String alias(SelectQuery query) {
        SelectQuery.Source source = query.sources().get(0);
        String name = source.alias() == null ? Trees.inferredName(source.collection()) : source.alias();
        return name == null ? "" : name;
    }

    /** What the user's SELECT makes of a row, as one expression. */
    static SqlExpression payload(SelectQuery query) {
        if (query.projection() instanceof Projection.Value value) {
            return value.expression();
        }
        if (query.projection() instanceof Projection.Members members) {
            return Expressions.object(Trees.fields(members));
        }
        return Expressions.name(alias(query));
    }

    static Projection.Item as(SqlExpression expression, String alias) {
        return new Projection.Item(expression, alias);
    }
}
