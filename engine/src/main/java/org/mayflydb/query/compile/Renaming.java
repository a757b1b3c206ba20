package org.mayflydb.query.compile;

import org.jspecify.annotations.Nullable;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.SortItem;
import org.mayflydb.query.syntax.SelectQuery.Source;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.Identifier;
import org.mayflydb.query.syntax.SqlExpression.Subquery;

/** Replaces a name in an expression and its subqueries, none of which gives the name a meaning of its own. */
record Renaming(String from, String to) {

    SqlExpression of(SqlExpression expression) {
        if (expression instanceof Identifier name) {
            return name.name().equals(from) ? new Identifier(to, name.span()) : name;
        }
        if (expression instanceof Subquery subquery) {
            return new Subquery(subquery.kind(), of(subquery.query()), subquery.span());
        }
        return Trees.withOperands(
                expression, Trees.operands(expression).stream().map(this::of).toList());
    }

    private SelectQuery of(SelectQuery query) {
        return new SelectQuery(
                of(query.projection()),
                query.distinct(),
                query.top(),
                query.sources().stream().map(this::of).toList(),
                query.where() == null ? null : of(query.where()),
                query.groupBy().stream().map(this::of).toList(),
                of(query.orderBy()),
                query.offsetLimit(),
                query.span());
    }

    private Projection of(Projection projection) {
        if (projection instanceof Projection.Value value) {
            return new Projection.Value(of(value.expression()));
        }
        if (projection instanceof Projection.Members members) {
            return new Projection.Members(members.items().stream()
                    .map(item -> new Projection.Item(of(item.expression()), nameOf(item)))
                    .toList());
        }
        return projection;
    }

    /** The name of a member stays, also where it follows from the expression. */
    private @Nullable String nameOf(Projection.Item item) {
        return item.alias() != null || !(item.expression() instanceof Identifier name) ? item.alias() : name.name();
    }

    private Source of(Source source) {
        return new Source(source.alias(), source.iterated(), of(source.collection()), source.span());
    }

    private @Nullable OrderBy of(@Nullable OrderBy orderBy) {
        return orderBy == null
                ? null
                : new OrderBy(
                        orderBy.rank(),
                        orderBy.items().stream()
                                .map(item -> new SortItem(of(item.expression()), item.direction()))
                                .toList(),
                        orderBy.span());
    }
}
