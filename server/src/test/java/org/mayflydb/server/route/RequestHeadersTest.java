package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** What headers of requests may say. */
class RequestHeadersTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String ITEM = "{\"id\":\"a\",\"pk\":\"p\",\"s\":\"x\"}";

    private final Client client = new Client();

    @BeforeEach
    void prepare() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":-1}")
                .expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer create(String name, String value) {
        return client.send(Verb.POST, ITEMS, ITEM, Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]", name, value));
    }

    private Answer query(String name, String value) {
        Map<String, String> headers = new HashMap<>(
                Map.of("content-type", "application/query+json", WireHeaders.ENABLE_CROSS_PARTITION, "true"));
        headers.put(name, value);
        return client.send(Verb.POST, ITEMS, "{\"query\":\"SELECT * FROM c WHERE c.s = 'x'\"}", headers);
    }

    @ParameterizedTest
    @CsvSource({"Default", "Include"})
    void anItemIsFoundUnlessItIsExcludedFromTheIndex(String directive) {
        create(WireHeaders.INDEXING_DIRECTIVE, directive).expect(201);
        assertThat(found()).isOne();
    }

    @Test
    void queriesByTheIndexDoNotFindAnExcludedItem() {
        create(WireHeaders.INDEXING_DIRECTIVE, "exclude").expect(201);
        assertThat(found()).isZero();
        Map<String, String> key = Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]");
        client.send(Verb.GET, ITEMS + "/a", "", key).expect(200);
        assertThat(client.send(Verb.GET, ITEMS, "", Map.of()).expect(200).text())
                .contains("\"_count\":1");
        client.send(Verb.PUT, ITEMS + "/a", ITEM, key).expect(200);
        assertThat(found()).isOne();
    }

    @Test
    void aLifetimeOutsideOfTheItemIsRefused() {
        create(WireHeaders.TIME_TO_LIVE, "10").expect(501);
    }

    @Test
    void aListInReverseOrderIsRefused() {
        client.send(Verb.GET, ITEMS, "", Map.of(WireHeaders.ENUMERATION_DIRECTION, "Reverse"))
                .expect(501);
        client.send(Verb.GET, ITEMS, "", Map.of(WireHeaders.ENUMERATION_DIRECTION, "Forward"))
                .expect(200);
    }

    private int found() {
        String page = query("x-ms-max-item-count", "1").expect(200).text();
        return page.contains("\"_count\":1") ? 1 : 0;
    }

    @ParameterizedTest
    @CsvSource({
        WireHeaders.INDEXING_DIRECTIVE + ", Invalid",
        WireHeaders.CONSISTENCY_LEVEL + ", Invalid",
    })
    void unknownValuesAreRefused(String name, String value) {
        create(name, value).expect(400);
    }

    @ParameterizedTest
    @CsvSource({
        "0, The continuation token limit specified is not large enough",
        "-1, Please pass in a valid continuation token size limit which must be a positive integer",
        "x, Please pass in a valid continuation token size limit which must be a positive integer",
    })
    void aLimitThatNoContinuationFitsIsRefused(String limit, String message) {
        assertThat(query(WireHeaders.CONTINUATION_LIMIT_KB, limit).expect(400).text())
                .contains(message);
        query(WireHeaders.CONTINUATION_LIMIT_KB, "1").expect(200);
    }

    @ParameterizedTest
    @CsvSource({"2015-01-01, 400", "rubbish, 400", "2014-08-21, 200", "2018-12-31, 200", "2020-07-15, 200"})
    void theAccountIsShownToVersionsThatExist(String version, int status) {
        client.send(Verb.GET, "/", "", Map.of(WireHeaders.VERSION, version)).expect(status);
    }

    @ParameterizedTest
    @CsvSource({"x-mayfly-ttl-headers", "x-ms-mayfly-ttl-headers"})
    void ourOwnHeadersHaveANameThatEveryClientCanSend(String name) {
        assertThat(create(name, "true").expect(201).header(WireHeaders.TTL_DEADLINE))
                .isEqualTo("never");
    }

    @Test
    void aResponseAboutAnItemTellsTheUsageUnlessItemsMayHaveExpired() {
        assertThat(create("x-ms-a", "b").expect(201).response().header(WireHeaders.RESOURCE_USAGE))
                .isNull();
        client.post("/dbs/db/colls", "{\"id\":\"n\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                .expect(201);
        Answer created =
                client.send(Verb.POST, "/dbs/db/colls/n/docs", ITEM, Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]"));
        assertThat(created.expect(201).header(WireHeaders.RESOURCE_USAGE)).contains("documentsCount=1;");
        assertThat(created.header(WireHeaders.RESOURCE_QUOTA)).contains("documentsCount=-1;");
    }

    @Test
    void aContainerOfADatabaseWithThroughputSaysThatItSharesIt() {
        client.send(Verb.POST, "/dbs", "{\"id\":\"s\"}", Map.of(WireHeaders.OFFER_THROUGHPUT, "400"))
                .expect(201);
        String properties = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}";
        assertThat(client.post("/dbs/s/colls", properties).expect(201).header(WireHeaders.SHARE_THROUGHPUT))
                .isEqualTo("true");
        assertThat(client.get("/dbs/db/colls/c").response().header(WireHeaders.SHARE_THROUGHPUT))
                .isNull();
    }
}
