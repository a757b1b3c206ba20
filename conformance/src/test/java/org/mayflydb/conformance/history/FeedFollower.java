package org.mayflydb.conformance.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.mayflydb.conformance.history.Connection.Answer;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.WireHeaders;

/** Reads the feed of all versions from the first change on, range by range, also where ranges are split meanwhile. */
final class FeedFollower {
    private static final String BEGINNING = "\"0\"";

    private final IntSupplier pageSizes;
    private final Findings findings = new Findings();
    private final List<Change> changes = new ArrayList<>();

    /** Where to go on, by range; those that were split stay, for their children. */
    private final Map<String, String> etags = new HashMap<>();

    /** @param pageSizes how many changes to ask for; -1 is as many as there are */
    FeedFollower(IntSupplier pageSizes) {
        this.pageSizes = pageSizes;
    }

    List<Change> changes() {
        return changes;
    }

    List<String> findings() {
        return findings.sentences();
    }

    /** Reads what is new. If it fails in between, nothing is lost or read twice. */
    void readOn(Connection connection) throws IOException {
        for (String range : ranges(connection)) {
            Answer answer = page(connection, range);
            while (answer.status() == 200) {
                List<Change> page = answer.list("Documents").stream()
                        .map(Translation::change)
                        .toList();
                checkBatches(page);
                changes.addAll(page);
                etags.put(range, etag(answer));
                answer = page(connection, range);
            }
            // Who is told that the range is gone asks its children the next time.
            if (answer.status() != 410) {
                etags.put(range, etag(answer.expect(304)));
            }
        }
    }

    private Answer page(Connection connection, String range) throws IOException {
        return connection.ask(new Request(
                "GET",
                Translation.ITEMS,
                Map.of(
                        WireHeaders.A_IM,
                        "Full-Fidelity Feed",
                        WireHeaders.PARTITION_KEY_RANGE_ID,
                        range,
                        WireHeaders.IF_NONE_MATCH,
                        etags.getOrDefault(range, BEGINNING),
                        WireHeaders.MAX_ITEM_COUNT,
                        Integer.toString(pageSizes.getAsInt())),
                ""));
    }

    private static String etag(Answer answer) {
        return answer.headers().getOrDefault(WireHeaders.ETAG, "");
    }

    /** The ranges that there are. New ones begin where their youngest ancestor that was read has ended. */
    private List<String> ranges(Connection connection) throws IOException {
        List<String> ids = new ArrayList<>();
        for (JsonObject range : connection
                .ask(new Request("GET", Translation.CONTAINER + "/pkranges", Map.of(), ""))
                .expect(200)
                .list("PartitionKeyRanges")) {
            String id = Translation.text(range, "id");
            ids.add(id);
            if (!etags.containsKey(id) && range.get("parents") instanceof JsonArray parents) {
                parents.elements().forEach(parent -> {
                    String etag = etags.get(((JsonString) parent).value());
                    if (etag != null) {
                        etags.put(id, etag);
                    }
                });
            }
        }
        return ids;
    }

    /** Where clients write all items in one batch, a page has all of them or none. */
    private void checkBatches(List<Change> page) {
        for (String partition : Workload.STAMPED) {
            Map<Long, Integer> sizes = new TreeMap<>();
            for (Change change : page) {
                if (change.partition().equals(partition) && change.type() != Change.Type.EXPIRE) {
                    sizes.merge(change.lsn(), 1, Integer::sum);
                }
            }
            sizes.forEach((lsn, size) -> findings.require(
                    size == Workload.ITEMS, "A page of changes has a part of a batch of " + partition, lsn));
        }
    }
}
