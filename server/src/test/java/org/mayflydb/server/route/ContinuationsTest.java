package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Every list and query continues with its own tokens and rejects all others. */
class ContinuationsTest {
    private final Client client = new Client();

    private enum Listing {
        DATABASES("/dbs", ""),
        CONTAINERS("/dbs/d1/colls", ""),
        ITEMS("/dbs/d1/colls/c1/docs", ""),
        DATABASE_QUERY("/dbs", "SELECT * FROM r"),
        ITEM_QUERY("/dbs/d1/colls/c1/docs", "SELECT * FROM c");

        private final String path;
        private final String query;

        Listing(String path, String query) {
            this.path = path;
            this.query = query;
        }

        /** Lists of databases and of containers both continue after an id. */
        boolean sharesTokensWith(Listing other) {
            return this == other || (continuesAfterId() && other.continuesAfterId());
        }

        private boolean continuesAfterId() {
            return this == DATABASES || this == CONTAINERS;
        }
    }

    @BeforeEach
    void fill() {
        for (int i = 1; i <= 3; i++) {
            client.post("/dbs", "{\"id\":\"d" + i + "\"}").expect(201);
        }
        for (int i = 1; i <= 3; i++) {
            client.post("/dbs/d1/colls", "{\"id\":\"c" + i + "\",\"partitionKey\":{\"paths\":[\"/id\"]}}")
                    .expect(201);
            client.create("/dbs/d1/colls/c1/docs", "{\"id\":\"i" + i + "\"}", "\"i" + i + "\"")
                    .expect(201);
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Client.Answer page(Listing listing, String continuation) {
        Map<String, String> headers = new HashMap<>(Map.of("x-ms-max-item-count", "1"));
        if (!continuation.isEmpty()) {
            headers.put("x-ms-continuation", continuation);
        }
        if (listing.query.isEmpty()) {
            return client.send(Verb.GET, listing.path, "", headers);
        }
        headers.put("content-type", "application/query+json");
        headers.put("x-ms-documentdb-query-enablecrosspartition", "true");
        return client.send(Verb.POST, listing.path, "{\"query\":\"" + listing.query + "\"}", headers);
    }

    @ParameterizedTest
    @EnumSource(Listing.class)
    void tokensLeadToTheEnd(Listing listing) {
        int rows = 0;
        String continuation = "";
        do {
            Client.Answer page = page(listing, continuation).expect(200);
            rows += Integer.parseInt(page.header("x-ms-item-count"));
            continuation = page.header("x-ms-continuation");
        } while (!continuation.equals("null"));
        assertThat(rows).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(Listing.class)
    void tokensOfOtherListsAndQueriesAreRejected(Listing listing) {
        Map<Listing, String> tokens = new EnumMap<>(Listing.class);
        for (Listing each : Listing.values()) {
            tokens.put(each, page(each, "").expect(200).header("x-ms-continuation"));
        }
        tokens.forEach((other, token) -> {
            if (!listing.sharesTokensWith(other)) {
                assertRejected(listing, token);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Listing.class)
    void damagedTokensAreRejected(Listing listing) {
        String token = page(listing, "").expect(200).header("x-ms-continuation");
        assertRejected(listing, token.substring(1));
        assertRejected(listing, token + "A");
        assertRejected(listing, "x".repeat(100_000));
        assertRejected(listing, "null");
    }

    private void assertRejected(Listing listing, String token) {
        assertThat(page(listing, token).expect(400).text()).contains("Invalid Continuation Token");
    }
}
