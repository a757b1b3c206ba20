package org.mayflydb.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query or a subquery.
 *
 * @param top how many rows at most: a literal or a parameter
 * @param sources of FROM and JOIN, in order; empty without FROM
 * @param groupBy empty without GROUP BY
 */
public record SelectQuery(
        Projection projection,
        boolean distinct,
        @Nullable SqlExpression top,
        List<Source> sources,
        @Nullable SqlExpression where,
        List<SqlExpression> groupBy,
        @Nullable OrderBy orderBy,
        @Nullable OffsetLimit offsetLimit,
        Span span) {

    public SelectQuery {
        sources = List.copyOf(sources);
        groupBy = List.copyOf(groupBy);
    }

    /** What SELECT makes of a row. */
    public sealed interface Projection {
        /** {@code *}: the only source itself. */
        record Star(Span span) implements Projection {}

        /** {@code VALUE x}: a value without a name. */
        record Value(SqlExpression expression) implements Projection {}

        /** An object with a member for each item. */
        record Members(List<Item> items) implements Projection {
            public Members {
                items = List.copyOf(items);
            }
        }

        /** One member; without an alias its name follows from the expression. */
        record Item(SqlExpression expression, @Nullable String alias) {}
    }

    /**
     * One source of rows.
     *
     * @param alias as written; null if it is to be inferred from the collection
     * @param iterated whether the rows are the elements of the collection ({@code x IN …}) instead of the whole
     * @param collection a name with members and indexes, a call, or a subquery ({@link
     *     SqlExpression.Subquery.Kind#SCALAR}, though it may have many rows here)
     */
    public record Source(@Nullable String alias, boolean iterated, SqlExpression collection, Span span) {}

    /** {@code ORDER BY}; with {@code rank} by scoring functions. */
    public record OrderBy(boolean rank, List<SortItem> items, Span span) {
        public OrderBy {
            items = List.copyOf(items);
        }
    }

    /** One sort key; {@code direction} is null where none is written, which means ascending except for scores. */
    public record SortItem(
            SqlExpression expression, @Nullable SortDirection direction) {}

    public enum SortDirection {
        ASC,
        DESC
    }

    /** {@code OFFSET m LIMIT n}, each a literal or a parameter. */
    public record OffsetLimit(SqlExpression offset, SqlExpression limit, Span span) {}
}
