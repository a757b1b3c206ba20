package org.mayflydb.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchResult;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.patch.Patch;

/**
 * Operations on one logical partition that are done all or none, in order, each seeing what those before it have done.
 *
 * <pre>{@code
 * BatchResult paid = orders.batch(PartitionKey.of("ann"))
 *         .create(receipt)
 *         .patch("order7", Patch.empty().set("/state", "paid"))
 *         .delete("cart")
 *         .execute();
 * }</pre>
 *
 * <p>If one fails, nothing is done: its result says why, and those of the others have the status 424.
 */
public final class Batch {
    private final Function<List<BatchOperation>, BatchResult> engine;
    private final Function<Object, byte[]> json;
    private final List<BatchOperation> operations = new ArrayList<>();

    Batch(Function<List<BatchOperation>, BatchResult> engine, Function<Object, byte[]> json) {
        this.engine = engine;
        this.json = json;
    }

    /** Adds an item; its id must be free. */
    public Batch create(Object item) {
        return with(BatchOperation.Kind.CREATE, null, json.apply(item), ItemConditions.NONE);
    }

    /** Adds an item, or replaces the one with its id. */
    public Batch upsert(Object item) {
        return upsert(item, ItemConditions.NONE);
    }

    public Batch upsert(Object item, ItemConditions conditions) {
        return with(BatchOperation.Kind.UPSERT, null, json.apply(item), conditions);
    }

    /** Replaces the item that has the same id; there must be one. */
    public Batch replace(String itemId, Object item) {
        return replace(itemId, item, ItemConditions.NONE);
    }

    public Batch replace(String itemId, Object item, ItemConditions conditions) {
        return with(BatchOperation.Kind.REPLACE, itemId, json.apply(item), conditions);
    }

    /** Changes parts of an item; there must be one. */
    public Batch patch(String itemId, Patch patch) {
        return patch(itemId, patch, ItemConditions.NONE);
    }

    public Batch patch(String itemId, Patch patch, ItemConditions conditions) {
        return with(BatchOperation.Kind.PATCH, itemId, patch.toJson().toBytes(), conditions);
    }

    /** Reads an item; there must be one. */
    public Batch read(String itemId) {
        return with(BatchOperation.Kind.READ, itemId, null, ItemConditions.NONE);
    }

    /** Removes an item; there must be one. */
    public Batch delete(String itemId) {
        return delete(itemId, ItemConditions.NONE);
    }

    public Batch delete(String itemId, ItemConditions conditions) {
        return with(BatchOperation.Kind.DELETE, itemId, null, conditions);
    }

    /** Does all of them or none. */
    public BatchResult execute() {
        return engine.apply(List.copyOf(operations));
    }

    private Batch with(
            BatchOperation.Kind kind, @Nullable String itemId, byte @Nullable [] body, ItemConditions conditions) {
        operations.add(new BatchOperation(kind, itemId, null, body, conditions, true));
        return this;
    }
}
