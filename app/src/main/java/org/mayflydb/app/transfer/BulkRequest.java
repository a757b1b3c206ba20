package org.mayflydb.app.transfer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.json.JsonString;

/** Items of one physical partition that are sent together. */
final class BulkRequest {
    /** As many as the service takes. */
    private static final int ITEMS_MAX = 100;

    /** Well below what endpoints take, so that escapes and keys do not matter. */
    private static final int BYTES_MAX = 400_000;

    private final String rangeId;
    private final List<ImportItem> items = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private BulkRequest(String rangeId) {
        this.rangeId = rangeId;
    }

    /** Divides items into requests, in their order. */
    static List<BulkRequest> of(List<ImportItem> items, PartitionRanges ranges, boolean upsert) {
        Map<String, BulkRequest> open = new LinkedHashMap<>();
        List<BulkRequest> all = new ArrayList<>();
        for (ImportItem item : items) {
            byte[] operation = operation(item, upsert);
            String range = ranges.idOf(item.key());
            BulkRequest request = open.get(range);
            if (request == null || !request.hasRoomFor(operation)) {
                request = new BulkRequest(range);
                open.put(range, request);
                all.add(request);
            }
            request.add(item, operation);
        }
        return all;
    }

    private static byte[] operation(ImportItem item, boolean upsert) {
        ByteArrayOutputStream operation = new ByteArrayOutputStream(1024);
        operation.writeBytes(("{\"operationType\":\"" + (upsert ? "Upsert" : "Create") + "\",\"partitionKey\":"
                        + new JsonString(item.key().toString()) + ",\"resourceBody\":")
                .getBytes(StandardCharsets.UTF_8));
        operation.writeBytes(item.json().toBytes());
        operation.write('}');
        return operation.toByteArray();
    }

    private boolean hasRoomFor(byte[] operation) {
        return items.size() < ITEMS_MAX && body.size() + operation.length <= BYTES_MAX;
    }

    private void add(ImportItem item, byte[] operation) {
        body.write(items.isEmpty() ? '[' : ',');
        body.writeBytes(operation);
        items.add(item);
    }

    String rangeId() {
        return rangeId;
    }

    List<ImportItem> items() {
        return items;
    }

    /** Whether there is only one item, and so large that it is better sent by itself. */
    boolean isSingle() {
        return items.size() == 1 && body.size() > BYTES_MAX;
    }

    byte[] body() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(body.size() + 1);
        whole.writeBytes(body.toByteArray());
        whole.write(']');
        return whole.toByteArray();
    }
}
