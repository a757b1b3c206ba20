package org.mayflydb.query.fanout;

import java.util.List;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonString;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.CompiledQuery.Score;
import org.mayflydb.query.compile.CompiledQuery.Scores;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlText;

/** ORDER BY a distance: every partition sends its best rows with their scores, and the client keeps the best of all. */
final class ScoredPlan {
    private ScoredPlan() {}

    static PlanPart of(CompiledQuery query, Scores scores) {
        SelectQuery tree = query.tree();
        OrderBy orderBy = Invariant.present(tree.orderBy(), "what is scored has an order");
        SqlExpression ranked = orderBy.items().get(0).expression();
        if (orderBy.rank()) {
            if (tree.distinct()) {
                throw Distribution.refusal(
                        ranked, "ORDER BY RANK over several partitions is not supported together with DISTINCT.");
            }
            return HybridPlan.of(query, scores, (SqlExpression.Call) ranked);
        }
        Score score = scores.scores().get(0);
        PlanPart plan = PlanPart.passThrough(tree)
                .with("orderBy", List.of(direction(score)))
                .with("orderByExpressions", List.of(SqlText.of(ranked)))
                .with("hasNonStreamingOrderBy", true)
                .needing(Feature.ORDER_BY)
                .needing(Feature.NON_STREAMING_ORDER_BY);
        Rewrite rewrite = SortedPlan.wrapped(
                tree, List.of(score.undefinedFirst() ? ranked : orWorst(ranked, score)), Rewrite.payload(tree));
        if (tree.distinct()) {
            // Duplicates may be in different partitions, so the client drops them, and only then counts rows.
            return plan.with("distinctType", new JsonString("Unordered"))
                    .limited(query.window())
                    .needing(Feature.DISTINCT)
                    .rewritten(rewrite.withDuplicates().withoutWindow().tree());
        }
        return plan.windowed(tree, query.window())
                .rewritten(rewrite.withFirstRows(query.window()).tree());
    }

    static String direction(Score score) {
        return score.ascending() ? "Ascending" : "Descending";
    }

    /** An item without a score comes last, whichever end of the numbers that is. */
    static SqlExpression orWorst(SqlExpression value, Score score) {
        return Expressions.orElse(value, score.ascending() ? Double.MAX_VALUE : -Double.MAX_VALUE);
    }
}
