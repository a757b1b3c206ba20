package org.mayflydb.query.syntax;

import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.SortItem;
import org.mayflydb.query.syntax.SelectQuery.Source;

/**
 * Writes a tree as text that parses to an equal tree, positions aside.
 *
 * <p>The text looks like those that the service makes when it rewrites a query: a line for each clause, operators always
 * in parentheses, strings in double quotes. A very deep tree is written with needed parentheses only, as all of them
 * would nest deeper than a text may.
 *
 * <p>Literals that the parser never makes come out as what they mean: an array or object as a constructor, a negative
 * number as the negation of a positive one. A name that is no name is a bug of the caller.
 */
public final class SqlText {
    private final StringBuilder text = new StringBuilder();
    private final ExpressionText expressions;

    private SqlText(boolean frugal) {
        this.expressions = new ExpressionText(text, frugal, this);
    }

    /** The text of a query, its clauses separated by line breaks. */
    public static String of(SelectQuery query) {
        return of(query, ExpressionText.mustBeFrugal(TreeDepth.of(query)));
    }

    static String of(SelectQuery query, boolean frugal) {
        SqlText writer = new SqlText(frugal);
        writer.append(query, "\n");
        return writer.text.toString();
    }

    /** The text of an expression. */
    public static String of(SqlExpression expression) {
        SqlText writer = new SqlText(ExpressionText.mustBeFrugal(TreeDepth.of(expression)));
        writer.expressions.append(expression);
        return writer.text.toString();
    }

    /** Appends a query with this between its clauses. */
    void append(SelectQuery query, String separator) {
        text.append("SELECT ");
        if (query.distinct()) {
            text.append("DISTINCT ");
        }
        if (query.top() != null) {
            text.append("TOP ");
            expressions.append(query.top());
            text.append(' ');
        }
        appendProjection(query.projection());
        String introduction = "FROM ";
        for (Source source : query.sources()) {
            text.append(separator).append(introduction);
            appendSource(source);
            introduction = "JOIN ";
        }
        if (query.where() != null) {
            text.append(separator).append("WHERE ");
            expressions.append(query.where());
        }
        if (!query.groupBy().isEmpty()) {
            text.append(separator).append("GROUP BY ");
            expressions.appendAll(query.groupBy());
        }
        if (query.orderBy() != null) {
            text.append(separator).append("ORDER BY ");
            appendOrderBy(query.orderBy());
        }
        if (query.offsetLimit() != null) {
            text.append(separator).append("OFFSET ");
            expressions.append(query.offsetLimit().offset());
            text.append(" LIMIT ");
            expressions.append(query.offsetLimit().limit());
        }
    }

    private void appendProjection(Projection projection) {
        if (projection instanceof Projection.Members members) {
            String separator = "";
            for (Projection.Item item : members.items()) {
                text.append(separator);
                expressions.append(item.expression());
                if (item.alias() != null) {
                    text.append(" AS ");
                    expressions.appendNameOrString(item.alias());
                }
                separator = ", ";
            }
        } else if (projection instanceof Projection.Value value) {
            text.append("VALUE ");
            expressions.append(value.expression());
        } else {
            text.append('*');
        }
    }

    private void appendSource(Source source) {
        if (source.iterated()) {
            expressions.appendName(source.alias() == null ? "" : source.alias());
            text.append(" IN ");
        }
        expressions.append(source.collection());
        if (!source.iterated() && source.alias() != null) {
            text.append(" AS ");
            expressions.appendName(source.alias());
        }
    }

    private void appendOrderBy(OrderBy orderBy) {
        String separator = orderBy.rank() ? "RANK " : "";
        for (SortItem item : orderBy.items()) {
            text.append(separator);
            expressions.append(item.expression());
            if (item.direction() != null) {
                text.append(' ').append(item.direction());
            }
            separator = ", ";
        }
    }
}
