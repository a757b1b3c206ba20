package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.index.ValueCode;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Sorted queries that a client resumes in one range after another, as the .NET client does. */
@TestInstance(Lifecycle.PER_CLASS)
class ResumedQueriesTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final int COUNT = 60;
    private static final long SEED = 7;

    private static final String[] VALUES = {
        "null",
        "true",
        "false",
        "0",
        "-1.5",
        "2",
        "1e20",
        "\"\"",
        "\"a\"",
        "\"b\\\"c\"",
        "[]",
        "[1]",
        "[1,{\"x\":2}]",
        "{}",
        "{\"y\":[]}",
        "{\"y\":null,\"z\":9007199254740993}",
        "\"" + "long".repeat(200) + "1\"",
        "\"" + "long".repeat(200) + "2\""
    };

    private final Client client = new Client();

    @BeforeAll
    void fill() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        String composite = "[[{\"path\":\"/s\"},{\"path\":\"/t\",\"order\":\"descending\"}],"
                + "[{\"path\":\"/s\"},{\"path\":\"/t\"}]]";
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"indexingPolicy\":{\"compositeIndexes\":"
                                + composite + ",\"includedPaths\":[{\"path\":\"/*\"}]}}",
                        Map.of("x-ms-offer-throughput", "12000"))
                .expect(201);
        Random random = new Random(SEED);
        for (int i = 0; i < COUNT; i++) {
            JsonObject.Builder item = JsonObject.builder()
                    .put("id", "i" + i)
                    .put("pk", "p" + random.nextInt(9))
                    .put("n", i)
                    .put("tags", JsonValue.parse("[1,2,3]"));
            for (String name : List.of("s", "t")) {
                int chosen = random.nextInt(VALUES.length + 3);
                if (chosen < VALUES.length) {
                    item.put(name, JsonValue.parse(VALUES[chosen]));
                }
            }
            JsonObject json = item.build();
            client.send(
                            Verb.POST,
                            ITEMS,
                            json.toString(),
                            Map.of("x-ms-documentdb-partitionkey", "[" + json.get("pk") + "]"))
                    .expect(201);
        }
    }

    @AfterAll
    void close() {
        client.close();
    }

    private Answer ask(String sql, @Nullable JsonValue resumeFilter, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(
                "x-ms-documentdb-isquery", "True",
                "x-ms-documentdb-partitionkeyrangeid", "0",
                "x-ms-max-item-count", "1000"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        JsonObject.Builder body = JsonObject.builder().put("query", sql);
        if (resumeFilter != null) {
            body.put("resumeFilter", resumeFilter);
        }
        return client.send(Verb.POST, ITEMS, body.build().toString(), all);
    }

    private static List<JsonObject> rows(Answer answer) {
        return ((JsonArray) Objects.requireNonNull(answer.expect(200).json().get("Documents")))
                .elements().stream().map(JsonObject.class::cast).toList();
    }

    /** A query as plans rewrite it. */
    private static String sorted(String orderBy, String filter) {
        List<String> keys = new ArrayList<>();
        for (String item : orderBy.split(", ", -1)) {
            keys.add("{\"item\": " + item.split(" ", -1)[0] + "}");
        }
        return "SELECT c._rid, [" + String.join(", ", keys)
                + "] AS orderByItems, {\"n\": c.n} AS payload FROM c WHERE (" + filter + ") ORDER BY " + orderBy;
    }

    private static List<JsonValue> keys(JsonObject row) {
        List<JsonValue> keys = new ArrayList<>();
        for (JsonValue item : ((JsonArray) Objects.requireNonNull(row.get("orderByItems"))).elements()) {
            keys.add(resumeValue(((JsonObject) item).get("item")));
        }
        return keys;
    }

    /** The form in which the client names a value that it resumes at. */
    private static JsonValue resumeValue(@Nullable JsonValue value) {
        if (value == null) {
            return new JsonArray(List.of());
        }
        if (!(value instanceof JsonArray || value instanceof JsonObject)) {
            return value;
        }
        ByteBuffer hash = ByteBuffer.wrap(ValueCode.whole(value)).order(ByteOrder.LITTLE_ENDIAN);
        return JsonObject.builder()
                .put("type", value instanceof JsonArray ? "array" : "object")
                .put("low", hash.getLong(1))
                .put("high", hash.getLong(1 + Long.BYTES))
                .build();
    }

    private static JsonObject filter(JsonObject at, boolean withRid, boolean exclude) {
        JsonObject.Builder filter = JsonObject.builder().put("value", new JsonArray(keys(at)));
        if (withRid) {
            filter.put("rid", Objects.requireNonNull(at.get("_rid")));
        }
        return filter.put("exclude", JsonBoolean.of(exclude)).build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c.n",
                "c.n DESC",
                "c.s",
                "c.s DESC",
                "c.s, c.t",
                "c.s DESC, c.t DESC",
                "c.s, c.t DESC",
                "c.s DESC, c.t",
                "c.pk DESC"
            })
    void everyWayOfResumingGivesExactlyTheRestWhereverItIsDone(String orderBy) {
        String sql = sorted(orderBy, "true");
        List<JsonObject> all = rows(ask(sql, null));
        assertThat(all).hasSizeGreaterThan(20);
        for (int i = 0; i < all.size(); i++) {
            JsonObject at = all.get(i);
            List<JsonValue> keys = keys(at);
            int first = IntStream.range(0, all.size())
                    .filter(k -> keys(all.get(k)).equals(keys))
                    .findFirst()
                    .orElseThrow();
            int behind = first;
            while (behind < all.size() && keys(all.get(behind)).equals(keys)) {
                behind++;
            }
            assertThat(rows(ask(sql, filter(at, true, false)))).isEqualTo(all.subList(i, all.size()));
            assertThat(rows(ask(sql, filter(at, false, false)))).isEqualTo(all.subList(first, all.size()));
            assertThat(rows(ask(sql, filter(at, false, true)))).isEqualTo(all.subList(behind, all.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c.n DESC", "c.s", "c.s, c.t DESC"})
    void theLaterOfContinuationAndFilterCounts(String orderBy) {
        String sql = sorted(orderBy, "true");
        List<JsonObject> all = rows(ask(sql, null));
        // A continuation does not hold long values, so it ends where the value is short.
        int shown = 10;
        while (keys(all.get(shown - 1)).toString().length() > 200) {
            shown++;
        }
        String token =
                ask(sql, null, "x-ms-max-item-count", Integer.toString(shown)).header("x-ms-continuation");
        for (int i : new int[] {3, shown - 1, shown, shown + 1, shown + 4}) {
            assertThat(rows(ask(sql, filter(all.get(i), true, false), "x-ms-continuation", token)))
                    .as("%s with a filter at %s", orderBy, i)
                    .isEqualTo(all.subList(Math.max(i, shown), all.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c.s", "c.s DESC", "c.t", "c.s DESC, c.t", "c.n"})
    void resumedPagesGoOnByTheirContinuations(String orderBy) {
        String sql = sorted(orderBy, "true");
        List<JsonObject> all = rows(ask(sql, null));
        JsonObject filter = filter(all.get(10), true, false);
        List<JsonObject> rest = new ArrayList<>();
        String token = "";
        do {
            Answer page = ask(sql, filter, "x-ms-max-item-count", "3", "x-ms-continuation", token);
            rest.addAll(rows(page));
            token = page.header("x-ms-continuation");
        } while (!token.equals("null"));
        assertThat(rest).isEqualTo(all.subList(10, all.size()));
    }

    @Test
    void aRowWithinAnItemIsWhereTheContinuationSaysUnlessTheFilterIsBehindThatItem() {
        String sql =
                "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, t AS payload FROM c JOIN t IN c.tags WHERE (true)"
                        + " ORDER BY c.n";
        List<JsonObject> all = rows(ask(sql, null));
        String token = ask(sql, null, "x-ms-max-item-count", "7").header("x-ms-continuation");
        assertThat(rows(ask(sql, filter(all.get(7), true, false), "x-ms-continuation", token)))
                .isEqualTo(all.subList(7, all.size()));
        assertThat(rows(ask(sql, filter(all.get(9), true, false), "x-ms-continuation", token)))
                .isEqualTo(all.subList(9, all.size()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c.s | c.s >= \"a\" OR IS_ARRAY(c.s) OR IS_OBJECT(c.s)",
                "c.s DESC | c.s <= \"a\" OR NOT IS_DEFINED(c.s) OR IS_NULL(c.s) OR IS_BOOLEAN(c.s) OR IS_NUMBER(c.s)",
                "c.n | c.n >= 0",
                "c.s DESC, c.t | c.n >= 0"
            })
    void aContinuationGoesWithANarrowedFilter(String orderBy, String narrowed) {
        String sql = sorted(orderBy, "true");
        List<JsonObject> all = rows(ask(sql, null));
        int shown = 1;
        List<JsonObject> left = rows(ask(sorted(orderBy, narrowed), null));
        while (shown < all.size() && !all.get(shown).equals(left.get(0))) {
            shown++;
        }
        int rowsMax = left.size() == all.size() ? 1 : shown + 2;
        String token =
                ask(sql, null, "x-ms-max-item-count", Integer.toString(rowsMax)).header("x-ms-continuation");
        assertThat(rows(ask(sorted(orderBy, "(" + narrowed + ")"), null, "x-ms-continuation", token)))
                .isNotEmpty()
                .isEqualTo(all.subList(rowsMax, all.size()));
    }

    @ParameterizedTest
    @CsvSource({"c.s, >=", "c.s DESC, <="})
    void aFilterOfAClientFindsNoArrayOrObjectBehindAnother(String orderBy, String from) {
        for (JsonObject at : rows(ask(sorted(orderBy, "IS_ARRAY(c.s) OR IS_OBJECT(c.s)"), null))) {
            JsonObject item = (JsonObject) ((JsonArray) Objects.requireNonNull(at.get("orderByItems")))
                    .elements()
                    .get(0);
            assertThat(rows(ask(sorted(orderBy, "c.s " + from + " " + item.get("item")), null)))
                    .isEmpty();
        }
    }

    @Test
    void aContinuationOfAnotherOrderIsRefused() {
        String token =
                ask(sorted("c.n", "true"), null, "x-ms-max-item-count", "1").header("x-ms-continuation");
        ask(sorted("c.s", "true"), null, "x-ms-continuation", token).expect(400);
        ask(sorted("c.n DESC", "true"), null, "x-ms-continuation", token).expect(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "{}",
                "{\"value\":[]}",
                "{\"value\":{}}",
                "{\"value\":[1,2]}",
                "{\"value\":[[1]]}",
                "{\"value\":[{}]}",
                "{\"value\":[{\"type\":\"array\"}]}",
                "{\"value\":[{\"type\":\"set\",\"low\":1,\"high\":2}]}",
                "{\"value\":[{\"type\":\"array\",\"low\":1.5,\"high\":2}]}",
                "{\"value\":[1],\"exclude\":\"yes\"}",
                "{\"value\":[1],\"rid\":7}",
                "{\"value\":[1],\"rid\":\"nonsense\"}",
                "{\"value\":[1],\"rid\":\"AAAAAYAAAAE=\"}",
            })
    void aFilterThatMakesNoSenseIsRefused(String filter) {
        ask(sorted("c.n", "true"), JsonValue.parse(filter)).expect(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT DISTINCT VALUE c.n FROM c ORDER BY c.n",
                "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n"
            })
    void onlyWhatIsWalkedInOrderCanBeResumed(String sql) {
        assertThat(ask(sql, JsonValue.parse("{\"value\":[1],\"exclude\":true}"))
                        .expect(400)
                        .text())
                .contains("resumeFilter");
        assertThat(ask(sql, JsonValue.parse("null")).expect(200)).isNotNull();
    }

    @Test
    void resumingReadsNothingOfWhatWasShown() {
        String sql = sorted("c.n", "true");
        List<JsonObject> all = rows(ask(sql, null));
        Answer last =
                ask(sql, filter(all.get(all.size() - 2), true, false), "x-ms-documentdb-populatequerymetrics", "true");
        assertThat(last.header("x-ms-documentdb-query-metrics")).contains("retrievedDocumentCount=2;");
    }

    @Test
    void arraysAreNotReadForAPageThatEndsBeforeThem() {
        String sql = sorted("c.s", "true");
        Answer page = ask(sql, null, "x-ms-max-item-count", "3", "x-ms-documentdb-populatequerymetrics", "true");
        assertThat(page.header("x-ms-documentdb-query-metrics")).containsPattern("retrievedDocumentCount=[3-9];");
    }
}
