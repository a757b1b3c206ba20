package org.mayflydb.conformance.history;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchResult;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.conformance.history.Operation.Kind;
import org.mayflydb.conformance.history.Outcome.Result;
import org.mayflydb.database.Engine;
import org.mayflydb.item.ItemWrite;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;

/** Has an engine do operations, without a server. */
final class EngineClient {
    static final String DATABASE = "history";
    static final String CONTAINER = "items";

    private static final int ROWS_MAX = 1000;
    private static final int GONE = 410;
    private static final int UNAVAILABLE = 503;

    private EngineClient() {}

    /** Thrown where the outcome is that of another engine, or not known. */
    static final class NotAnswered extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Whether nothing was done, for sure. */
        final boolean moved;

        NotAnswered(boolean moved, String message) {
            super(message);
            this.moved = moved;
        }
    }

    /**
     * Does an operation.
     *
     * @throws NotAnswered if the engine does not own what it concerns, or cannot tell what came of it
     */
    static Outcome perform(Engine engine, Operation operation) {
        try {
            Items items = engine.items(DATABASE, CONTAINER);
            PartitionKey key = PartitionKey.of(operation.partition());
            return switch (operation.kind()) {
                case READ -> single(items.reads().read(operation.id(), key, ItemConditions.NONE));
                case QUERY -> rows(engine, items, key, operation.id());
                case BATCH ->
                    batch(TransactionalBatch.of(
                                    items,
                                    key,
                                    operation.parts().stream()
                                            .map(EngineClient::part)
                                            .toList())
                            .join());
                default -> single(write(items, key, operation).join());
            };
        } catch (MayflyException failure) {
            checkAnswered(failure.status(), failure.subStatus(), failure.getMessage());
            return Outcome.of(failure.status(), 0, null);
        }
    }

    private static void checkAnswered(int status, int subStatus, @Nullable String message) {
        // A container is never missing here: it was created before the first operation.
        boolean noContainer = status == 404 && subStatus != 0;
        if (status == GONE || status == UNAVAILABLE || noContainer) {
            throw new NotAnswered(status == GONE, status + "/" + subStatus + " " + message);
        }
    }

    private static ItemWrite<ItemResult> write(Items items, PartitionKey key, Operation operation) {
        ItemConditions conditions = conditions(operation);
        WriteOptions options = new WriteOptions(key, null, conditions);
        return switch (operation.kind()) {
            case CREATE -> items.writer().create(body(operation), options);
            case UPSERT -> items.writer().upsert(body(operation), options);
            case REPLACE -> items.writer().replace(operation.id(), body(operation), options);
            case DELETE -> items.writer().delete(operation.id(), key, conditions);
            default ->
                items.writer()
                        .modify(
                                operation.id(),
                                key,
                                Patch.parse(body(operation)).edit(items.partitionKey()),
                                conditions);
        };
    }

    private static byte[] body(Operation operation) {
        return Translation.body(operation).getBytes(StandardCharsets.UTF_8);
    }

    private static ItemConditions conditions(Operation operation) {
        return operation.ifMatch() == null ? ItemConditions.NONE : ItemConditions.ifMatch(operation.ifMatch());
    }

    private static Outcome single(ItemResult result) {
        boolean deleted = result.outcome() == ItemResult.Outcome.DELETED;
        return Outcome.of(result.outcome().status(), result.lsn(), deleted ? null : result.etag());
    }

    private static Outcome batch(BatchResult batch) {
        batch.results().forEach(each -> checkAnswered(each.status(), each.subStatus(), each.message()));
        return new Outcome(
                batch.isSuccess() ? 200 : Model.SOME_FAILED,
                batch.lsn(),
                batch.results().stream()
                        .map(each -> new Result(each.status(), each.etag()))
                        .toList(),
                Map.of());
    }

    private static BatchOperation part(Operation operation) {
        return new BatchOperation(
                BatchOperation.Kind.valueOf(operation.kind().name()),
                operation.id(),
                null,
                operation.leavesVersion() ? body(operation) : null,
                conditions(operation),
                false);
    }

    private static Outcome rows(Engine engine, Items items, PartitionKey key, String text) {
        Map<String, String> rows = new HashMap<>();
        if (text.isEmpty()) {
            items.reads()
                    .list(ListScope.of(key), ROWS_MAX, null)
                    .items()
                    .forEach(item -> add(rows, (JsonObject) JsonValue.parse(item.json())));
        } else {
            QueryPage page = engine.query(
                    DATABASE, CONTAINER, new QueryRequest(text, Map.of(), ListScope.of(key), ROWS_MAX, null));
            if (page.continuation() != null) {
                throw new IllegalStateException("The page of so few items has a continuation");
            }
            page.rows().forEach(row -> add(rows, (JsonObject) Objects.requireNonNull(row)));
        }
        return new Outcome(200, 0, List.of(), rows);
    }

    private static void add(Map<String, String> rows, JsonObject row) {
        if (rows.put(Translation.text(row, "id"), Translation.text(row, "_etag")) != null) {
            throw new IllegalStateException("An item is there twice: " + row);
        }
    }

    static Operation lookAt(String partition, String text) {
        return Operation.of(Kind.QUERY, partition, text, Operation.NOTHING);
    }
}
