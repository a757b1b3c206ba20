package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireResponse;

class RoutingGatewayTest {
    private static final String ITEMS = "/dbs/d/colls/c/docs/";

    @ParameterizedTest
    @ValueSource(strings = {"a%20", "a%20%20", "a%2520", "a%25E9", "a%2Fb", "a%2fb", "a%5Cb", "a\\b", "a%23b"})
    void idsThatTheGatewayCannotSignAreUnauthorized(String id) throws Exception {
        assertThat(get(ITEMS + id).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%0Db", "a%09b", "a%0ab", "a%1f"})
    void controlCharactersAreRefusedWithAPage(String id) throws Exception {
        RawClient.Answer response = get(ITEMS + id);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains("<TITLE>Bad Request</TITLE>");
    }

    @ParameterizedTest
    @ValueSource(strings = {ITEMS + "%20a", ITEMS + "a%3Fb", ITEMS + "a?b", ITEMS + "%E9%B1%80", ITEMS, "/dbs/a%20"})
    void everythingElseIsPassedOn(String path) throws Exception {
        assertThat(get(path).status()).isEqualTo(200);
    }

    private static RawClient.Answer get(String path) throws Exception {
        RequestHandler handler =
                (request, reply) -> reply.accept(new WireResponse(200).body("{}".getBytes(StandardCharsets.UTF_8)));
        try (HttpServer server = TestServer.start(new RoutingGateway(handler));
                RawClient client = RawClient.connect(server)) {
            client.send("GET " + path + " HTTP/1.1\r\n\r\n");
            return client.receive();
        }
    }
}
