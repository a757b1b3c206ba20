package org.mayflydb.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** What resource tokens open, and what they do not. */
class AccessRulesTest {
    private static final String CONTAINER = "dbs/db/colls/c";
    private static final String DOCS = "/dbs/db/colls/c/docs";

    private final TestAccount account = new TestAccount();

    @Test
    void containerTokenOpensWhatIsInTheContainer() {
        String token = account.token("All", CONTAINER);
        assertAllowed(token, TestRequest.post(DOCS));
        assertAllowed(token, TestRequest.of(Verb.PUT, DOCS + "/a"));
        assertAllowed(token, TestRequest.of(Verb.DELETE, DOCS + "/a"));
        assertAllowed(token, TestRequest.post("/" + CONTAINER + "/sprocs/s"));
        assertAllowed(token, TestRequest.post("/" + CONTAINER + "/operations/partitionkeydelete"));
    }

    @Test
    void containerTokenReadsTheContainerItsRangesAndTheAccount() {
        String token = account.token("Read", CONTAINER);
        assertAllowed(token, TestRequest.get("/"));
        assertAllowed(token, TestRequest.get("/" + CONTAINER));
        assertAllowed(token, TestRequest.get("/" + CONTAINER + "/pkranges"));
        assertAllowed(token, TestRequest.get("/" + byResourceId("c") + "/pkranges/"));
    }

    @Test
    void containerTokenOfModeAllChangesTheContainer() {
        String token = account.token("All", CONTAINER);
        assertAllowed(token, TestRequest.of(Verb.PUT, "/" + CONTAINER));
        assertAllowed(token, TestRequest.of(Verb.DELETE, "/" + CONTAINER));
        assertForbidden(token, TestRequest.post("/dbs/db/colls"));
    }

    @Test
    void containerTokenOfModeReadDoesNotChangeTheContainer() {
        String token = account.token("Read", CONTAINER);
        assertForbidden(token, TestRequest.of(Verb.PUT, "/" + CONTAINER));
        assertForbidden(token, TestRequest.of(Verb.DELETE, "/" + CONTAINER));
    }

    @Test
    void containerTokenOpensNothingElse() {
        String token = account.token("All", CONTAINER);
        assertForbidden(token, TestRequest.get("/dbs/db/colls/other/docs/a"));
        assertForbidden(token, TestRequest.get("/" + byResourceId("other") + "/pkranges"));
        assertForbidden(token, TestRequest.get("/dbs/db/colls/none/docs/a"));
        assertForbidden(token, TestRequest.get("/dbs/none/colls/c/docs/a"));
        assertForbidden(token, TestRequest.get("/dbs"));
        assertForbidden(token, TestRequest.get("/dbs/db"));
        assertForbidden(token, TestRequest.get("/dbs/db/colls"));
        assertForbidden(token, TestRequest.get("/dbs/db/users/ann/permissions"));
        assertForbidden(token, TestRequest.get("/offers"));
        assertForbidden(token, TestRequest.post("/"));
    }

    @Test
    void tokenMadeFromResourceIdsOpensTheSameContainer() {
        String token = account.token("All", byResourceId("c") + "/");
        assertAllowed(token, TestRequest.post(DOCS));
        assertForbidden(token, TestRequest.post("/dbs/db/colls/other/docs"));
    }

    @Test
    void tokenIsNotForTheNextContainerOfThatName() {
        String token = account.token("All", CONTAINER);
        account.engine.deleteContainer("db", "c");
        assertForbidden(token, TestRequest.get(DOCS + "/a"));
        account.createContainer("c");
        assertForbidden(token, TestRequest.get(DOCS + "/a"));
    }

    @Test
    void containerNamedLikeTheResourceIdOfAnotherIsItself() {
        String token = account.token("All", CONTAINER);
        String name = account.engine.container("db", "c").rid().toString();
        account.createContainer(name);
        assertForbidden(token, TestRequest.get("/dbs/db/colls/" + name + "/docs/a"));
    }

    @Test
    void readModeReadsAndQueries() {
        String token = account.token("Read", CONTAINER);
        assertAllowed(token, TestRequest.get(DOCS + "/a"));
        assertAllowed(token, TestRequest.post(DOCS).with(WireHeaders.IS_QUERY, "true"));
        assertAllowed(token, TestRequest.post(DOCS).with(WireHeaders.IS_QUERY_PLAN, "True"));
        assertAllowed(token, TestRequest.post(DOCS).with(WireHeaders.CONTENT_TYPE, "application/query+json"));
    }

    @Test
    void readModeDoesNotWrite() {
        String token = account.token("Read", CONTAINER);
        assertForbidden(token, TestRequest.post(DOCS));
        assertForbidden(token, TestRequest.of(Verb.PATCH, DOCS + "/a"));
        assertForbidden(token, TestRequest.of(Verb.DELETE, DOCS + "/a"));
        assertForbidden(token, TestRequest.post("/" + CONTAINER + "/sprocs/s"));
        assertForbidden(
                token, TestRequest.post(DOCS).with(WireHeaders.IS_QUERY, "true").with(WireHeaders.IS_BATCH, "true"));
    }

    @Test
    void itemTokenOpensThatItemOnly() {
        String token = account.token("All", CONTAINER + "/docs/a");
        assertAllowed(token, TestRequest.get(DOCS + "/a"));
        assertAllowed(token, TestRequest.of(Verb.PUT, "/" + byResourceId("c") + "/docs/a"));
        assertAllowed(token, TestRequest.get("/"));
        assertForbidden(token, TestRequest.get(DOCS + "/ab"));
        assertForbidden(token, TestRequest.get(DOCS + "/a%2Fb"));
        assertForbidden(token, TestRequest.get(DOCS));
        assertForbidden(token, TestRequest.post(DOCS));
        assertForbidden(token, TestRequest.get("/dbs/db/colls/other/docs/a"));
    }

    @Test
    void itemTokenReadsTheContainerOfTheItemAndItsRanges() {
        String token = account.token("Read", CONTAINER + "/docs/a", ",'resourcePartitionKey':['k']");
        assertAllowed(token, TestRequest.get("/" + CONTAINER));
        assertAllowed(token, TestRequest.get("/" + byResourceId("c") + "/pkranges"));
        assertForbidden(token, TestRequest.get("/dbs/db/colls"));
        assertForbidden(token, TestRequest.get("/" + CONTAINER + "/sprocs"));
        assertForbidden(token, TestRequest.get("/dbs/db/colls/other"));
        assertForbidden(token, TestRequest.get("/" + byResourceId("other") + "/pkranges"));
    }

    @Test
    void itemTokenDoesNotChangeTheContainerOfTheItem() {
        String token = account.token("All", CONTAINER + "/docs/a");
        assertForbidden(token, TestRequest.of(Verb.PUT, "/" + CONTAINER));
        assertForbidden(token, TestRequest.of(Verb.DELETE, "/" + CONTAINER));
    }

    @Test
    void tokenForAKeyOpensThatKeyOnly() {
        String token = account.token("All", CONTAINER, ",'resourcePartitionKey':['k']");
        assertAllowed(token, TestRequest.get(DOCS + "/a").withKey("[\"k\"]"));
        assertAllowed(token, TestRequest.post(DOCS).withKey("[ \"\\u006b\" ]"));
        assertForbidden(token, TestRequest.get(DOCS + "/a").withKey("[\"other\"]"));
        assertForbidden(token, TestRequest.get(DOCS + "/a").withKey("[]"));
        assertForbidden(token, TestRequest.get(DOCS + "/a"));
        assertForbidden(token, TestRequest.post(DOCS).with(WireHeaders.IS_QUERY, "true"));
        assertForbidden(token, TestRequest.get(DOCS).with(WireHeaders.PARTITION_KEY_RANGE_ID, "0"));
    }

    @Test
    void tokenForAKeyReadsWhatHasNoKey() {
        String token = account.token("All", CONTAINER, ",'resourcePartitionKey':['k']");
        assertAllowed(token, TestRequest.get("/"));
        assertAllowed(token, TestRequest.get("/" + CONTAINER));
        assertAllowed(token, TestRequest.get("/" + byResourceId("c") + "/pkranges"));
        assertAllowed(token, TestRequest.get("/" + CONTAINER + "/sprocs"));
        assertAllowed(token, TestRequest.post(DOCS).with(WireHeaders.IS_QUERY_PLAN, "true"));
    }

    @Test
    void tokenForAKeyRunsScriptsForItAndDefinesNone() {
        String token = account.token("All", CONTAINER, ",'resourcePartitionKey':['k']");
        assertAllowed(token, TestRequest.post("/" + CONTAINER + "/sprocs/s").withKey("[\"k\"]"));
        assertForbidden(token, TestRequest.post("/" + CONTAINER + "/sprocs/s").withKey("[\"other\"]"));
        assertForbidden(token, TestRequest.post("/" + CONTAINER + "/sprocs").withKey("[\"k\"]"));
        assertForbidden(token, TestRequest.post("/" + CONTAINER + "/triggers").withKey("[\"k\"]"));
        assertForbidden(
                token, TestRequest.of(Verb.PUT, "/" + CONTAINER + "/sprocs/s").withKey("[\"k\"]"));
    }

    @Test
    void tokenForAKeyWritesAtomicBatchesOnly() {
        String token = account.token("All", CONTAINER, ",'resourcePartitionKey':['k']");
        TestRequest batch =
                TestRequest.post(DOCS).with(WireHeaders.IS_BATCH, "true").withKey("[\"k\"]");
        assertAllowed(token, batch.with("x-ms-cosmos-batch-atomic", "True"));
        assertForbidden(token, batch.with("x-ms-cosmos-batch-atomic", "false"));
        assertForbidden(token, batch);
    }

    @Test
    void tokenForTheBeginningOfAKeyOpensWhatItBegins() {
        String token = account.token("Read", CONTAINER, ",'resourcePartitionKey':['tenant']");
        assertAllowed(token, TestRequest.get(DOCS + "/a").withKey("[\"tenant\",\"user\"]"));
        assertForbidden(token, TestRequest.get(DOCS + "/a").withKey("[\"user\",\"tenant\"]"));
    }

    @Test
    void numbersOfKeysAreComparedAsNumbers() {
        String token = account.token("Read", CONTAINER, ",'resourcePartitionKey':[5]");
        assertAllowed(token, TestRequest.get(DOCS + "/a").withKey("[5.0]"));
        assertForbidden(token, TestRequest.get(DOCS + "/a").withKey("[\"5\"]"));
    }

    @Test
    void keyThatCannotBeReadIsABadRequest() {
        String token = account.token("Read", CONTAINER, ",'resourcePartitionKey':['k']");
        assertThatThrownBy(() -> account.authenticate(
                        TestRequest.get(DOCS + "/a").withKey("k").authorized(token)))
                .isInstanceOf(BadRequestException.class);
    }

    private String byResourceId(String container) {
        return "dbs/" + account.engine.database("db").rid() + "/colls/"
                + account.engine.container("db", container).rid();
    }

    private void assertAllowed(String token, TestRequest request) {
        assertThat(account.authenticate(request.authorized(token))).isInstanceOf(Principal.Token.class);
    }

    private void assertForbidden(String token, TestRequest request) {
        assertThatThrownBy(() -> account.authenticate(request.authorized(token)))
                .describedAs(request.toString())
                .isInstanceOf(ForbiddenException.class);
    }
}
