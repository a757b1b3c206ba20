package org.mayflydb.query.fanout;

import java.util.List;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonString;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.SortDirection;
import org.mayflydb.query.syntax.SelectQuery.SortItem;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlText;

/**
 * ORDER BY: every partition sends sorted rows, each with its resource id, the values it is sorted by, and what the user
 * wants to see; the client merges them.
 */
final class SortedPlan {
    private SortedPlan() {}

    static PlanPart of(CompiledQuery query) {
        SelectQuery tree = query.tree();
        OrderBy orderBy = Invariant.present(tree.orderBy(), "what is sorted has an order");
        if (!query.aliases().standsForItem(tree.sources().get(0))) {
            throw Distribution.refusal(
                    tree.sources().get(0).collection(),
                    "ORDER BY over several partitions needs the container itself in FROM, not a part of its items.");
        }
        List<SqlExpression> keys =
                orderBy.items().stream().map(SortItem::expression).toList();
        Rewrite rewrite = wrapped(tree, keys, Rewrite.payload(tree)).withDuplicates();
        PlanPart plan = PlanPart.passThrough(tree)
                .with("orderBy", directions(orderBy))
                .with("orderByExpressions", keys.stream().map(SqlText::of).toList())
                .needing(keys.size() > 1 ? Feature.MULTIPLE_ORDER_BY : Feature.ORDER_BY);
        if (tree.distinct()) {
            // Duplicates are dropped after merging, and only then rows are counted.
            return plan.with("distinctType", new JsonString(isSortedByResult(tree, keys) ? "Ordered" : "Unordered"))
                    .limited(query.window())
                    .needing(Feature.DISTINCT)
                    .rewritten(rewrite.withoutWindow().tree());
        }
        return plan.windowed(tree, query.window())
                .rewritten(rewrite.withFirstRows(query.window()).tree());
    }

    private static List<String> directions(OrderBy orderBy) {
        return orderBy.items().stream()
                .map(item -> item.direction() == SortDirection.DESC ? "Descending" : "Ascending")
                .toList();
    }

    /** Whether equal results are neighbours, so that a client needs to remember only the last one. */
    private static boolean isSortedByResult(SelectQuery tree, List<SqlExpression> keys) {
        return tree.projection() instanceof Projection.Value value
                && keys.size() == 1
                && SqlText.of(value.expression()).equals(SqlText.of(keys.get(0)));
    }

    /** The query with rows of the form in which clients sort them. */
    static Rewrite wrapped(SelectQuery tree, List<SqlExpression> keys, SqlExpression payload) {
        Rewrite rewrite = Rewrite.of(tree)
                .selecting(new Projection.Members(List.of(
                        new Projection.Item(Expressions.member(Rewrite.alias(tree), "_rid"), null),
                        Rewrite.as(Expressions.items(keys), "orderByItems"),
                        Rewrite.as(payload, "payload"))))
                .alsoWhere(Expressions.filter());
        // An undefined result is no row, and a row without a payload is nothing that clients can read.
        return canBeUndefined(tree) ? rewrite.alsoWhere(Expressions.call("IS_DEFINED", payload)) : rewrite;
    }

    static boolean canBeUndefined(SelectQuery tree) {
        return tree.projection() instanceof Projection.Value value
                && !(value.expression() instanceof SqlExpression.ObjectConstructor)
                && !(value.expression() instanceof SqlExpression.ArrayConstructor);
    }
}
