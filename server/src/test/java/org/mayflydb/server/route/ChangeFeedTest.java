package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Change feeds as they are asked for and answered. */
class ChangeFeedTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String WIDE = "/dbs/db/colls/wide/docs";

    private final Client client = new Client();

    @BeforeEach
    void create() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post(
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},\"defaultTtl\":-1,"
                                + "\"changeFeedPolicy\":{\"retentionDuration\":10}}")
                .expect(201);
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"wide\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}",
                        Map.of("x-ms-offer-throughput", "24000"))
                .expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void write(String path, String id, String key, String more) {
        client.send(
                Verb.POST,
                path,
                "{\"id\":\"" + id + "\",\"pk\":\"" + key + "\"" + more + "}",
                Map.of("x-ms-documentdb-partitionkey", "[\"" + key + "\"]", "x-ms-documentdb-is-upsert", "true"));
    }

    private Answer latest(String path, String... headers) {
        return feed(path, "Incremental feed", headers);
    }

    private Answer all(String... headers) {
        return feed(ITEMS, "Full-Fidelity Feed", headers);
    }

    private Answer feed(String path, String mode, String... headers) {
        Map<String, String> sent = new HashMap<>();
        sent.put("A-IM", mode);
        for (int i = 0; i < headers.length; i += 2) {
            sent.put(headers[i], headers[i + 1]);
        }
        return client.send(Verb.GET, path, "", sent);
    }

    private static List<JsonObject> documents(Answer answer) {
        List<JsonObject> documents = new ArrayList<>();
        if (answer.json().get("Documents") instanceof JsonArray array) {
            for (JsonValue document : array.elements()) {
                documents.add((JsonObject) document);
            }
        }
        return documents;
    }

    private static List<String> ids(Answer answer) {
        return documents(answer.expect(200)).stream()
                .map(document -> document.get("id") instanceof JsonString id ? id.value() : "")
                .toList();
    }

    private static JsonObject member(JsonObject of, String name) {
        return of.get(name) instanceof JsonObject object ? object : JsonObject.empty();
    }

    @Test
    void theEtagOfAPageLeadsToTheNext() {
        write(ITEMS, "a", "p", "");
        write(ITEMS, "b", "p", "");
        write(ITEMS, "c", "p", "");
        Answer first = latest(ITEMS, "x-ms-max-item-count", "2");
        assertThat(ids(first)).containsExactly("a", "b");
        assertThat(first.header("etag")).isEqualTo("\"3\"");
        assertThat(first.header("x-ms-continuation")).isEqualTo("null");
        Answer second = latest(ITEMS, "If-None-Match", first.header("etag"));
        assertThat(ids(second)).containsExactly("c");
        Answer third = latest(ITEMS, "If-None-Match", second.header("etag")).expect(304);
        assertThat(third.header("etag")).isEqualTo("\"4\"");
        assertThat(third.text()).isEmpty();
        assertThat(third.header("x-ms-session-token")).isEqualTo("0:-1#4");
    }

    @Test
    void itemsHaveTheirSequenceNumber() {
        write(ITEMS, "a", "p", "");
        JsonObject item = documents(latest(ITEMS)).get(0);
        assertThat(item.members().get("_lsn")).isEqualTo(JsonNumber.of(2));
        assertThat(item.members()).containsKey("_etag");
    }

    @Test
    void theNewFormHasItemsBesideTheirMetadata() {
        write(ITEMS, "a", "p", "");
        JsonObject change = documents(latest(ITEMS, "x-ms-cosmos-changefeed-wire-format-version", "2021-09-15"))
                .get(0);
        assertThat(member(change, "current").members()).containsEntry("id", new JsonString("a"));
        assertThat(member(change, "metadata").members())
                .containsEntry("lsn", JsonNumber.of(2))
                .containsKey("crts");
    }

    private Answer filtered(String mode, String body, String etag) {
        return client.send(
                Verb.POST,
                ITEMS,
                body,
                Map.of("A-IM", mode, "content-type", "application/query+json", "If-None-Match", etag));
    }

    @Test
    void queryInTheBodyLeavesOutChangesThatDoNotMatch() {
        Answer now = latest(ITEMS, "If-None-Match", "*").expect(304);
        write(ITEMS, "a", "p", ",\"n\":1");
        write(ITEMS, "b", "p", ",\"n\":2");
        String body = "{\"query\":\"SELECT * FROM c WHERE c.n = @n\",\"parameters\":[{\"name\":\"@n\",\"value\":2}]}";
        Answer latest = filtered("Incremental feed", body, now.header("etag"));
        assertThat(ids(latest)).containsExactly("b");
        assertThat(latest.header("x-ms-item-count")).isEqualTo("1");
        Answer all = filtered("Full-Fidelity Feed", body, now.header("etag"));
        assertThat(documents(all)).hasSize(1);
        filtered("Full-Fidelity Feed", body, all.header("etag")).expect(304);
    }

    @Test
    void removedItemMatchesByItsPreviousImage() {
        client.send(
                        Verb.PUT,
                        "/dbs/db/colls/c",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},"
                                + "\"changeFeedPolicy\":{\"retentionDuration\":10,\"previousImages\":true}}",
                        Map.of())
                .expect(200);
        write(ITEMS, "a", "p", ",\"n\":1");
        String etag = all("If-None-Match", "*").expect(304).header("etag");
        client.send(Verb.DELETE, ITEMS + "/a", "", Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"))
                .expect(204);
        String query = "{\"query\":\"SELECT * FROM c WHERE c.n = 1\",\"enableQueryOnPreviousImage\":";
        assertThat(documents(filtered("Full-Fidelity Feed", query + "true}", etag)))
                .hasSize(1);
        assertThat(documents(filtered("Full-Fidelity Feed", query + "false}", etag)))
                .isEmpty();
    }

    @Test
    void queryOfAChangeFeedGoesByTheClockOfTheDatabase() {
        client.clock.advance(Duration.ofDays(400));
        write(ITEMS, "a", "p", "");
        String body = "{\"query\":\"SELECT * FROM c WHERE c._ts * 1000 = GetCurrentTimestamp()\"}";
        assertThat(ids(filtered("Incremental feed", body, "0"))).containsExactly("a");
    }

    @Test
    void queryOfAChangeFeedSelectsWholeItems() {
        for (String sql : List.of("SELECT c.id FROM c", "SELECT TOP 1 * FROM c", "SELECT * FROM c ORDER BY c.n")) {
            filtered("Incremental feed", "{\"query\":\"" + sql + "\"}", "*").expect(400);
        }
    }

    @Test
    void aStarMeansFromNowOn() {
        write(ITEMS, "a", "p", "");
        Answer now = latest(ITEMS, "If-None-Match", "*").expect(304);
        write(ITEMS, "b", "p", "");
        assertThat(ids(latest(ITEMS, "If-None-Match", now.header("etag")))).containsExactly("b");
    }

    @Test
    void aTimeCountsOnlyWithoutAnEtag() {
        write(ITEMS, "a", "p", "");
        client.pass(60);
        write(ITEMS, "b", "p", "");
        String time = "Sun, 15 Nov 2026 00:00:30 GMT";
        assertThat(ids(latest(ITEMS, "If-Modified-Since", time))).containsExactly("b");
        assertThat(ids(latest(ITEMS, "If-Modified-Since", time, "If-None-Match", "\"0\"")))
                .containsExactly("a", "b");
    }

    @Test
    void aTimeExcludesItsOwnSecond() {
        write(ITEMS, "a", "p", "");
        client.pass(1);
        write(ITEMS, "b", "p", "");
        assertThat(ids(latest(ITEMS, "If-Modified-Since", "Sun, 15 Nov 2026 00:00:00 GMT")))
                .containsExactly("b");
    }

    @Test
    void theZoneOfATimeMayBeCalledUtc() {
        write(ITEMS, "a", "p", "");
        client.pass(60);
        write(ITEMS, "b", "p", "");
        assertThat(ids(latest(ITEMS, "If-Modified-Since", "Sun, 15 Nov 2026 00:00:30 UTC")))
                .containsExactly("b");
    }

    @Test
    void everyVersionIsShownWithItsMetadata() {
        String etag = all("If-None-Match", "*").expect(304).header("etag");
        write(ITEMS, "a", "p", ",\"ttl\":5");
        write(ITEMS, "a", "p", ",\"v\":2,\"ttl\":5");
        client.pass(5);
        write(ITEMS, "a", "p", "");
        List<JsonObject> changes = documents(all("If-None-Match", etag).expect(200));
        assertThat(changes.stream().map(change -> member(change, "metadata").toString()))
                .containsExactly(
                        "{\"lsn\":2,\"crts\":1794700800,\"operationType\":\"create\"}",
                        "{\"lsn\":3,\"crts\":1794700800,\"operationType\":\"replace\",\"previousImageLSN\":2}",
                        "{\"lsn\":4,\"crts\":1794700805,\"operationType\":\"delete\",\"previousImageLSN\":3,"
                                + "\"timeToLiveExpired\":true,\"id\":\"a\",\"partitionKey\":{\"pk\":\"p\"}}",
                        "{\"lsn\":4,\"crts\":1794700805,\"operationType\":\"create\"}");
        assertThat(changes.get(2).members().get("current")).isEqualTo(JsonObject.empty());
    }

    @Test
    void changesOfOneWriteAreInOnePageHoweverSmall() {
        write(ITEMS, "a", "p", ",\"ttl\":5");
        client.pass(5);
        write(ITEMS, "a", "p", "");
        Answer page = all("If-None-Match", "\"2\"", "x-ms-max-item-count", "1").expect(200);
        assertThat(documents(page)).hasSize(2);
        assertThat(page.header("etag")).isEqualTo("\"3\"");
    }

    @Test
    void allVersionsHaveNoBeginningAndNoTime() {
        assertThat(all().expect(400).text())
                .contains("You must read the change feed from within the retention period.");
        all("If-Modified-Since", "Sun, 15 Nov 2026 00:00:30 GMT").expect(400);
    }

    @Test
    void allVersionsBeforeTheRetentionAre400() {
        write(ITEMS, "a", "p", "");
        all("If-None-Match", "\"0\"").expect(200);
        client.pass(600);
        all("If-None-Match", "\"0\"").expect(400);
    }

    @Test
    void rangesTogetherHaveEverything() {
        for (int i = 0; i < 40; i++) {
            write(WIDE, "i" + i, "p" + i, "");
        }
        List<String> found = new ArrayList<>();
        for (int range = 0; range < 4; range++) {
            Answer page = latest(WIDE, "x-ms-documentdb-partitionkeyrangeid", Integer.toString(range));
            assertThat(page.header("x-ms-documentdb-partitionkeyrangeid")).isEqualTo(Integer.toString(range));
            found.addAll(ids(page));
        }
        assertThat(found).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void aPartOfARangeHasAPart() {
        for (int i = 0; i < 40; i++) {
            write(ITEMS, "i" + i, "p" + i, "");
        }
        List<String> low = ids(latest(ITEMS, "x-ms-start-epk", "", "x-ms-end-epk", "1F"));
        List<String> high = ids(latest(
                ITEMS, "x-ms-documentdb-partitionkeyrangeid", "0", "x-ms-start-epk", "1F", "x-ms-end-epk", "FF"));
        assertThat(low).isNotEmpty().doesNotContainAnyElementsOf(high);
        assertThat(low.size() + high.size()).isEqualTo(40);
    }

    @Test
    void aPartitionKeyHasItsItems() {
        write(WIDE, "a", "p", "");
        write(WIDE, "b", "q", "");
        assertThat(ids(latest(WIDE, "x-ms-documentdb-partitionkey", "[\"q\"]"))).containsExactly("b");
    }

    @Test
    void whoAsksForSeveralPartitionsIsRefused() {
        latest(WIDE).expect(400);
        assertGone(latest(WIDE, "x-ms-start-epk", "01", "x-ms-end-epk", "3E"));
        assertGone(
                latest(WIDE, "x-ms-documentdb-partitionkeyrangeid", "0", "x-ms-start-epk", "", "x-ms-end-epk", "FF"));
        assertGone(latest(WIDE, "x-ms-documentdb-partitionkeyrangeid", "7"));
    }

    private static void assertGone(Answer answer) {
        answer.expect(410);
        assertThat(answer.header("x-ms-substatus")).isEqualTo("1002");
    }

    @Test
    void aPartitionKeyIsDeletedAsAWhole() {
        write(ITEMS, "a", "p", "");
        write(ITEMS, "b", "p", "");
        write(ITEMS, "c", "q", "");
        String operation = "/dbs/db/colls/c/operations/partitionkeydelete";
        client.send(Verb.POST, operation, "", Map.of()).expect(400);
        client.send(Verb.POST, operation, "", Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"))
                .expect(200);
        assertThat(ids(latest(ITEMS))).containsExactly("c");
        client.send(Verb.POST, "/dbs/db/colls/c/operations/something", "", Map.of())
                .expect(501);
        client.send(Verb.GET, operation, "", Map.of()).expect(405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"-1\"", "x", "\"1", "W/\"1\"", "99999999999999999999", "\"1\",\"2\"", "١"})
    void anEtagThatIsNoneIsRefused(String etag) {
        latest(ITEMS, "If-None-Match", etag).expect(400);
        all("If-None-Match", etag).expect(400);
    }

    @Test
    void anEtagFromAnotherTimeIsTheEnd() {
        write(ITEMS, "a", "p", "");
        Answer answer = latest(ITEMS, "If-None-Match", "\"999\"").expect(304);
        assertThat(answer.header("etag")).isEqualTo("\"2\"");
        latest(ITEMS, "If-None-Match", "\"" + Long.MAX_VALUE + "\"").expect(304);
    }

    @Test
    void unknownModesFormsAndTimesAreRefused() {
        feed(ITEMS, "Something").expect(400);
        latest(ITEMS, "x-ms-cosmos-changefeed-wire-format-version", "1999-01-01")
                .expect(400);
        latest(ITEMS, "If-Modified-Since", "yesterday").expect(400);
        latest(ITEMS, "x-ms-start-epk", "1F", "x-ms-end-epk", "01").expect(400);
        latest(ITEMS, "x-ms-start-epk", "zz").expect(400);
    }

    @Test
    void aPolicyThatIsNoneIsRefused() {
        for (String retention : List.of("-1", "1.5", "\"10\"", "99999999999")) {
            client.post(
                            "/dbs/db/colls",
                            "{\"id\":\"x\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},"
                                    + "\"changeFeedPolicy\":{\"retentionDuration\":" + retention + "}}")
                    .expect(400);
        }
    }

    @Test
    void nothingThatIsSentAsAnEtagBreaksAnything() {
        write(ITEMS, "a", "p", "");
        long seed = 20261116;
        SplittableRandom random = new SplittableRandom(seed);
        String letters = "0123456789\"*-+.eW/ ,xé\u0000";
        for (int i = 0; i < 2000; i++) {
            StringBuilder etag = new StringBuilder();
            for (int length = random.nextInt(24); length > 0; length--) {
                etag.append(letters.charAt(random.nextInt(letters.length())));
            }
            int status = latest(ITEMS, "If-None-Match", etag.toString()).status();
            assertThat(status).as("seed %s, etag %s", seed, etag).isIn(200, 304, 400);
        }
    }
}
