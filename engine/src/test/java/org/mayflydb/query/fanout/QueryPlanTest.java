package org.mayflydb.query.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.query.fanout.Plans.FILTER;
import static org.mayflydb.query.fanout.Plans.assertPlan;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.query.syntax.Parser;

/** What clients are told about queries over several partitions, and when they are told nothing. */
class QueryPlanTest {

    @Test
    void planHasTheFormThatClientsKnow() {
        assertThat(Plans.of("SELECT * FROM c").toString()).isEqualTo("""
                {"partitionedQueryExecutionInfoVersion":2,"queryInfo":{"distinctType":"None","top":null,"offset":null,\
                "limit":null,"orderBy":[],"orderByExpressions":[],"groupByExpressions":[],"groupByAliases":[],\
                "aggregates":[],"groupByAliasToAggregateType":{},"rewrittenQuery":"","hasSelectValue":false,\
                "dCountInfo":null,"hasNonStreamingOrderBy":false},\
                "queryRanges":[{"min":"","max":"FF","isMinInclusive":true,"isMaxInclusive":false}]}""");
    }

    @Test
    void plainQueryNeedsNothing() {
        assertPlan(Plans.of("SELECT c.a FROM c JOIN t IN c.tags WHERE t > 1"), "{}", "");
        assertPlan(Plans.of("SELECT VALUE c.n FROM c"), "{\"hasSelectValue\":true}", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT TOP 3 * FROM c ORDER BY c.n",
                "SELECT DISTINCT c.a FROM c",
                "SELECT c.a, COUNT(1) AS n FROM c GROUP BY c.a OFFSET 1 LIMIT 2",
                "SELECT COUNT(1) FROM (SELECT DISTINCT c.a FROM c)",
                "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 'swim')",
                "SELECT * FROM c ORDER BY VectorDistance(c.v, [1])"
            })
    void aGivenKeyMakesNoDifferenceToThePlan(String sql) {
        JsonObject plan = QueryPlan.of(Parser.parse(sql), Map.of(), Plans.KEY, Plans.EVERYTHING, true);
        assertThat(plan).isEqualTo(Plans.of(sql));
        assertThat(plan.toString()).doesNotContain("\"rewrittenQuery\":\"\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT COUNT(1) + 1 AS n FROM c GROUP BY c.a OFFSET 1 LIMIT 2",
                "SELECT MAX(d.a) AS m FROM (SELECT DISTINCT c.a FROM c) AS d",
                "SELECT DISTINCT COUNT(1) AS n FROM c GROUP BY c.a",
                "SELECT TOP 0 * FROM c ORDER BY c.a",
                "SELECT * FROM c ORDER BY c.a OFFSET 3 LIMIT 0",
            })
    void whatNoPlanCanExpressIsLeftToTheServerForAGivenKey(String sql) {
        JsonObject plan = QueryPlan.of(Parser.parse(sql), Map.of(), Plans.KEY, Plans.EVERYTHING, true);
        assertPlan(plan, "{}", "");
    }

    @Test
    void whatTheClientCannotDoIsLeftToTheServerForAGivenKey() {
        String sql = "SELECT DISTINCT c.a FROM c";
        assertPlan(QueryPlan.of(Parser.parse(sql), Map.of(), Plans.KEY, Set.of(), true), "{}", "");
    }

    @Test
    void plainPlanForAGivenKeyDoesNotDependOnParameters() {
        String sql = "SELECT VALUE c.n FROM c WHERE c.pk = @key";
        JsonObject one = QueryPlan.of(Parser.parse(sql), Plans.parameters("@key", 1), Plans.KEY, Set.of(), true);
        JsonObject other = QueryPlan.of(Parser.parse(sql), Plans.parameters("@key", 2), Plans.KEY, Set.of(), true);
        assertThat(one).isEqualTo(other);
        assertPlan(one, "{\"hasSelectValue\":true}", "");
    }

    @Test
    void oneKeyInWhereIsPlannedLikeAnyOther() {
        assertPlan(
                Plans.of("SELECT VALUE COUNT(1) FROM c WHERE c.pk = @key AND c.n > 3", "@key", "x"),
                "{\"aggregates\":[\"Count\"],\"hasSelectValue\":true}",
                "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM c\nWHERE ((c.pk = @key) AND (c.n > 3))");
        assertPlan(Plans.of("SELECT MAX(d.a) AS m FROM (SELECT DISTINCT c.a FROM c WHERE c.pk = 5) AS d"), "{}", "");
    }

    @Test
    void noRowsAreLeftToTheServer() {
        assertPlan(Plans.of("SELECT TOP 0 * FROM c ORDER BY c.n"), "{}", "");
    }

    /** The partition may be split before the client asks it, and then every part returns a row. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | false",
                "c.n BETWEEN 4 AND 'a' | (c.n BETWEEN 4 AND \"a\")",
                "c.n = undefined | (c.n = undefined)"
            },
            quoteCharacter = '`')
    void aggregatesOfNothingAreAddedUp(String condition, String rewritten) {
        assertPlan(
                Plans.of("SELECT VALUE COUNT(1) FROM c WHERE " + condition),
                "{\"aggregates\":[\"Count\"],\"hasSelectValue\":true}",
                "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM c\nWHERE " + rewritten);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT VALUE 1", "SELECT VALUE COUNT(1)"})
    void theRowOfAQueryWithoutFromIsLeftToTheServer(String sql) {
        assertPlan(Plans.of(sql), "{\"hasSelectValue\":true}", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT TOP 5 * FROM c | {\"top\":5} | ''",
                "SELECT TOP @n * FROM c | {\"top\":42} | ''",
                "SELECT TOP 3000000000 * FROM c | {\"top\":2147483647} | ''",
                "SELECT * FROM c OFFSET 1 LIMIT 2 | {\"offset\":1,\"limit\":2} | SELECT *~FROM c~OFFSET 0 LIMIT 3",
                "SELECT * FROM c OFFSET @n LIMIT @n | {\"offset\":42,\"limit\":42} | SELECT *~FROM c~OFFSET 0 LIMIT 84",
                "SELECT DISTINCT c.b FROM c | {\"distinctType\":\"Unordered\"} | ''",
                "SELECT DISTINCT TOP 5 VALUE c.b FROM c"
                        + "| {\"distinctType\":\"Unordered\",\"top\":5,\"hasSelectValue\":true}"
                        + "| SELECT DISTINCT VALUE c.b~FROM c",
                "SELECT DISTINCT c.b FROM c OFFSET 1 LIMIT 2"
                        + "| {\"distinctType\":\"Unordered\",\"offset\":1,\"limit\":2}"
                        + "| SELECT DISTINCT c.b~FROM c",
                "SELECT DISTINCT c.b FROM c GROUP BY c.b, c.d | {\"distinctType\":\"Unordered\"} | ''"
            })
    void windowsAndDuplicatesAreTheClientsBusiness(String sql, String told, String rewritten) {
        assertPlan(Plans.of(sql, "@n", 42), told, rewritten.replace('~', '\n'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM c ORDER BY c.n"
                        + "| {\"orderBy\":[\"Ascending\"],\"orderByExpressions\":[\"c.n\"]}"
                        + "| SELECT c._rid, [{\"item\": c.n}] AS orderByItems, c AS payload~FROM c~WHERE {F}~ORDER BY c.n",
                "SELECT * FROM Root r WHERE r.key = 'key' ORDER BY r.key DESC"
                        + "| {\"orderBy\":[\"Descending\"],\"orderByExpressions\":[\"r.key\"]}"
                        + "| SELECT r._rid, [{\"item\": r.key}] AS orderByItems, r AS payload~FROM Root AS r~"
                        + "WHERE ((r.key = \"key\") AND {F})~ORDER BY r.key DESC",
                "SELECT c.a, c[\"b\"], 1, c[0] FROM c ORDER BY c.x, c.y[\"z z\"] DESC"
                        + "| {\"orderBy\":[\"Ascending\",\"Descending\"],"
                        + "\"orderByExpressions\":[\"c.x\",\"c.y[\\\"z z\\\"]\"]}"
                        + "| SELECT c._rid, [{\"item\": c.x}, {\"item\": c.y[\"z z\"]}] AS orderByItems, "
                        + "{\"a\": c.a, \"b\": c.b, \"$1\": 1, \"$2\": c[0]} AS payload~FROM c~WHERE {F}~"
                        + "ORDER BY c.x, c.y[\"z z\"] DESC",
                "SELECT VALUE c.b FROM c WHERE c.d = true ORDER BY c.x"
                        + "| {\"orderBy\":[\"Ascending\"],\"orderByExpressions\":[\"c.x\"],\"hasSelectValue\":true}"
                        + "| SELECT c._rid, [{\"item\": c.x}] AS orderByItems, c.b AS payload~FROM c~"
                        + "WHERE (((c.d = true) AND {F}) AND IS_DEFINED(c.b))~ORDER BY c.x",
                "SELECT TOP 10 * FROM c ORDER BY c.n"
                        + "| {\"top\":10,\"orderBy\":[\"Ascending\"],\"orderByExpressions\":[\"c.n\"]}"
                        + "| SELECT TOP 10 c._rid, [{\"item\": c.n}] AS orderByItems, c AS payload~FROM c~WHERE {F}~"
                        + "ORDER BY c.n",
                "SELECT * FROM c ORDER BY c.n OFFSET 5 LIMIT 10"
                        + "| {\"offset\":5,\"limit\":10,\"orderBy\":[\"Ascending\"],\"orderByExpressions\":[\"c.n\"]}"
                        + "| SELECT c._rid, [{\"item\": c.n}] AS orderByItems, c AS payload~FROM c~WHERE {F}~"
                        + "ORDER BY c.n~OFFSET 0 LIMIT 15",
                "SELECT DISTINCT VALUE c.b FROM c ORDER BY c.b"
                        + "| {\"distinctType\":\"Ordered\",\"orderBy\":[\"Ascending\"],\"orderByExpressions\":[\"c.b\"],"
                        + "\"hasSelectValue\":true}"
                        + "| SELECT c._rid, [{\"item\": c.b}] AS orderByItems, c.b AS payload~FROM c~"
                        + "WHERE ({F} AND IS_DEFINED(c.b))~ORDER BY c.b",
                "SELECT DISTINCT TOP 3 c.a FROM c ORDER BY c.b"
                        + "| {\"distinctType\":\"Unordered\",\"offset\":0,\"limit\":3,\"orderBy\":[\"Ascending\"],"
                        + "\"orderByExpressions\":[\"c.b\"]}"
                        + "| SELECT c._rid, [{\"item\": c.b}] AS orderByItems, {\"a\": c.a} AS payload~FROM c~"
                        + "WHERE {F}~ORDER BY c.b",
                "SELECT c.id, t FROM c JOIN t IN c.tags ORDER BY c.n"
                        + "| {\"orderBy\":[\"Ascending\"],\"orderByExpressions\":[\"c.n\"]}"
                        + "| SELECT c._rid, [{\"item\": c.n}] AS orderByItems, {\"id\": c.id, \"t\": t} AS payload~"
                        + "FROM c~JOIN t IN c.tags~WHERE {F}~ORDER BY c.n"
            })
    void sortedRowsAreMerged(String sql, String told, String rewritten) {
        assertPlan(Plans.of(sql), told, rewritten.replace('~', '\n').replace("{F}", FILTER));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Aggregate, ListAndSetAggregate | true",
                "Aggregate, CountIf | true",
                "Aggregate, NonValueAggregate | false"
            })
    void listsAndSetsAreForClientsThatCombineThem(String features, boolean planned) {
        for (String call : List.of("MAKELIST(c.n)", "MAKESET(c.n)")) {
            assertThat(isPlanned("SELECT VALUE " + call + " FROM c", features)).isEqualTo(planned);
        }
    }

    private static boolean isPlanned(String sql, String features) {
        try {
            return QueryPlan.of(Parser.parse(sql), Map.of(), Plans.KEY, Feature.parse(features), false)
                    .has("queryInfo");
        } catch (BadRequestException unsupported) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COUNT(1) | Count | {\"item\": COUNT(1)}",
                "COUNTIF(c.n > 3) | Count | {\"item\": COUNTIF((c.n > 3))}",
                "SUM(c.n) | Sum | {\"item\": SUM(c.n)}",
                "AVG(c.n) | Average | {\"item\": {\"sum\": SUM(c.n), \"count\": COUNT(c.n)}}",
                "MIN(c.n) | Min | {\"item\": MIN(c.n), \"item2\": {\"min\": MIN(c.n), \"count\": COUNT(c.n)}}",
                "max(c.n) | Max | {\"item\": max(c.n), \"item2\": {\"max\": max(c.n), \"count\": COUNT(c.n)}}",
                "MAKELIST(c.n) | MakeList | {\"item\": MAKELIST(c.n)}",
                "MAKESET(c.n) | MakeSet | {\"item\": MAKESET(c.n)}"
            })
    void partialAggregatesAreAddedUp(String call, String operator, String partial) {
        assertPlan(
                Plans.of("SELECT VALUE " + call + " FROM c"),
                "{\"aggregates\":[\"" + operator + "\"],\"hasSelectValue\":true}",
                "SELECT VALUE [" + partial + "]\nFROM c");
        assertPlan(
                Plans.of("SELECT " + call + " AS x FROM c WHERE c.d"),
                "{\"groupByAliases\":[\"x\"],\"groupByAliasToAggregateType\":{\"x\":\"" + operator + "\"}}",
                "SELECT {\"x\": " + partial + "} AS payload\nFROM c\nWHERE c.d");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT TOP 5 VALUE SUM(c.n) FROM c | {\"top\":5,\"aggregates\":[\"Sum\"],\"hasSelectValue\":true}"
                        + "| SELECT VALUE [{\"item\": SUM(c.n)}]~FROM c",
                "SELECT VALUE SUM(c.n) FROM c OFFSET 1 LIMIT 2"
                        + "| {\"offset\":1,\"limit\":2,\"aggregates\":[\"Sum\"],\"hasSelectValue\":true}"
                        + "| SELECT VALUE [{\"item\": SUM(c.n)}]~FROM c",
                "SELECT DISTINCT VALUE SUM(c.n) FROM c | {\"aggregates\":[\"Sum\"],\"hasSelectValue\":true}"
                        + "| SELECT VALUE [{\"item\": SUM(c.n)}]~FROM c",
                "SELECT SUM(c.a), 7 AS seven, COUNT(c.b) FROM c"
                        + "| {\"groupByAliases\":[\"$1\",\"seven\",\"$2\"],"
                        + "\"groupByAliasToAggregateType\":{\"$1\":\"Sum\",\"seven\":null,\"$2\":\"Count\"}}"
                        + "| SELECT {\"$1\": {\"item\": SUM(c.a)}, \"seven\": 7, \"$2\": {\"item\": COUNT(c.b)}} AS payload~"
                        + "FROM c",
                "SELECT c.team, COUNT(1) AS count FROM c GROUP BY c.team"
                        + "| {\"groupByExpressions\":[\"c.team\"],\"groupByAliases\":[\"team\",\"count\"],"
                        + "\"groupByAliasToAggregateType\":{\"team\":null,\"count\":\"Count\"}}"
                        + "| SELECT [{\"item\": c.team}] AS groupByItems, "
                        + "{\"team\": c.team, \"count\": {\"item\": COUNT(1)}} AS payload~FROM c~GROUP BY c.team",
                "SELECT VALUE SUM(c.age) FROM c GROUP BY c.name, c.b"
                        + "| {\"groupByExpressions\":[\"c.name\",\"c.b\"],\"aggregates\":[\"Sum\"],\"hasSelectValue\":true}"
                        + "| SELECT [{\"item\": c.name}, {\"item\": c.b}] AS groupByItems, [{\"item\": SUM(c.age)}] "
                        + "AS payload~FROM c~GROUP BY c.name, c.b",
                "SELECT VALUE c.age FROM c GROUP BY c.age"
                        + "| {\"groupByExpressions\":[\"c.age\"],\"hasSelectValue\":true}"
                        + "| SELECT [{\"item\": c.age}] AS groupByItems, c.age AS payload~FROM c~"
                        + "WHERE IS_DEFINED(c.age)~GROUP BY c.age",
                "SELECT TOP 5 c.a FROM c GROUP BY c.a"
                        + "| {\"offset\":0,\"limit\":5,\"groupByExpressions\":[\"c.a\"],\"groupByAliases\":[\"a\"],"
                        + "\"groupByAliasToAggregateType\":{\"a\":null}}"
                        + "| SELECT [{\"item\": c.a}] AS groupByItems, {\"a\": c.a} AS payload~FROM c~GROUP BY c.a",
                "SELECT VALUE AVG(t.age) FROM Root r JOIN t IN r.tags ORDER BY t.name"
                        + "| {\"aggregates\":[\"Average\"],\"hasSelectValue\":true}"
                        + "| SELECT VALUE [{\"item\": {\"sum\": SUM(t.age), \"count\": COUNT(t.age)}}]~FROM Root AS r~"
                        + "JOIN t IN r.tags~ORDER BY t.name",
                "SELECT c.a, COUNT(1) AS n FROM c GROUP BY c.a ORDER BY c.a DESC"
                        + "| {\"groupByExpressions\":[\"c.a\"],\"groupByAliases\":[\"a\",\"n\"],"
                        + "\"groupByAliasToAggregateType\":{\"a\":null,\"n\":\"Count\"}}"
                        + "| SELECT [{\"item\": c.a}] AS groupByItems, {\"a\": c.a, \"n\": {\"item\": COUNT(1)}} "
                        + "AS payload~FROM c~GROUP BY c.a~ORDER BY c.a DESC",
                "SELECT c.a, ARRAY(SELECT VALUE COUNT(1) FROM t IN c.tags) AS n FROM c | {} | ''"
            })
    void partialResultsKeepTheirNamesAndGroups(String sql, String told, String rewritten) {
        assertPlan(Plans.of(sql), told, rewritten.replace('~', '\n'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT COUNT(1) AS cnt FROM (SELECT DISTINCT VALUE c.g FROM c) | cnt | false",
                "SELECT TOP 1 COUNT(1) FROM (SELECT DISTINCT VALUE c.g FROM c) AS d | '' | false",
                "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.g FROM c) | '' | true"
            })
    void distinctRowsAreCountedByTheClient(String sql, String alias, boolean value) {
        assertPlan(
                Plans.of(sql),
                "{\"distinctType\":\"Unordered\",\"hasSelectValue\":" + value + ",\"dCountInfo\":{\"dCountAlias\":\""
                        + alias + "\"}}",
                "SELECT DISTINCT VALUE c.g\nFROM c");
    }

    @Test
    void subqueryOfSingleItemsIsLikeTheContainer() {
        assertPlan(
                Plans.of("SELECT VALUE COUNT(1) FROM (SELECT c.a FROM c WHERE c.n > 1) AS s WHERE s.a = 1"),
                "{\"aggregates\":[\"Count\"],\"hasSelectValue\":true}",
                "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM (SELECT c.a FROM c WHERE (c.n > 1)) AS s\nWHERE (s.a = 1)");
        assertPlan(
                Plans.of("SELECT DISTINCT s.a FROM (SELECT DISTINCT c.a FROM c) AS s"),
                "{\"distinctType\":\"Unordered\"}",
                "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT s.n FROM (SELECT COUNT(1) AS n FROM c) AS s",
                "SELECT s.a FROM (SELECT DISTINCT c.a FROM c) AS s",
                "SELECT VALUE SUM(s) FROM (SELECT DISTINCT VALUE c.a FROM c) AS s",
                "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c) AS s WHERE s > 1",
                "SELECT VALUE COUNT(1) FROM (SELECT c.a FROM c GROUP BY c.a) AS s",
                "SELECT DISTINCT COUNT(1) AS n FROM c GROUP BY c.a",
                "SELECT a.b FROM c.a ORDER BY a.b"
            })
    void whatCannotBePutTogetherIsRefused(String sql) {
        assertThatThrownBy(() -> Plans.of(sql))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("several partitions");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE ABS(AVG(c.n)) FROM c",
                "SELECT COUNT(1) + 1 AS n FROM c",
                "SELECT SUM(c.n) / 2 AS half FROM c WHERE c.pk = 5",
                "SELECT VALUE (COUNT(v) > 0) FROM (SELECT VALUE root FROM root) AS v",
                "SELECT VALUE {\"n\": COUNT(1)} FROM c",
                "SELECT c.a, [MAX(c.n)] AS m FROM c GROUP BY c.a"
            })
    void aggregatesInsideOfExpressionsAreRefused(String sql) {
        assertThatThrownBy(() -> Plans.of(sql))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining(
                        "{\"Errors\":[\"Compositions of aggregates and other expressions are not allowed.\"]}");
    }

    @Test
    void errorsOfTheQueryItselfAreFoundFirst() {
        assertThatThrownBy(() ->
                        QueryPlan.of(Parser.parse("SELECT NOSUCH(c.a) FROM c"), Map.of(), Plans.KEY, Set.of(), true))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("SC2005");
        assertThatThrownBy(() -> Plans.of("SELECT TOP @missing * FROM c"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("SC2060");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM c ORDER BY c.a | OrderBy",
                "SELECT * FROM c ORDER BY c.a, c.b | MultipleOrderBy",
                "SELECT TOP 1 * FROM c | Top",
                "SELECT * FROM c OFFSET 0 LIMIT 1 | OffsetAndLimit",
                "SELECT DISTINCT c.a FROM c | Distinct",
                "SELECT VALUE COUNT(1) FROM c | Aggregate",
                "SELECT COUNT(1) AS n FROM c | NonValueAggregate",
                "SELECT COUNT(1) AS n, SUM(c.a) AS s FROM c | MultipleAggregates",
                "SELECT c.a FROM c GROUP BY c.a | GroupBy",
                "SELECT VALUE MAKESET(c.a) FROM c | ListAndSetAggregate",
                "SELECT COUNT(1) FROM (SELECT DISTINCT c.a FROM c) | DCount",
                "SELECT TOP 1 * FROM c ORDER BY VectorDistance(c.v, [1]) | NonStreamingOrderBy",
                "SELECT TOP 1 * FROM c ORDER BY RANK FullTextScore(c.t, 'a') | HybridSearch",
                "SELECT TOP 1 * FROM c ORDER BY RANK RRF(FullTextScore(c.t, 'a'), VectorDistance(c.v, [1]), [2, 1])"
                        + "| WeightedRankFusion"
            })
    void featureThatTheClientDoesNotListIsRefusedByName(String sql, String name) {
        Set<Feature> others = EnumSet.allOf(Feature.class);
        others.removeAll(Feature.parse(name));
        assertThatThrownBy(() -> QueryPlan.of(Parser.parse(sql), Map.of(), Plans.KEY, others, false))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("does not say that it supports " + name + ".");
    }

    @Test
    void featuresAreReadAsClientsWriteThem() {
        assertThat(Feature.parse("Aggregate, CompositeAggregate,MultipleOrderBy ,Distinct"))
                .containsExactlyInAnyOrder(Feature.AGGREGATE, Feature.MULTIPLE_ORDER_BY, Feature.DISTINCT);
        assertThat(Feature.parse("")).isEmpty();
    }
}
