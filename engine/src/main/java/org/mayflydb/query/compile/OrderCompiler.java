package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.compile.CompiledQuery.Scores;
import org.mayflydb.query.compile.CompiledQuery.SortKey;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.SortDirection;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** ORDER BY: paths in the item that an index can be sorted by, or scores. */
final class OrderCompiler {
    private final Compilation compilation;
    private final Scope scope;
    private final SelectQuery query;

    OrderCompiler(Compilation compilation, Scope scope, SelectQuery query) {
        this.compilation = compilation;
        this.scope = scope;
        this.query = query;
    }

    /** The sort keys; none if there is no ORDER BY, or one by scores. */
    List<SortKey> keys() {
        SelectQuery.OrderBy orderBy = query.orderBy();
        List<SortKey> keys = new ArrayList<>();
        if (orderBy == null || isByScore(orderBy)) {
            return keys;
        }
        if (Trees.isGrouped(query)) {
            throw SqlErrors.compile(
                    null, orderBy.span(), "'ORDER BY' is not supported together with GROUP BY or aggregate functions.");
        }
        for (SelectQuery.SortItem item : orderBy.items()) {
            keys.add(key(item));
        }
        return keys;
    }

    private SortKey key(SelectQuery.SortItem item) {
        ExpressionCompiler expressions = new ExpressionCompiler(compilation, scope);
        List<String> path = expressions.itemPath(item.expression());
        if (path == null || path.isEmpty()) {
            throw refused(item.expression());
        }
        return new SortKey(
                path,
                expressions.compile(item.expression()),
                item.direction() == SortDirection.DESC,
                path.size() == 1 && compilation.isComputed(path.get(0)));
    }

    private RuntimeException refused(SqlExpression expression) {
        SqlExpression target = expression;
        while (target instanceof SqlExpression.Member member) {
            target = member.target();
        }
        boolean joined = target instanceof SqlExpression.Identifier name
                && scope.find(name.name(), name.span()) instanceof Scope.Binding.Slot;
        return joined
                ? SqlErrors.run("Order-by over correlated collections is not supported.")
                : SqlErrors.compile(
                        "2206",
                        expression.span(),
                        "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.");
    }

    @Nullable
    Scores scores() {
        SelectQuery.OrderBy orderBy = query.orderBy();
        return orderBy == null || !isByScore(orderBy)
                ? null
                : new ScoreCompiler(compilation, scope, query).scores(orderBy);
    }

    private static boolean isByScore(SelectQuery.OrderBy orderBy) {
        return orderBy.rank()
                || orderBy.items().stream()
                        .anyMatch(item -> isDistance(item.expression()) || isScore(item.expression()));
    }

    /** The score of a text by statistics that are given, as clients ask every partition for it. */
    static boolean isScore(SqlExpression expression) {
        return expression instanceof SqlExpression.Call call && call.name().equalsIgnoreCase("_FullTextScore");
    }

    static boolean isDistance(SqlExpression expression) {
        return expression instanceof SqlExpression.Call call && call.name().equalsIgnoreCase("VectorDistance");
    }
}
