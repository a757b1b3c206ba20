package org.mayflydb.query.fanout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.CompiledQuery.Score;
import org.mayflydb.query.compile.CompiledQuery.Scores;
import org.mayflydb.query.compile.CompiledQuery.Window;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.SortDirection;
import org.mayflydb.query.syntax.SelectQuery.SortItem;
import org.mayflydb.query.syntax.Span;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.Field;
import org.mayflydb.query.syntax.SqlText;

/**
 * ORDER BY RANK: the client first asks all partitions how common the words are, then for the best rows by each score,
 * and fuses the ranks of what it got.
 */
final class HybridPlan {
    /** A row that is good by one score has a rank by the others too, so partitions send more rows than are wanted. */
    private static final int ROWS_PER_WANTED = 12;

    private static final int ROWS_MIN = 120;

    private static final String PLACEHOLDER = "{documentdb-formattablehybridsearchquery-";

    private final CompiledQuery query;
    private final SelectQuery tree;
    private final List<Score> scores;
    private final List<SqlExpression.Call> calls;

    private HybridPlan(CompiledQuery query, List<Score> scores, List<SqlExpression.Call> calls) {
        this.query = query;
        this.tree = query.tree();
        this.scores = scores;
        this.calls = calls;
    }

    /**
     * Full-text scores come first: some clients number the placeholders by component, others by full-text component, and
     * so both numberings agree.
     */
    static PlanPart of(CompiledQuery query, Scores scores, SqlExpression.Call ranked) {
        List<SqlExpression.Call> written = calls(ranked);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(index -> !isFullText(written.get(index))));
        return new HybridPlan(
                        query,
                        order.stream().map(scores.scores()::get).toList(),
                        order.stream().map(written::get).toList())
                .make();
    }

    private static List<SqlExpression.Call> calls(SqlExpression.Call ranked) {
        if (!ranked.name().equalsIgnoreCase("RRF")) {
            return List.of(ranked);
        }
        List<SqlExpression.Call> calls = new ArrayList<>();
        for (SqlExpression argument : ranked.arguments()) {
            if (argument instanceof SqlExpression.Call call) {
                calls.add(call);
            }
        }
        return calls;
    }

    private PlanPart make() {
        Window window = query.window();
        List<JsonValue> components = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            components.add(component(i));
        }
        List<JsonValue> weights = new ArrayList<>();
        scores.forEach(score -> weights.add(JsonNumber.of(score.weight())));
        boolean weighted = scores.stream().anyMatch(score -> score.weight() != 1);
        JsonArray none = new JsonArray(List.of());
        JsonObject json = JsonObject.builder()
                .put("globalStatisticsQuery", SqlText.of(statistics()))
                .put("componentQueryInfos", new JsonArray(components))
                .put("componentWithoutPayloadQueryInfos", none)
                .put("projectionQueryInfo", JsonNull.NULL)
                .put("componentWeights", weighted ? new JsonArray(weights) : none)
                .put("skip", tree.offsetLimit() == null ? JsonNull.NULL : PlanPart.count(window.skip()))
                .put("take", window.take() == null ? JsonNull.NULL : PlanPart.count(window.take()))
                // Some clients fail without, even if no score depends on words.
                .put("requiresGlobalStatistics", true)
                .build();
        PlanPart plan = new PlanPart(
                        "hybridSearchQueryInfo",
                        json,
                        PlanPart.passThrough(tree).needs())
                .needing(Feature.HYBRID_SEARCH);
        return weighted ? plan.needing(Feature.WEIGHTED_RANK_FUSION) : plan;
    }

    /** The best rows by one score, with all their scores. */
    private JsonObject component(int index) {
        Score score = scores.get(index);
        SqlExpression value = value(index);
        List<SqlExpression> all = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            all.add(ScoredPlan.orWorst(value(i), scores.get(i)));
        }
        SqlExpression payload = Expressions.object(
                new Field("payload", Rewrite.payload(tree)), new Field("componentScores", Expressions.array(all)));
        Long rows = rows();
        Rewrite sorted = SortedPlan.wrapped(tree, List.of(ScoredPlan.orWorst(value, score)), payload)
                .orderedBy(new OrderBy(
                        true,
                        List.of(new SortItem(value, score.ascending() ? SortDirection.ASC : SortDirection.DESC)),
                        Span.NONE));
        SelectQuery rewritten =
                rows == null ? sorted.tree() : sorted.withTop(rows).tree();
        return PlanPart.passThrough(tree)
                .with("top", rows == null ? JsonNull.NULL : PlanPart.count(rows))
                .with("orderBy", List.of(ScoredPlan.direction(score)))
                .with("orderByExpressions", List.of(SqlText.of(value)))
                .with("hasNonStreamingOrderBy", true)
                .rewritten(rewritten)
                .json();
    }

    /** How many rows of a partition are ranked; null for all. */
    private @Nullable Long rows() {
        Long take = query.window().take();
        return take == null
                ? null
                : Math.max(ROWS_MIN, ROWS_PER_WANTED * (query.window().skip() + take));
    }

    /** A score as a function of the item and of what the client has found out about all texts. */
    private SqlExpression value(int index) {
        SqlExpression.Call call = calls.get(index);
        if (!isFullText(call)) {
            return call;
        }
        return Expressions.call(
                "_FullTextScore",
                call.arguments().get(0),
                Expressions.array(terms(call)),
                Expressions.placeholder(PLACEHOLDER + "totaldocumentcount}"),
                Expressions.placeholder(PLACEHOLDER + "totalwordcount-" + index + "}"),
                Expressions.placeholder(PLACEHOLDER + "hitcountsarray-" + index + "}"));
    }

    private static boolean isFullText(SqlExpression.Call call) {
        return call.name().equalsIgnoreCase("FullTextScore");
    }

    private static List<SqlExpression> terms(SqlExpression.Call call) {
        List<SqlExpression> rest = call.arguments().subList(1, call.arguments().size());
        return rest.size() == 1 && rest.get(0) instanceof SqlExpression.ArrayConstructor array
                ? array.elements()
                : rest;
    }

    /** How many items there are, and for each text how many words, and how many items have each term. */
    private SelectQuery statistics() {
        List<SqlExpression> texts = new ArrayList<>();
        for (SqlExpression.Call call : calls) {
            if (isFullText(call)) {
                SqlExpression text = call.arguments().get(0);
                List<SqlExpression> hits = new ArrayList<>();
                for (SqlExpression term : terms(call)) {
                    hits.add(Expressions.call("COUNTIF", Expressions.call("FullTextContains", text, term)));
                }
                texts.add(Expressions.object(
                        new Field(
                                "totalWordCount",
                                Expressions.call("SUM", Expressions.call("_FullTextWordCount", text))),
                        new Field("hitCounts", Expressions.array(hits))));
            }
        }
        Projection.Members projection = new Projection.Members(List.of(
                Rewrite.as(Expressions.call("COUNT", Expressions.number(1)), "documentCount"),
                Rewrite.as(Expressions.array(texts), "fullTextStatistics")));
        return new SelectQuery(projection, false, null, tree.sources(), null, List.of(), null, null, Span.NONE);
    }
}
