package org.mayflydb.query.fanout;

import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.run.Aggregate;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** Decides how a query is spread over several partitions. */
final class Distribution {
    private final CompiledQuery query;
    private final SelectQuery tree;

    private Distribution(CompiledQuery query) {
        this.query = query;
        this.tree = query.tree();
    }

    static PlanPart of(CompiledQuery query) {
        return new Distribution(query).make();
    }

    private PlanPart make() {
        if (query.scores() != null) {
            return ScoredPlan.of(query, query.scores());
        }
        if (query.inner() != null && combinesItems(query.inner().query())) {
            return overCombinedItems(query.inner().query());
        }
        boolean aggregated = AggregatePlan.hasAggregates(tree);
        // Without aggregates groups are just rows that differ.
        if (query.isGrouped() && !(tree.distinct() && !aggregated)) {
            return AggregatePlan.of(query);
        }
        if (!query.order().isEmpty()) {
            return SortedPlan.of(query);
        }
        PlanPart plain = PlanPart.passThrough(tree);
        if (tree.distinct()) {
            return distinct(plain);
        }
        PlanPart windowed = plain.windowed(tree, query.window());
        return tree.offsetLimit() == null
                ? windowed
                : windowed.rewritten(
                        Rewrite.of(tree).withFirstRows(query.window()).tree());
    }

    private PlanPart distinct(PlanPart plain) {
        PlanPart distinct = plain.with("distinctType", new JsonString("Unordered"))
                .windowed(tree, query.window())
                .needing(Feature.DISTINCT);
        return query.window().take() == null
                ? distinct
                : distinct.rewritten(Rewrite.of(tree).withoutWindow().tree());
    }

    /** Whether a row of the subquery is made of several items, which may be in several partitions. */
    private static boolean combinesItems(CompiledQuery inner) {
        return inner.isGrouped()
                || inner.selection().distinct()
                || (inner.inner() != null && combinesItems(inner.inner().query()));
    }

    private PlanPart overCombinedItems(CompiledQuery inner) {
        boolean onlyDistinct = !inner.isGrouped() && inner.inner() == null;
        if (onlyDistinct && isCountOfRows()) {
            return distinctCount(inner.tree());
        }
        if (onlyDistinct && tree.distinct() && !query.isGrouped()) {
            return distinct(PlanPart.passThrough(tree));
        }
        throw refusal(
                tree.sources().get(0).collection(),
                "A subquery in FROM with DISTINCT, GROUP BY or an aggregate function is not supported over several "
                        + "partitions, except to count distinct values.");
    }

    /** {@code SELECT COUNT(1) FROM (…)} and nothing else. */
    private boolean isCountOfRows() {
        boolean bare = tree.sources().size() == 1
                && !tree.sources().get(0).iterated()
                && tree.where() == null
                && tree.groupBy().isEmpty()
                && query.window().skip() == 0;
        return bare
                && counted() instanceof SqlExpression.Call call
                && Aggregate.find(call.name()) == Aggregate.COUNT
                && call.arguments().get(0) instanceof SqlExpression.Literal literal
                && literal.value() != null;
    }

    private SqlExpression counted() {
        if (tree.projection() instanceof Projection.Members members
                && members.items().size() == 1) {
            return members.items().get(0).expression();
        }
        return Rewrite.payload(tree);
    }

    private PlanPart distinctCount(SelectQuery distinct) {
        String alias = tree.projection() instanceof Projection.Members members
                ? members.items().get(0).alias()
                : null;
        return PlanPart.passThrough(tree)
                .with("distinctType", new JsonString("Unordered"))
                .with(
                        "dCountInfo",
                        JsonObject.builder()
                                .put("dCountAlias", alias == null ? "" : alias)
                                .build())
                .rewritten(distinct)
                .needing(Feature.DISTINCT)
                .needing(Feature.DISTINCT_COUNT);
    }

    static RuntimeException refusal(SqlExpression where, String message) {
        return SqlErrors.compile(null, where.span(), message);
    }
}
