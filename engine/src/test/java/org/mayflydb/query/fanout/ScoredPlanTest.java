package org.mayflydb.query.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.query.fanout.Plans.FILTER;
import static org.mayflydb.query.fanout.Plans.assertPlan;
import static org.mayflydb.query.fanout.Plans.text;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.query.syntax.Parser;

/** Plans of queries that rank items by scores. */
class ScoredPlanTest {
    private static final String DOCUMENTS = "{documentdb-formattablehybridsearchquery-totaldocumentcount}";
    private static final String WORDS = "{documentdb-formattablehybridsearchquery-totalwordcount-0}";
    private static final String HITS = "{documentdb-formattablehybridsearchquery-hitcountsarray-0}";

    @Test
    void nearestItemsOfEveryPartitionAreSentWithTheirDistance() {
        assertPlan(
                Plans.of("SELECT TOP 3 c.id FROM c ORDER BY VectorDistance(c.v, @q)", "@q", List.of(1)),
                "{\"top\":3,\"orderBy\":[\"Descending\"],\"orderByExpressions\":[\"VectorDistance(c.v, @q)\"],"
                        + "\"hasNonStreamingOrderBy\":true}",
                "SELECT TOP 3 c._rid, [{\"item\": (VectorDistance(c.v, @q) ?? -1.7976931348623157E308)}] "
                        + "AS orderByItems, {\"id\": c.id} AS payload\nFROM c\nWHERE " + FILTER
                        + "\nORDER BY VectorDistance(c.v, @q)");
    }

    @Test
    void smallEuclideanDistancesComeFirst() {
        JsonObject plan = Plans.of("SELECT c.id FROM c ORDER BY VectorDistance(c.v, [1], true, "
                + "{'distanceFunction': 'Euclidean'}) OFFSET 2 LIMIT 3");
        assertThat(Plans.info(plan).get("orderBy")).hasToString("[\"Ascending\"]");
        assertThat(text(Plans.info(plan), "rewrittenQuery"))
                .contains("[{\"item\": VectorDistance(c.v, [1], true, {\"distanceFunction\": \"Euclidean\"})}]")
                .contains("OFFSET 0 LIMIT 5");
    }

    @Test
    void wordsAreCountedOverAllPartitionsBeforeTextsAreScored() {
        JsonObject hybrid = hybrid(
                "SELECT TOP 10 c.name FROM c WHERE c.n > 1 ORDER BY RANK FullTextScore(c.text, 'swim', @other)",
                "@other",
                "run");
        String score = "_FullTextScore(c.text, [\"swim\", @other], " + DOCUMENTS + ", " + WORDS + ", " + HITS + ")";
        assertThat(text(hybrid, "globalStatisticsQuery"))
                .isEqualTo("SELECT COUNT(1) AS documentCount, "
                        + "[{\"totalWordCount\": SUM(_FullTextWordCount(c.text)), \"hitCounts\": "
                        + "[COUNTIF(FullTextContains(c.text, \"swim\")), COUNTIF(FullTextContains(c.text, @other))]}] "
                        + "AS fullTextStatistics\nFROM c");
        JsonObject component = component(hybrid, 0);
        assertThat(text(component, "rewrittenQuery"))
                .isEqualTo("SELECT TOP 120 c._rid, [{\"item\": (" + score + " ?? -1.7976931348623157E308)}] "
                        + "AS orderByItems, {\"payload\": {\"name\": c.name}, \"componentScores\": [(" + score
                        + " ?? -1.7976931348623157E308)]} AS payload\nFROM c\nWHERE ((c.n > 1) AND " + FILTER
                        + ")\nORDER BY RANK " + score + " DESC");
        assertThat(component.get("orderBy")).hasToString("[\"Descending\"]");
        assertThat(component.get("hasNonStreamingOrderBy")).hasToString("true");
        assertThat(hybrid.get("take")).hasToString("10");
        assertThat(hybrid.get("skip")).hasToString("null");
        assertThat(hybrid.get("componentWeights")).hasToString("[]");
    }

    @Test
    void fullTextScoresComeFirstWithTheirWeights() {
        JsonObject hybrid = hybrid("SELECT c.id FROM c ORDER BY RANK RRF(VectorDistance(c.v, [1]), "
                + "FullTextScore(c.text, ['swim']), [2, 0.5]) OFFSET 20 LIMIT 30");
        assertThat(Plans.elements(hybrid, "componentQueryInfos")).hasSize(2);
        assertThat(text(component(hybrid, 0), "rewrittenQuery"))
                .startsWith("SELECT TOP 600 ")
                .contains("totalwordcount-0}", "hitcountsarray-0}")
                .contains("ORDER BY RANK _FullTextScore(c.text, [\"swim\"], ")
                .endsWith("hitcountsarray-0}) DESC");
        assertThat(text(component(hybrid, 1), "rewrittenQuery"))
                .contains("totalwordcount-0}")
                .doesNotContain("totalwordcount-1}")
                .endsWith("ORDER BY RANK VectorDistance(c.v, [1]) DESC");
        assertThat(hybrid.get("componentWeights")).hasToString("[0.5,2]");
        assertThat(hybrid.get("skip")).hasToString("20");
        assertThat(hybrid.get("take")).hasToString("30");
    }

    @Test
    void placeholdersAreNumberedByComponent() {
        JsonObject hybrid = hybrid("SELECT TOP 1 c.id FROM c ORDER BY RANK RRF(FullTextScore(c.title, 'run'), "
                + "VectorDistance(c.v, [1]), FullTextScore(c.text, 'swim'))");
        assertThat(text(component(hybrid, 1), "rewrittenQuery"))
                .endsWith("ORDER BY RANK _FullTextScore(c.text, [\"swim\"], " + DOCUMENTS + ", "
                        + WORDS.replace("-0", "-1") + ", " + HITS.replace("-0", "-1") + ") DESC");
        assertThat(text(hybrid, "globalStatisticsQuery")).containsSubsequence("c.title", "c.text");
    }

    @Test
    void aNegativeWeightRanksTheOtherWayRound() {
        JsonObject hybrid = hybrid("SELECT TOP 1 c.id FROM c ORDER BY RANK RRF(VectorDistance(c.v, [1]), "
                + "VectorDistance(c.w, [1], true, {'distanceFunction': 'euclidean'}), [-2, -1])");
        assertThat(hybrid.get("componentWeights")).hasToString("[2,1]");
        assertThat(component(hybrid, 0).get("orderBy")).hasToString("[\"Ascending\"]");
        assertThat(text(component(hybrid, 0), "rewrittenQuery")).endsWith("VectorDistance(c.v, [1]) ASC");
        assertThat(component(hybrid, 1).get("orderBy")).hasToString("[\"Descending\"]");
        assertThat(text(component(hybrid, 1), "rewrittenQuery")).endsWith(" DESC");
    }

    @Test
    void statisticsAreAskedForEvenWithoutTexts() {
        JsonObject hybrid =
                hybrid("SELECT TOP 1 * FROM c ORDER BY RANK RRF(VectorDistance(c.v, [1]), VectorDistance(c.w, [1]))");
        assertThat(text(hybrid, "globalStatisticsQuery"))
                .isEqualTo("SELECT COUNT(1) AS documentCount, [] AS fullTextStatistics\nFROM c");
        assertThat(hybrid.get("requiresGlobalStatistics")).hasToString("true");
    }

    @Test
    void textsParseOnceTheClientHasFilledThemIn() {
        JsonObject hybrid = hybrid("SELECT TOP 1 * FROM c ORDER BY RANK FullTextScore(c.text, 'swim')");
        String filled = text(component(hybrid, 0), "rewrittenQuery")
                .replace(FILTER, "(true)")
                .replace(DOCUMENTS, "7")
                .replace(WORDS, "70")
                .replace(HITS, "[3]");
        assertThat(Parser.parse(filled).top()).isNotNull();
        assertThat(Parser.parse(text(hybrid, "globalStatisticsQuery")).where()).isNull();
    }

    @Test
    void distinctRowsAreCountedByTheClient() {
        assertPlan(
                Plans.of("SELECT DISTINCT TOP 3 c.a FROM c ORDER BY VectorDistance(c.v, [1])"),
                "{\"distinctType\":\"Unordered\",\"offset\":0,\"limit\":3,\"orderBy\":[\"Descending\"],"
                        + "\"orderByExpressions\":[\"VectorDistance(c.v, [1])\"],\"hasNonStreamingOrderBy\":true}",
                "SELECT c._rid, [{\"item\": (VectorDistance(c.v, [1]) ?? -1.7976931348623157E308)}] AS orderByItems, "
                        + "{\"a\": c.a} AS payload\nFROM c\nWHERE " + FILTER + "\nORDER BY VectorDistance(c.v, [1])");
    }

    @Test
    void distinctFusedRankingIsRefused() {
        assertThatThrownBy(() -> Plans.of("SELECT DISTINCT TOP 3 c.a FROM c ORDER BY RANK FullTextScore(c.t, 'x')"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("several partitions");
    }

    @Test
    void rankingWithoutEndHasAllRows() {
        JsonObject vector = Plans.info(Plans.of("SELECT * FROM c ORDER BY VectorDistance(c.v, [1])"));
        assertThat(vector.get("top")).isEqualTo(JsonNull.NULL);
        assertThat(text(vector, "rewrittenQuery")).doesNotContain("TOP", "LIMIT");
        JsonObject words = component(hybrid("SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 'swim')"), 0);
        assertThat(words.get("top")).isEqualTo(JsonNull.NULL);
        assertThat(text(words, "rewrittenQuery")).doesNotContain("TOP", "LIMIT");
    }

    private static JsonObject hybrid(String sql, Object... parameters) {
        JsonObject plan = Plans.of(sql, parameters);
        assertThat(plan.has("queryInfo")).isFalse();
        return Plans.object(plan, "hybridSearchQueryInfo");
    }

    private static JsonObject component(JsonObject hybrid, int index) {
        return (JsonObject) Plans.elements(hybrid, "componentQueryInfos").get(index);
    }
}
