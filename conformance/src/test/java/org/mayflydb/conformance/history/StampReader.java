package org.mayflydb.conformance.history;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.mayflydb.conformance.history.Connection.Answer;
import org.mayflydb.conformance.history.Operation.Kind;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.WireHeaders;

/**
 * Looks at logical partitions in which every batch gives all items the same count and the same lifetime, and must never see
 * two counts, or some items without the others.
 */
final class StampReader {
    private final Random random;
    private final Findings findings = new Findings();
    private final Map<String, String> feedEtags = new HashMap<>();
    private int looks;

    StampReader(Random random) {
        this.random = random;
    }

    int looks() {
        return looks;
    }

    List<String> findings() {
        return findings.sentences();
    }

    void look(Connection connection) throws IOException {
        for (String partition : Workload.STAMPED) {
            looks += 2;
            query(connection, partition);
            feed(connection, partition);
        }
    }

    private void query(Connection connection, String partition) throws IOException {
        String text = Workload.QUERIES.get(random.nextInt(Workload.QUERIES.size()));
        List<JsonObject> rows = connection
                .ask(Translation.request(Operation.of(Kind.QUERY, partition, text, Operation.NOTHING)))
                .expect(200)
                .list("Documents");
        findings.require(isOfOneBatch(rows), "'" + text + "' sees two batches of " + partition, rows);
        findings.require(
                rows.isEmpty() || rows.size() == Workload.ITEMS, "'" + text + "' sees a part of " + partition, rows);
    }

    /** Of the latest versions. An item that is written again meanwhile comes later, so there may be a part of a batch. */
    private void feed(Connection connection, String partition) throws IOException {
        Map<String, String> headers = new HashMap<>(Translation.partitionKey(partition));
        headers.put(WireHeaders.A_IM, "Incremental Feed");
        headers.put(
                WireHeaders.IF_NONE_MATCH, random.nextBoolean() ? "\"0\"" : feedEtags.getOrDefault(partition, "\"0\""));
        Answer answer = connection.ask(new Request("GET", Translation.ITEMS, headers, ""));
        if (answer.status() != 304) {
            List<JsonObject> page = answer.expect(200).list("Documents");
            findings.require(isOfOneBatch(page), "A page of changes has two batches of " + partition, page);
        }
        feedEtags.put(partition, answer.headers().getOrDefault(WireHeaders.ETAG, ""));
    }

    private static boolean isOfOneBatch(List<JsonObject> rows) {
        return rows.stream()
                        .map(row -> Translation.number(row, "count"))
                        .distinct()
                        .count()
                <= 1;
    }
}
