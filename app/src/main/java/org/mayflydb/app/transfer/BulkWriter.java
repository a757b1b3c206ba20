package org.mayflydb.app.transfer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.mayflydb.app.endpoint.Answer;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * Writes items, many in one request and several requests at the same time. What is told to come again later, or to go
 * elsewhere because a partition was split, is sent again a bounded number of times.
 */
final class BulkWriter implements AutoCloseable {
    private static final int ROUNDS_MAX = 12;
    private static final int CONFLICT = 409;
    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int RETRY_WITH = 449;

    private final RemoteContainer container;
    private final PartitionKeyDefinition definition;
    private final ImportMode mode;
    private final OwnItems own;
    private final Waiting waiting;
    private final ExecutorService threads;
    private PartitionRanges ranges;

    /** What one request has come to. */
    private record Sent(List<ItemOutcome> outcomes, List<ImportItem> again, boolean moved, long waitMillis) {
        static Sent begin() {
            return new Sent(new ArrayList<>(), new ArrayList<>(), false, 0);
        }

        Sent plus(Sent other) {
            outcomes.addAll(other.outcomes);
            again.addAll(other.again);
            return new Sent(outcomes, again, moved || other.moved, Math.max(waitMillis, other.waitMillis));
        }
    }

    BulkWriter(
            RemoteContainer container,
            PartitionKeyDefinition definition,
            ImportMode mode,
            OwnItems own,
            int parallel,
            Waiting waiting) {
        this.container = container;
        this.definition = definition;
        this.mode = mode;
        this.own = own;
        this.waiting = waiting;
        this.ranges = PartitionRanges.read(container, definition);
        this.threads = Executors.newFixedThreadPool(parallel, task -> {
            Thread thread = new Thread(task, "mayfly-import");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Writes items of which no two have the same id and key, and answers for each what became of it, in any order. */
    List<ItemOutcome> write(List<ImportItem> items) throws InterruptedException {
        List<ItemOutcome> outcomes = new ArrayList<>(items.size());
        List<ImportItem> rest = items;
        for (int round = 0; !rest.isEmpty(); round++) {
            if (round == ROUNDS_MAX) {
                throw new UnavailableException(
                        "The endpoint kept returning 429 or 449 for the same items. Continue later with --resume.");
            }
            Sent sent = send(rest);
            outcomes.addAll(sent.outcomes);
            rest = sent.again;
            if (sent.moved) {
                ranges = PartitionRanges.read(container, definition);
            }
            if (!rest.isEmpty()) {
                // A little longer every time, where nobody says how long.
                waiting.await(Duration.ofMillis(Math.max(sent.waitMillis, 10L << round)));
            }
        }
        return outcomes;
    }

    private Sent send(List<ImportItem> items) throws InterruptedException {
        List<Future<Sent>> requests = new ArrayList<>();
        for (BulkRequest request : BulkRequest.of(items, ranges, mode == ImportMode.UPSERT)) {
            requests.add(threads.submit(() -> send(request)));
        }
        Sent all = Sent.begin();
        for (Future<Sent> request : requests) {
            try {
                all = all.plus(request.get());
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof RuntimeException known) {
                    throw known;
                }
                throw new IllegalStateException(failed);
            }
        }
        return all;
    }

    private Sent send(BulkRequest request) {
        Sent sent = Sent.begin();
        if (request.isSingle()) {
            sent.outcomes.add(sendAlone(request.items().get(0)));
            return sent;
        }
        Answer answer = container.bulk(request.rangeId(), request.body());
        if (answer.status() == GONE) {
            sent.again.addAll(request.items());
            return new Sent(sent.outcomes, sent.again, true, 0);
        }
        List<JsonValue> results = results(answer);
        if (!answer.isSuccess() || results.size() != request.items().size()) {
            // The request as a whole was not taken; one by one they tell which item it is, or why none.
            request.items().forEach(item -> sent.outcomes.add(sendAlone(item)));
            return sent;
        }
        Sent all = sent;
        for (int i = 0; i < results.size(); i++) {
            all = all.plus(result(request.items().get(i), results.get(i)));
        }
        return all;
    }

    private static List<JsonValue> results(Answer answer) {
        return answer.isSuccess() && JsonValue.parse(answer.body()) instanceof JsonArray array
                ? array.elements()
                : List.of();
    }

    private Sent result(ImportItem item, JsonValue result) {
        Sent sent = Sent.begin();
        int status = (int) number(result, "statusCode");
        if (status >= 200 && status < 300) {
            sent.outcomes.add(ItemOutcome.of(item.line(), ItemOutcome.Kind.WRITTEN));
        } else if (status == CONFLICT) {
            sent.outcomes.add(conflict(item));
        } else if (status == GONE || status == TOO_MANY_REQUESTS || status == RETRY_WITH) {
            sent.again.add(item);
            return new Sent(sent.outcomes, sent.again, status == GONE, (long) number(result, "retryAfterMilliseconds"));
        } else {
            // A result has no words, an answer does.
            sent.outcomes.add(sendAlone(item));
        }
        return sent;
    }

    private static double number(JsonValue result, String name) {
        return result instanceof JsonObject object && object.get(name) instanceof JsonNumber number
                ? number.doubleValue()
                : 0;
    }

    private ItemOutcome sendAlone(ImportItem item) {
        try {
            if (mode == ImportMode.UPSERT) {
                container.upsert(item.key(), item.json());
            } else {
                container.create(item.key(), item.json());
            }
            return ItemOutcome.of(item.line(), ItemOutcome.Kind.WRITTEN);
        } catch (EndpointException refused) {
            if (refused.status() == CONFLICT) {
                return conflict(item);
            }
            if (refused.status() == 400 || refused.status() == 413) {
                return ItemOutcome.failed(item.line(), String.valueOf(refused.getMessage()));
            }
            // The endpoint itself is not well, or does not let us; no item is to blame.
            throw refused;
        }
    }

    private ItemOutcome conflict(ImportItem item) {
        if (mode == ImportMode.SKIP) {
            return ItemOutcome.of(item.line(), ItemOutcome.Kind.SKIPPED);
        }
        if (mode == ImportMode.CREATE && own.has(item)) {
            return ItemOutcome.of(item.line(), ItemOutcome.Kind.WRITTEN);
        }
        return ItemOutcome.failed(
                item.line(),
                "an item with this id, or with one of its unique values, exists already; --mode upsert or skip would accept it");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
