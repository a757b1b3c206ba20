package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.Source;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;
import org.mayflydb.query.syntax.SqlExpression.Identifier;
import org.mayflydb.query.syntax.SqlExpression.Subquery;

/**
 * A subquery in FROM that returns whole items, such as {@code FROM (SELECT * FROM c WHERE c.n > 1) AS s}. It is replaced
 * by the container and its condition, so that the query has the indexes, the pages and the ORDER BY of one without it.
 */
final class ItemSubquery {
    private ItemSubquery() {}

    static SelectQuery inlined(SelectQuery query) {
        // Items of a subquery are not ranked by a score, as in the service.
        if (query.sources().isEmpty()
                || (query.orderBy() != null && query.orderBy().rank())) {
            return query;
        }
        Source source = query.sources().get(0);
        String alias = source.alias();
        if (alias == null || source.iterated() || !(source.collection() instanceof Subquery subquery)) {
            return query;
        }
        SelectQuery inner = inlined(subquery.query());
        SqlExpression own = inner.where();
        String name = itemName(inner);
        if (name == null || !canRename(own, name, alias)) {
            return query;
        }
        List<Source> sources = new ArrayList<>(query.sources());
        sources.set(0, new Source(alias, false, inner.sources().get(0).collection(), source.span()));
        return new SelectQuery(
                query.projection(),
                query.distinct(),
                query.top(),
                sources,
                and(own == null ? null : new Renaming(name, alias).of(own), query.where()),
                query.groupBy(),
                query.orderBy(),
                query.offsetLimit(),
                query.span());
    }

    /** The name of the item in a query whose results are the items themselves; null for any other query. */
    private static @Nullable String itemName(SelectQuery query) {
        boolean plain = query.sources().size() == 1
                && !query.sources().get(0).iterated()
                && query.sources().get(0).collection() instanceof Identifier
                && query.groupBy().isEmpty()
                && query.orderBy() == null
                && query.top() == null
                && query.offsetLimit() == null;
        if (!plain) {
            return null;
        }
        String name = SelectCompiler.alias(query.sources().get(0));
        // DISTINCT changes nothing: no two items are equal, because each has its own _rid.
        boolean whole = query.projection() instanceof Projection.Star
                || (query.projection() instanceof Projection.Value value
                        && value.expression() instanceof Identifier item
                        && item.name().equals(name));
        return whole ? name : null;
    }

    /** Whether the new name means nothing in the condition yet, and no part of it gives the old one a new meaning. */
    private static boolean canRename(@Nullable SqlExpression condition, String from, String to) {
        if (condition == null || from.equals(to)) {
            return true;
        }
        NameUse names = NameUse.of(condition);
        return !names.uses(to) && !names.binds(to) && !names.binds(from);
    }

    private static @Nullable SqlExpression and(@Nullable SqlExpression own, @Nullable SqlExpression outer) {
        if (own == null || outer == null) {
            return own == null ? outer : own;
        }
        return new SqlExpression.Binary(BinaryOperator.AND, own, outer, outer.span());
    }
}
