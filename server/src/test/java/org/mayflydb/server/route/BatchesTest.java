package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.hybridrow.OperationRow;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Batches and bulk requests as clients send them; quotation marks are single ones here. */
class BatchesTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";

    private final Client client = new Client();

    @BeforeEach
    void createContainer() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}",
                        Map.of(WireHeaders.OFFER_THROUGHPUT, "24000"))
                .expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer batch(String operations, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(
                WireHeaders.IS_BATCH, "True",
                WireHeaders.BATCH_ATOMIC, "True",
                WireHeaders.PARTITION_KEY, "[\"p\"]"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.send(Verb.POST, DOCS, operations.replace('\'', '"'), all);
    }

    private Answer bulk(String operations, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(
                WireHeaders.IS_BATCH, "true",
                WireHeaders.BATCH_ATOMIC, "false",
                WireHeaders.BATCH_CONTINUE_ON_ERROR, "true"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.send(Verb.POST, DOCS, operations.replace('\'', '"'), all);
    }

    private static List<JsonObject> results(Answer answer) {
        List<JsonObject> results = new ArrayList<>();
        for (JsonValue result : ((JsonArray) JsonValue.parse(answer.response().body())).elements()) {
            results.add((JsonObject) result);
        }
        return results;
    }

    private static List<String> members(Answer answer, String name) {
        return results(answer).stream()
                .map(result -> String.valueOf(result.get(name)))
                .toList();
    }

    private boolean exists(String id, String key) {
        return client.send(Verb.GET, DOCS + "/" + id, "", Map.of(WireHeaders.PARTITION_KEY, "[\"" + key + "\"]"))
                        .status()
                == 200;
    }

    @Test
    void aBatchIsAnsweredWithAResultForEachOperation() {
        Answer answer = batch("[{'operationType':'Create','resourceBody':{'id':'a','pk':'p','n':1.50}},"
                        + "{'operationType':'Upsert','resourceBody':{'id':'b','pk':'p'}},"
                        + "{'operationType':'Read','id':'a'},"
                        + "{'operationType':'Patch','id':'a','resourceBody':{'operations':[{'op':'add','path':'/v','value':1}],"
                        + "'condition':'from c where c.n = 1.5'}},"
                        + "{'operationType':'Replace','id':'b','resourceBody':{'id':'b','pk':'p','n':2}},"
                        + "{'operationType':'Delete','id':'b'}]")
                .expect(200);
        assertThat(members(answer, "statusCode")).containsExactly("201", "201", "200", "200", "200", "204");
        assertThat(members(answer, "subStatusCode")).containsOnly("null");
        List<JsonObject> results = results(answer);
        assertThat(String.valueOf(results.get(2).get("resourceBody")))
                .startsWith("{\"id\":\"a\",\"pk\":\"p\",\"n\":1.50,");
        assertThat(String.valueOf(results.get(3).get("resourceBody"))).contains("\"v\":1");
        assertThat(results.get(5).has("eTag")).isFalse();
        assertThat(results.get(5).has("resourceBody")).isFalse();
        assertThat(String.valueOf(results.get(0).get("eTag"))).startsWith("\"\\\"0000");
        assertThat(Double.parseDouble(answer.header(WireHeaders.REQUEST_CHARGE)))
                .isGreaterThan(20);
        assertThat(answer.header(WireHeaders.SESSION_TOKEN)).matches("\\d+:-1#2");
        assertThat(answer.header(WireHeaders.ITEM_COUNT)).isEqualTo("6");
    }

    @Test
    void aBatchThatFailsIsAMultiStatus() {
        Answer answer = batch("[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}},"
                        + "{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}},"
                        + "{'operationType':'Read','id':'a'}]")
                .expect(207);
        assertThat(members(answer, "statusCode")).containsExactly("424", "409", "424");
        assertThat(exists("a", "p")).isFalse();
        Answer mismatch = batch("[{'operationType':'Create','resourceBody':{'id':'a','pk':'q'}}]")
                .expect(207);
        assertThat(members(mismatch, "statusCode")).containsExactly("400");
        assertThat(members(mismatch, "subStatusCode")).containsExactly("1001");
    }

    @Test
    void whoDoesNotWantToSeeWhatIsWrittenSeesWhatIsRead() {
        Answer answer = batch(
                        "[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}},{'operationType':'Read','id':'a'}]",
                        WireHeaders.PREFER,
                        "return=minimal")
                .expect(200);
        assertThat(results(answer))
                .extracting(result -> result.has("resourceBody"))
                .containsExactly(false, true);
        assertThat(results(answer)).allMatch(result -> result.has("eTag"));
        Answer one =
                batch("[{'operationType':'Upsert','minimalReturnPreference':true,'resourceBody':{'id':'a','pk':'p'}}]");
        assertThat(results(one).get(0).has("resourceBody")).isFalse();
    }

    @Test
    void conditionsOfOperationsHold() {
        batch("[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}}]").expect(200);
        Answer stale = batch("[{'operationType':'Delete','id':'a','ifMatch':'\\'x\\''}]".replace("\\'", "\\\""));
        assertThat(members(stale.expect(207), "statusCode")).containsExactly("412");
        Answer known = batch("[{'operationType':'Read','id':'a','ifNoneMatch':'*'}]");
        assertThat(members(known.expect(207), "statusCode")).containsExactly("304");
    }

    @Test
    void aReadWhoseIfMatchIsTheItemsEtagReturnsNothingNew() {
        Answer created = batch("[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}}]");
        String etag = members(created.expect(200), "eTag").get(0);
        Answer known = batch("[{'operationType':'Read','id':'a','ifMatch':" + etag + "},"
                + "{'operationType':'Create','resourceBody':{'id':'b','pk':'p'}}]");
        assertThat(members(known.expect(207), "statusCode")).containsExactly("304", "201");
    }

    @Test
    void aBatchThatIsRolledBackDoesNotNameItsContainer() {
        Answer failed = batch("[{'operationType':'Read','id':'none'}]").expect(207);
        assertThat(failed.response().header("x-ms-content-path")).isNull();
        assertThat(failed.response().header("x-ms-session-token")).isNotNull();
    }

    @Test
    void whatIsNoBatchIsABadRequest() {
        for (String body : List.of(
                "",
                "[]",
                "{}",
                "[1]",
                "[{}]",
                "[{'operationType':'Drop'}]",
                "[{'operationType':'Read','id':1}]",
                "[{'operationType':'Read','id':'a','partitionKey':[{'x':1}]}]")) {
            assertThat(batch(body).status()).as(body).isEqualTo(400);
        }
        assertThat(batch("[" + "{'operationType':'Read','id':'a'},".repeat(100) + "{}]")
                        .status())
                .isEqualTo(400);
        assertThat(batch("[{'operationType':'Read','id':'a'}]", WireHeaders.PARTITION_KEY, "")
                        .status())
                .isEqualTo(400);
        assertThat(batch("[{'operationType':'Read','id':'a','partitionKey':'[\\\"q\\\"]'}]")
                        .text())
                .contains("400");
        assertThat(batch(" ".repeat(2_300_000) + "[]").expect(413).text())
                .contains("Message: {\\\"Errors\\\":[\\\"Request size is too large\\\"]}\\r\\n");
        assertThat(batch("[{'operationType':'Create','indexingDirective':'Never','resourceBody':{}}]")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void anItemThatABatchExcludesFromTheIndexIsNotFoundByIt() {
        String create = "[{'operationType':'Create','indexingDirective':'%s','resourceBody':{'id':'%s','pk':'p'}}]";
        batch(create.formatted("Exclude", "x")).expect(200);
        batch(create.formatted("Include", "y")).expect(200);
        Map<String, String> headers =
                Map.of("content-type", "application/query+json", WireHeaders.PARTITION_KEY, "[\"p\"]");
        assertThat(client.send(
                                Verb.POST,
                                DOCS,
                                "{\"query\":\"SELECT VALUE c.id FROM c WHERE c.id IN ('x', 'y')\"}",
                                headers)
                        .expect(200)
                        .text())
                .contains("[\"y\"]");
    }

    @Test
    void anUnknownIndexingDirectiveInABatchIsABadRequest() {
        assertThat(batch("[{'operationType':'Create','indexingDirective':'x','resourceBody':{'id':'x','pk':'p'}}]")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aBatchThatFailsNamesNoContainer() {
        Answer failed = batch("[{'operationType':'Read','id':'missing'}]");
        assertThat(failed.status()).isEqualTo(207);
        assertThat(failed.response().header(WireHeaders.CONTENT_PATH)).isNull();
    }

    @Test
    void aBulkRequestIsDoneOneByOne() {
        Answer answer =
                bulk("[{'operationType':'Create','partitionKey':'[\\'p\\']','resourceBody':{'id':'a','pk':'p'}},"
                                .replace("\\'", "\\\"")
                        + "{'operationType':'Create','partitionKey':['p'],'resourceBody':{'id':'a','pk':'p'}},"
                        + "{'operationType':'Upsert','partitionKey':'q','resourceBody':{'id':'b','pk':'q'}},"
                        + "{'operationType':'Read','id':'b','partitionKey':'q'},"
                        + "{'operationType':'Delete','id':'none','partitionKey':'q'}]");
        assertThat(members(answer.expect(207), "statusCode")).containsExactly("201", "409", "201", "200", "404");
        assertThat(exists("a", "p") && exists("b", "q")).isTrue();
    }

    @Test
    void aBulkRequestWithoutOperationsSucceeds() {
        assertThat(bulk("[]").expect(200).text()).isEqualTo("[]");
    }

    @Test
    void keysOutsideOfTheRangeAreGone() {
        StringBuilder operations = new StringBuilder("[");
        for (int i = 0; i < 20; i++) {
            operations
                    .append(i == 0 ? "" : ",")
                    .append("{'operationType':'Create','resourceBody':{'id':'a','pk':'k" + i + "'}}");
        }
        Answer answer = bulk(operations + "]", WireHeaders.PARTITION_KEY_RANGE_ID, "1");
        assertThat(members(answer.expect(207), "statusCode")).contains("201", "410");
        assertThat(members(answer, "subStatusCode")).contains("1002");
        assertThat(answer.header(WireHeaders.PARTITION_KEY_RANGE_ID)).isEqualTo("1");
        Answer gone = bulk(operations + "]", WireHeaders.PARTITION_KEY_RANGE_ID, "9");
        gone.expect(410);
        assertThat(gone.header(WireHeaders.SUB_STATUS)).isEqualTo("1002");
    }

    @Test
    void aBulkRequestMayStopAtTheFirstFailure() {
        String operations = "[{'operationType':'Read','id':'none','partitionKey':'p'},"
                + "{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}}]";
        assertThat(members(bulk(operations, WireHeaders.BATCH_CONTINUE_ON_ERROR, "false"), "statusCode"))
                .containsExactly("404", "424");
        assertThat(members(bulk(operations), "statusCode")).containsExactly("404", "201");
    }

    @Test
    void rowsAreAnsweredWithRows() {
        byte[] body = OperationRow.body(List.of(
                new OperationRow(0, null, null, "{\"id\":\"a\",\"pk\":\"p\"}", null, false),
                new OperationRow(2, null, "a", null, null, false)));
        Answer answer = client.send(
                Verb.POST,
                DOCS,
                body,
                Map.of(
                        WireHeaders.IS_BATCH, "True",
                        WireHeaders.BATCH_ATOMIC, "True",
                        WireHeaders.BATCH_ORDERED, "True",
                        WireHeaders.PARTITION_KEY, "[\"p\"]"));
        answer.expect(200);
        assertThat(answer.response().body()).startsWith(0x81, 0xF0, 0xD8, 0xFF, 0x7F);
        assertThat(answer.text()).contains("\"id\":\"a\"");
        assertThat(exists("a", "p")).isTrue();
    }

    @Test
    void itemsOfABatchExpire() {
        client.send(
                        Verb.PUT,
                        "/dbs/db/colls/c",
                        "{\"id\":\"c\",\"defaultTtl\":5,\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}",
                        Map.of())
                .expect(200);
        batch("[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}}]").expect(200);
        client.pass(5);
        assertThat(members(batch("[{'operationType':'Read','id':'a'}]"), "statusCode"))
                .containsExactly("404");
    }
}
