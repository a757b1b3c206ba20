package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.hybridrow.OperationRow;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Any batch: an answer that a client understands, and never the server's fault. */
class BatchFuzzTest {
    private static final int CASES = 8000;

    private static final List<String> BODIES = List.of(
            "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"a\",\"pk\":\"p\",\"n\":1}},"
                    + "{\"operationType\":\"Patch\",\"id\":\"a\",\"resourceBody\":{\"condition\":\"from c where c.n=1\","
                    + "\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}}]",
            "[{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":{\"id\":\"b\",\"pk\":\"p\"}},"
                    + "{\"operationType\":\"Read\",\"id\":\"b\",\"partitionKey\":[\"p\"],\"ifNoneMatch\":\"*\"},"
                    + "{\"operationType\":\"Delete\",\"id\":\"b\",\"ifMatch\":\"*\",\"minimalReturnPreference\":true}]",
            "[{\"operationType\":\"Replace\",\"id\":\"a\",\"resourceBody\":{\"id\":\"a\",\"pk\":\"p\",\"ttl\":3}}]");

    private static final List<OperationRow> ROWS = List.of(
            new OperationRow(20, "[\"p\"]", null, "{\"id\":\"a\",\"pk\":\"p\"}", null, true),
            new OperationRow(1, null, "a", "[{\"op\":\"set\",\"path\":\"/a\",\"value\":1}]", "*", false),
            new OperationRow(2, "[\"p\"]", "a", null, null, false));

    private static final List<String> PIECES = List.of(
            "[", "]", "{", "}", "\"", ",", "null", "true", "1e9", "Read", "id", "\\", "[\\\"q\\\"]", "-", "\u0000");

    @Test
    void anyBatchIsAnsweredInAFormThatClientsRead() {
        int done = 0;
        try (Client client = new Client()) {
            client.post("/dbs", "{\"id\":\"db\"}").expect(201);
            client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":10}")
                    .expect(201);
            for (long seed = 1; seed <= CASES; seed++) {
                Random random = new Random(seed);
                byte[] body = body(random);
                Map<String, String> headers = headers(random);
                Answer answer = client.send(Verb.POST, "/dbs/db/colls/c/docs", body, headers);
                int status = answer.status();
                assertThat(status < 300 || (status >= 400 && status < 500) || status == 501)
                        .as("seed %d -> %d %s", seed, status, answer.text())
                        .isTrue();
                if (status >= 300 || body[0] != (byte) 0x81) {
                    JsonValue.parse(answer.response().body());
                }
                done += status < 300 ? 1 : 0;
            }
        }
        assertThat(done).as("some are batches").isGreaterThan(CASES / 20);
    }

    private static Map<String, String> headers(Random random) {
        Map<String, String> headers = new HashMap<>();
        headers.put(WireHeaders.IS_BATCH, "true");
        headers.put(WireHeaders.BATCH_ATOMIC, Boolean.toString(random.nextBoolean()));
        headers.put(WireHeaders.BATCH_ORDERED, Boolean.toString(random.nextBoolean()));
        headers.put(WireHeaders.BATCH_CONTINUE_ON_ERROR, Boolean.toString(random.nextBoolean()));
        if (random.nextInt(4) > 0) {
            headers.put(WireHeaders.PARTITION_KEY, random.nextInt(20) == 0 ? "[\"q\",1]" : "[\"p\"]");
        }
        if (random.nextInt(4) == 0) {
            headers.put(WireHeaders.PARTITION_KEY_RANGE_ID, random.nextInt(4) == 0 ? "x" : "0");
        }
        return headers;
    }

    private static byte[] body(Random random) {
        byte[] body;
        if (random.nextInt(3) == 0) {
            body = OperationRow.body(ROWS.subList(0, 1 + random.nextInt(ROWS.size())));
        } else {
            StringBuilder text = new StringBuilder(BODIES.get(random.nextInt(BODIES.size())));
            int changes = random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                int start = random.nextInt(text.length());
                int end = Math.min(text.length(), start + random.nextInt(4));
                text.replace(start, end, PIECES.get(random.nextInt(PIECES.size())));
            }
            body = text.toString().getBytes(StandardCharsets.UTF_8);
        }
        if (random.nextInt(6) == 0) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return body;
    }
}
