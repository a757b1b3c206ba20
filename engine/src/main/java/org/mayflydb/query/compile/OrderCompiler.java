package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonNumber;
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
        if (!orderBy.items().stream().allMatch(item -> isPath(item.expression()))) {
            throw SqlErrors.order();
        }
        // The one row of an aggregate without GROUP BY has no order; groups come in the order of their first rows.
        boolean oneRow = query.groupBy().isEmpty() && Trees.isGrouped(query);
        for (SelectQuery.SortItem item : orderBy.items()) {
            if (oneRow) {
                resolveNames(item.expression());
            } else {
                keys.add(key(item));
            }
        }
        return keys;
    }

    private void resolveNames(SqlExpression expression) {
        if (expression instanceof SqlExpression.Identifier name) {
            Scope.Binding unused = scope.find(name.name(), name.span());
        }
        Trees.operands(expression).forEach(this::resolveNames);
    }

    private SortKey key(SelectQuery.SortItem item) {
        ExpressionCompiler expressions = new ExpressionCompiler(compilation, scope);
        TermPath path = path(item.expression(), expressions);
        if (path == null || path.steps().isEmpty()) {
            throw refused(item.expression());
        }
        return new SortKey(
                path, expressions.compile(item.expression()), item.direction() == SortDirection.DESC, isComputed(path));
    }

    /** Where the index has the values of the expression; null if it is no path. */
    private @Nullable TermPath path(SqlExpression expression, ExpressionCompiler expressions) {
        List<String> names = expressions.itemPath(expression);
        if (names != null) {
            TermPath path = TermPath.ITEM;
            for (String name : names) {
                path = path.member(name);
            }
            return path;
        }
        if (expression instanceof SqlExpression.Indexed indexed
                && indexed.index() instanceof SqlExpression.Literal index
                && index.value() instanceof JsonNumber) {
            TermPath array = path(indexed.target(), expressions);
            return array == null || array.steps().isEmpty() || isComputed(array) ? null : array.everyElement();
        }
        if (expression instanceof SqlExpression.Member member) {
            TermPath target = path(member.target(), expressions);
            return target == null || isComputed(target) ? null : target.member(member.name());
        }
        return null;
    }

    private boolean isComputed(TermPath path) {
        return path.steps().size() == 1
                && path.steps().get(0) instanceof IndexPath.PathStep.Member member
                && compilation.isComputed(member.name());
    }

    /** Whether the expression follows names and positions from a source that is not a subquery. */
    private boolean isPath(SqlExpression expression) {
        if (expression instanceof SqlExpression.Member member) {
            return isPath(member.target());
        }
        if (expression instanceof SqlExpression.Indexed indexed) {
            return indexed.index() instanceof SqlExpression.Literal && isPath(indexed.target());
        }
        return expression instanceof SqlExpression.Identifier name
                && query.sources().stream()
                        .filter(source -> SelectCompiler.alias(source).equals(name.name()))
                        .noneMatch(source -> source.collection() instanceof SqlExpression.Subquery);
    }

    private RuntimeException refused(SqlExpression expression) {
        SqlExpression target = expression;
        while (!(target instanceof SqlExpression.Identifier)) {
            target = Trees.operands(target).get(0);
        }
        SqlExpression.Identifier name = (SqlExpression.Identifier) target;
        return scope.find(name.name(), name.span()) instanceof Scope.Binding.Slot
                ? SqlErrors.run("Order-by over correlated collections is not supported.")
                : SqlErrors.order();
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
