package org.mayflydb.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.item.ItemBatch;
import org.mayflydb.item.ItemWrite;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.PatchAllowance;

/**
 * Operations that are done each by itself, those on one partition key in their order. All are handed to the writers of their
 * partitions at once, where they share commits with each other and with whatever else is waiting; the last to end answers
 * for all.
 */
public final class Bulk {
    private final Items items;
    private final List<BatchOperation> operations;
    private final Options options;
    private final Executor leaders;
    private final Consumer<BatchResult> done;
    private final List<@Nullable ItemWrite<ItemResult>> prepared = new ArrayList<>();
    private final AtomicReferenceArray<OperationResult> results;
    private final AtomicInteger left;
    private final PatchAllowance patches = new PatchAllowance();
    private final AtomicLong answerBytes = new AtomicLong();

    /**
     * How to go about it.
     *
     * @param rangeId the partition key range that all items must be in; -1 if they may be in any
     * @param partitionKey of operations that have none themselves; null for none
     * @param ordered whether an operation sees those before it on other partition keys too; those on its own it always sees
     * @param continueOnError whether operations are done after one has failed
     */
    public record Options(int rangeId, @Nullable PartitionKey partitionKey, boolean ordered, boolean continueOnError) {}

    private Bulk(
            Items items,
            List<BatchOperation> operations,
            Options options,
            Executor leaders,
            Consumer<BatchResult> done) {
        this.items = items;
        this.operations = operations;
        this.options = options;
        this.leaders = leaders;
        this.done = done;
        this.results = new AtomicReferenceArray<>(operations.size());
        this.left = new AtomicInteger(operations.size());
    }

    /**
     * Has the operations done and does not wait; a bad request if they are too many or too large.
     *
     * @param leaders whose threads do the work
     * @param done told once, when all of them are over
     */
    public static void submit(
            Items items,
            List<BatchOperation> operations,
            Options options,
            Executor leaders,
            Consumer<BatchResult> done) {
        if (operations.isEmpty()) {
            // The JavaScript client sends such a request to a new range of a split that none of its operations is for.
            done.accept(new BatchResult(List.of(), -1, 0));
            return;
        }
        BatchOperation.check(operations);
        Bulk bulk = new Bulk(items, operations, options, leaders, done);
        if (options.continueOnError) {
            bulk.beginAll();
        } else {
            bulk.beginFirst();
        }
    }

    private void beginAll() {
        Map<PartitionKey, ItemWrite<ItemResult>> written = new HashMap<>();
        ItemWrite<ItemResult> ofUnknownKey = null;
        for (int i = 0; i < operations.size(); i++) {
            int index = i;
            BatchOperation operation = operations.get(i);
            PartitionKey key = keyOf(operation);
            boolean isRead = operation.kind() == BatchOperation.Kind.READ;
            boolean isFirst = ofUnknownKey == null && (key == null || !written.containsKey(key));
            if (isRead && isFirst && !options.ordered) {
                // Nothing before it can matter to it. Behind a write it waits for its turn among the writes.
                end(index, answered(operation, () -> read(operation)));
                continue;
            }
            try {
                ItemWrite<ItemResult> write = prepare(operation);
                ItemWrite<ItemResult> earlier = key == null ? null : written.get(key);
                submit(write, earlier, outcome -> end(index, answered(operation, outcome)));
                if (key != null) {
                    written.put(key, write);
                } else {
                    ofUnknownKey = write;
                }
            } catch (RuntimeException | Error refusal) {
                end(index, failed(refusal));
            }
        }
    }

    /** The partition key that a request gives an operation; null if only the item knows. */
    private @Nullable PartitionKey keyOf(BatchOperation operation) {
        PartitionKey key = operation.partitionKey() == null ? options.partitionKey : operation.partitionKey();
        // Both stand for one key in containers from before partition keys.
        return key != null && key.isEmpty() ? PartitionKey.NONE : key;
    }

    /** Whether an operation is done depends on the one before it, so they go one after another. */
    private void beginFirst() {
        for (int i = 0; i < operations.size(); i++) {
            try {
                prepared.add(prepare(operations.get(i)));
            } catch (MayflyException refusal) {
                prepared.add(null);
                results.set(i, OperationResult.of(refusal));
            }
        }
        begin(0);
    }

    private void begin(int index) {
        ItemWrite<ItemResult> write = prepared.get(index);
        if (write == null) {
            goOn(index, Invariant.present(results.get(index), "what was refused has a result"));
            return;
        }
        try {
            submit(write, null, outcome -> goOn(index, answered(operations.get(index), outcome)));
        } catch (RuntimeException | Error refusal) {
            goOn(index, failed(refusal));
        }
    }

    private void goOn(int index, OperationResult result) {
        int next = index + 1;
        if (result.isSuccess() && next < operations.size()) {
            end(index, result);
            begin(next);
            return;
        }
        // The last one answers, so that nobody is told before all results are there.
        for (int i = next; i < operations.size(); i++) {
            end(i, OperationResult.DEPENDENCY_FAILED);
        }
        end(index, result);
    }

    private ItemWrite<ItemResult> prepare(BatchOperation operation) {
        ItemWrite<ItemResult> write = operation.prepare(items, options.partitionKey, patches);
        checkRange(write.rangeId());
        return write;
    }

    private ItemResult read(BatchOperation operation) {
        PartitionKey key = operation.requiredKey(keyOf(operation));
        ItemResult result = items.reads().read(operation.requiredId(), key, operation.conditions());
        checkRange(result.rangeId());
        return result;
    }

    private void checkRange(int rangeId) {
        if (options.rangeId >= 0 && options.rangeId != rangeId) {
            throw GoneException.partitionKeyRange();
        }
    }

    private void submit(
            ItemWrite<ItemResult> write,
            @Nullable ItemWrite<ItemResult> earlier,
            Consumer<Supplier<ItemResult>> completion) {
        write.submit(earlier, leaders, completion::accept);
    }

    private OperationResult answered(BatchOperation operation, Supplier<ItemResult> outcome) {
        try {
            ItemResult result = outcome.get();
            return OperationResult.of(fitting(operation, result));
        } catch (RuntimeException | Error failure) {
            return failed(failure);
        }
    }

    /** Whatever fails, all operations have a result, or the request would never be answered. */
    private static OperationResult failed(Throwable failure) {
        if (failure instanceof MayflyException refusal) {
            return OperationResult.of(refusal);
        }
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        return OperationResult.of(new UnavailableException("The operation failed for a reason it should not have."));
    }

    /** The result as far as there is room in the answer. What was written need not be shown, what was asked for must. */
    private ItemResult fitting(BatchOperation operation, ItemResult result) {
        if (result.item() == null || !operation.wantsItem()) {
            return result.withoutItem();
        }
        int size = result.item().size();
        if (answerBytes.addAndGet(size) <= ItemBatch.ANSWER_BYTES_MAX) {
            return result;
        }
        answerBytes.addAndGet(-size);
        if (operation.kind() == BatchOperation.Kind.READ) {
            throw TooLargeException.answer();
        }
        return result.withoutItem();
    }

    /** Nobody must miss the results because the container is gone meanwhile. */
    private OptionalLong lastLsn() {
        try {
            return options.rangeId < 0 ? OptionalLong.empty() : items.lastLsn(options.rangeId);
        } catch (MayflyException gone) {
            return OptionalLong.empty();
        }
    }

    private void end(int index, OperationResult result) {
        results.set(index, result);
        if (left.decrementAndGet() > 0) {
            return;
        }
        List<OperationResult> all = new ArrayList<>(operations.size());
        for (int i = 0; i < operations.size(); i++) {
            all.add(Invariant.present(results.get(i), "every operation is over"));
        }
        OptionalLong lsn = lastLsn();
        done.accept(new BatchResult(all, lsn.isPresent() ? options.rangeId : -1, lsn.orElse(0)));
    }
}
