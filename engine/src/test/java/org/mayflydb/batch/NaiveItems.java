package org.mayflydb.batch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.write.ItemConditions;

/** What batches should do to the items of one logical partition, said as plainly as possible. */
final class NaiveItems {
    /** @param ttl 0 for ever */
    record Entry(long number, int ttl, long timestamp) {
        boolean isAlive(long now) {
            return ttl == 0 || now < timestamp + ttl;
        }
    }

    /**
     * One operation of a batch.
     *
     * @param number what the item has afterwards; what is added to it by a patch
     * @param only what the item must have for a patch to be done; null for anything
     */
    record Operation(
            BatchOperation.Kind kind,
            String id,
            long number,
            int ttl,
            @Nullable Long only) {
        BatchOperation toBatch() {
            String text = switch (kind) {
                case CREATE, UPSERT, REPLACE ->
                    "{\"id\":\"" + id + "\",\"pk\":\"p\",\"n\":" + number + (ttl == 0 ? "" : ",\"ttl\":" + ttl) + "}";
                case PATCH ->
                    "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":" + number + "}]"
                            + (only == null ? "" : ",\"condition\":\"FROM c WHERE c.n = " + only + "\"") + "}";
                case DELETE, READ -> null;
            };
            byte[] body = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
            return new BatchOperation(kind, id, null, body, ItemConditions.NONE, true);
        }
    }

    final Map<String, Entry> entries = new TreeMap<>();

    NaiveItems copy() {
        NaiveItems copy = new NaiveItems();
        copy.entries.putAll(entries);
        return copy;
    }

    /** Does all or none, and answers with the statuses. */
    List<Integer> apply(List<Operation> operations, long now) {
        NaiveItems changed = copy();
        List<Integer> statuses = new ArrayList<>();
        for (Operation operation : operations) {
            int status = changed.apply(operation, now);
            if (status >= 400) {
                List<Integer> failed = new ArrayList<>();
                for (int i = 0; i < operations.size(); i++) {
                    failed.add(i == statuses.size() ? status : 424);
                }
                return failed;
            }
            statuses.add(status);
        }
        entries.clear();
        entries.putAll(changed.entries);
        return statuses;
    }

    private int apply(Operation operation, long now) {
        Entry present = visible(operation.id, now);
        Entry written = new Entry(operation.number, operation.ttl, now);
        switch (operation.kind) {
            case CREATE -> {
                if (present != null) {
                    return 409;
                }
                entries.put(operation.id, written);
                return 201;
            }
            case UPSERT -> {
                entries.put(operation.id, written);
                return present == null ? 201 : 200;
            }
            default -> {
                if (present == null) {
                    return 404;
                }
            }
        }
        switch (operation.kind) {
            case REPLACE -> entries.put(operation.id, written);
            case PATCH -> {
                if (operation.only != null && operation.only != present.number) {
                    return 412;
                }
                entries.put(operation.id, new Entry(present.number + operation.number, present.ttl, now));
            }
            case DELETE -> {
                entries.remove(operation.id);
                return 204;
            }
            default -> {}
        }
        return 200;
    }

    @Nullable
    Entry visible(String id, long now) {
        Entry entry = entries.get(id);
        return entry == null || !entry.isAlive(now) ? null : entry;
    }

    /** Everything that can be seen, as text. */
    List<String> visible(long now) {
        List<String> texts = new ArrayList<>();
        entries.forEach((id, entry) -> {
            if (entry.isAlive(now)) {
                texts.add(id + " " + entry.number + " " + entry.ttl + " " + entry.timestamp);
            }
        });
        return texts;
    }
}
