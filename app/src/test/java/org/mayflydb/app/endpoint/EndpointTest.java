package org.mayflydb.app.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;

class EndpointTest {
    private static final String OTHER_KEY = "b3RoZXIga2V5IG90aGVyIGtleSBvdGhlciBrZXkgb3RoZXI=";

    private final TestServer server = TestServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    private static EndpointException failure(Runnable call) {
        return catchThrowableOfType(EndpointException.class, call::run);
    }

    @Test
    void thisServerSortsAndSumsUpOverSeveralPartitions() {
        server.account().createDatabase("wide");
        server.account()
                .createContainer(
                        "wide",
                        TestServer.object("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/customer\"]}}"),
                        Map.of("x-ms-offer-throughput", "18000"));
        RemoteContainer container = server.account().items(new ContainerAddress("wide", "c"));
        assertThat(container.ranges()).hasSize(3);
        List<JsonValue> expected = new ArrayList<>();
        for (int i = 10; i < 40; i++) {
            TestServer.create(container, "{\"id\":\"i" + i + "\",\"customer\":\"c" + i * 7 % 31 + "\"}");
            expected.add(new JsonString("i" + i));
        }
        QueryCursor cursor = container.query("SELECT VALUE c.id FROM c ORDER BY c.id", QueryScope.ALL, 7);
        List<JsonValue> rows = new ArrayList<>();
        while (cursor.hasNext()) {
            rows.addAll(cursor.next().rows());
        }
        assertThat(rows).isEqualTo(expected);
        assertThat(container
                        .query("SELECT VALUE COUNT(1) FROM c", QueryScope.ALL, 7)
                        .next()
                        .rows())
                .containsExactly(JsonValue.of(30));
    }

    @Test
    void databasesAndContainersAreListed() {
        server.container("orders", ",\"defaultTtl\":60");
        assertThat(server.account().databases())
                .extracting(each -> each.get("id"))
                .containsExactly(new JsonString("shop"));
        assertThat(server.account().containers("shop"))
                .extracting(each -> each.get("id"))
                .containsExactly(new JsonString("orders"));
        assertThat(server.account().database("shop").has("_rid")).isTrue();
    }

    @Test
    void namesWithBlanksAndLettersOfAllKindsAreFound() {
        server.account().createDatabase("späte Käufe + %");
        assertThat(server.account().database("späte Käufe + %").get("id")).isEqualTo(new JsonString("späte Käufe + %"));
    }

    @Test
    void itemsAreCreatedReadReplacedAndDeleted() {
        RemoteContainer orders = server.container("orders", "");
        PartitionKey key = PartitionKey.of("Jürgen");
        orders.create(key, TestServer.object("{\"id\":\"a b\",\"customer\":\"Jürgen\",\"total\":1}"));
        orders.upsert(key, TestServer.object("{\"id\":\"a b\",\"customer\":\"Jürgen\",\"total\":2.50}"));
        assertThat(orders.read(key, "a b").json().get("total")).hasToString("2.50");
        orders.delete(key, "a b");
        assertThat(failure(() -> orders.read(key, "a b")).status()).isEqualTo(404);
    }

    @Test
    void rangesAreThoseOfTheContainer() {
        assertThat(server.container("orders", "").ranges()).containsExactly(new PartitionKeyRange("0", "", "FF"));
    }

    @Test
    void listsAndQueriesComePageByPage() {
        RemoteContainer orders = server.container("orders", "");
        for (int i = 0; i < 5; i++) {
            TestServer.create(orders, "{\"id\":\"" + i + "\",\"customer\":\"ann\"}");
        }
        QueryCursor cursor = orders.query("SELECT VALUE c.id FROM c ORDER BY c.id", QueryScope.ALL, 2);
        List<Object> rows = new ArrayList<>();
        int pages = 0;
        while (cursor.hasNext()) {
            ResultPage page = cursor.next();
            assertThat(page.charge()).isPositive();
            page.rows().forEach(row -> rows.add(row.toJava()));
            pages++;
        }
        assertThat(rows).containsExactly("0", "1", "2", "3", "4");
        assertThat(pages).isGreaterThanOrEqualTo(3);
        ResultPage first = orders.list(QueryScope.of(orders.ranges().get(0)), 3, null);
        assertThat(first.rows()).hasSize(3);
        assertThat(orders.list(QueryScope.ALL, 3, first.continuation()).rows()).hasSize(2);
        assertThat(orders.list(QueryScope.of(PartitionKey.of("bob")), 3, null).rows())
                .isEmpty();
    }

    @Test
    void aWrongKeyIsRefused() {
        EndpointException refused = failure(() -> new Account(server.endpoint(server.url(), OTHER_KEY)).databases());
        assertThat(refused.exitCode()).isEqualTo(Exit.REFUSED);
        assertThat(refused).hasMessageStartingWith("The endpoint does not accept the account key (401).");
        assertThat(refused.getMessage()).doesNotContain("\n", "payload to sign");
    }

    @Test
    void aMissingOwnerIsSaidWithStatusAndSubStatus() {
        EndpointException missing = failure(() ->
                server.account().items(new ContainerAddress("no", "where")).list(QueryScope.ALL, 1, null));
        assertThat(missing.exitCode()).isEqualTo(Exit.FAILED);
        assertThat(missing).hasMessageStartingWith("GET /dbs/no/colls/where/docs returned 404 (sub-status 1003): ");
        assertThat(missing.getMessage()).doesNotContain("ActivityId", "{");
    }

    @Test
    void anErrorInAQueryIsPointedAt() {
        RemoteContainer orders = server.container("orders", "");
        EndpointException wrong =
                failure(() -> orders.query("SELECT * FORM c", QueryScope.ALL, 1).next());
        assertThat(wrong.getMessage()).contains("400", "Syntax error, incorrect syntax near 'FORM'.");
        assertThat(wrong.errorStart()).isEqualTo(9);
    }

    @Test
    void whereNobodyListensIsSaid() {
        int port = URI.create(server.url()).getPort();
        server.close();
        EndpointException nobody = failure(() -> server.account().databases());
        assertThat(nobody.exitCode()).isEqualTo(Exit.UNREACHABLE);
        assertThat(nobody).hasMessageStartingWith("No server is running at http://localhost:" + port + ".");
    }

    @Test
    void theAdminApiAnswers() {
        RemoteContainer orders = server.container("orders", ",\"defaultTtl\":60");
        TestServer.create(orders, "{\"id\":\"a b\",\"customer\":\"ann\"}");
        AdminApi admin = new AdminApi(server.endpoint());
        admin.run("clock", TestServer.object("{\"advanceSeconds\":60}"));
        assertThat(admin.show("statistics").toString()).contains("\"expiredItems\":1");
        assertThat(admin.show(orders.address(), "explain", Map.of("id", "a b", "partitionKey", "[\"ann\"]"))
                        .get("state"))
                .hasToString("\"EXPIRED\"");
    }

    @Test
    void whoDoesNotSayThatItIsMayflyIsNotShownTheKey() throws Exception {
        List<String> authorizations = new ArrayList<>();
        try (Other other = new Other(authorizations, 200, "{}", Map.of())) {
            assertThatThrownBy(() -> new AdminApi(other.endpoint(server)).show("statistics"))
                    .hasMessageContaining("This needs a Mayfly server");
        }
        assertThat(authorizations).containsOnly("none");
    }

    @Test
    void theKeyIsNotSentToAnotherMachineInTheClear() {
        Endpoint endpoint = Endpoint.of(new Connection(URI.create("http://db.example"), OTHER_KEY, Optional.empty()));
        assertThatThrownBy(() -> new AdminApi(endpoint).show("statistics")).isInstanceOf(BadRequestException.class);
    }

    @Test
    void whoeverIsTooBusyIsAskedAgainABoundedNumberOfTimes() throws Exception {
        List<String> requests = new ArrayList<>();
        try (Other busy = new Other(requests, 429, "{}", Map.of("x-ms-retry-after-ms", "12"))) {
            EndpointException gaveUp = failure(() -> new Account(busy.endpoint(server)).databases());
            assertThat(gaveUp.status()).isEqualTo(429);
        }
        assertThat(requests).hasSize(10);
        assertThat(server.waits).hasSize(9).containsOnly(Duration.ofMillis(12));
    }

    @Test
    void aWaitThatIsTooLongIsNotTaken() throws Exception {
        try (Other busy = new Other(new ArrayList<>(), 429, "{}", Map.of("x-ms-retry-after-ms", "31000"))) {
            assertThat(failure(() -> new Account(busy.endpoint(server)).databases())
                            .status())
                    .isEqualTo(429);
        }
        assertThat(server.waits).isEmpty();
    }

    @Test
    void aQueryThatSeveralPartitionsWouldHaveToAnswerTogetherIsExplained() throws Exception {
        String ranges = "{\"PartitionKeyRanges\":[{\"id\":\"0\",\"minInclusive\":\"\",\"maxExclusive\":\"1F\"},"
                + "{\"id\":\"1\",\"minInclusive\":\"1F\",\"maxExclusive\":\"FF\"}]}";
        try (Other service = new Other(ranges)) {
            RemoteContainer orders = new Account(service.endpoint(server)).items(new ContainerAddress("d", "c"));
            assertThat(failure(() -> orders.query("SELECT VALUE COUNT(1) FROM c", QueryScope.ALL, 1)
                            .next()))
                    .hasMessageContaining("the rows of 2 physical partitions");
        }
    }

    @Test
    void theOnlyPartitionIsAskedByNameIfTheEndpointWantsThat() throws Exception {
        String ranges = "{\"PartitionKeyRanges\":[{\"id\":\"7\",\"minInclusive\":\"\",\"maxExclusive\":\"FF\"}]}";
        try (Other service = new Other(ranges)) {
            RemoteContainer orders = new Account(service.endpoint(server)).items(new ContainerAddress("d", "c"));
            ResultPage page = orders.query("SELECT VALUE COUNT(1) FROM c", QueryScope.ALL, 1)
                    .next();
            assertThat(page.rows()).containsExactly(JsonValue.of(5));
        }
    }

    /** An endpoint that answers as it is told, or as the service does to queries it does not put together. */
    private static final class Other implements AutoCloseable {
        private final HttpServer http;

        Other(List<String> authorizations, int status, String body, Map<String, String> headers) throws Exception {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", exchange -> {
                authorizations.add(
                        Optional.ofNullable(exchange.getRequestHeaders().getFirst("authorization"))
                                .orElse("none"));
                headers.forEach(exchange.getResponseHeaders()::add);
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
            http.start();
        }

        Other(String ranges) throws Exception {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", exchange -> {
                boolean isQuery = exchange.getRequestMethod().equals("POST");
                String range = exchange.getRequestHeaders().getFirst("x-ms-documentdb-partitionkeyrangeid");
                JsonObject rows = TestServer.object("{\"Documents\":[5],\"_count\":1}");
                byte[] bytes = (isQuery ? rows.toString() : ranges).getBytes(StandardCharsets.UTF_8);
                if (isQuery && range == null) {
                    exchange.getResponseHeaders().add("x-ms-substatus", "1004");
                }
                exchange.sendResponseHeaders(isQuery && range == null ? 400 : 200, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
            http.start();
        }

        Endpoint endpoint(TestServer waits) {
            return waits.endpoint("http://127.0.0.1:" + http.getAddress().getPort(), OTHER_KEY);
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }
}
