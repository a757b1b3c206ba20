package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** The headers that tell when an item expires, to who asks for them. */
class TtlHeadersTest {
    private static final long START = 1_794_700_800L;
    private static final String ITEMS = "/dbs/db/colls/c/docs";

    private final Client client = new Client();

    @BeforeEach
    void createContainer() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":10}")
                .expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer send(Verb verb, String path, String body, String... more) {
        Map<String, String> headers =
                new HashMap<>(Map.of("x-ms-documentdb-partitionkey", "[\"p\"]", "x-mayfly-ttl-headers", "true"));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return client.send(verb, path, body, headers);
    }

    private static void assertLeft(Answer answer, long deadline, long left) {
        assertThat(answer.header("x-mayfly-ttl-deadline")).isEqualTo(Long.toString(deadline));
        assertThat(answer.header("x-mayfly-ttl-seconds-left")).isEqualTo(Long.toString(left));
    }

    @Test
    void writesAndReadsTellDeadlineAndSecondsLeft() {
        assertLeft(send(Verb.POST, ITEMS, "{\"id\":\"a\",\"pk\":\"p\"}").expect(201), START + 10, 10);
        client.pass(4);
        assertLeft(send(Verb.GET, ITEMS + "/a", "").expect(200), START + 10, 6);
        assertLeft(
                send(Verb.PUT, ITEMS + "/a", "{\"id\":\"a\",\"pk\":\"p\",\"ttl\":50}", "prefer", "return=minimal")
                        .expect(200),
                START + 54,
                50);
    }

    @Test
    void itemThatNeverExpiresSaysSo() {
        Answer answer =
                send(Verb.POST, ITEMS, "{\"id\":\"a\",\"pk\":\"p\",\"ttl\":-1}").expect(201);
        assertThat(answer.header("x-mayfly-ttl-deadline")).isEqualTo("never");
        assertThat(answer.response().header("x-mayfly-ttl-seconds-left")).isNull();
    }

    @Test
    void whoDoesNotAskIsNotTold() {
        Answer answer = client.send(
                        Verb.POST,
                        ITEMS,
                        "{\"id\":\"a\",\"pk\":\"p\"}",
                        Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"))
                .expect(201);
        assertThat(answer.response().header("x-mayfly-ttl-deadline")).isNull();
    }
}
