package org.mayflydb.batch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.item.ItemBatch;
import org.mayflydb.item.ItemWrite;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.partition.Completion;
import org.mayflydb.patch.PatchAllowance;

/**
 * Operations on one logical partition that are done all or none. If one fails it has its own result, and all others have
 * 424.
 */
public final class TransactionalBatch {
    private final ItemBatch batch;
    private final int size;

    private TransactionalBatch(ItemBatch batch, int size) {
        this.batch = batch;
        this.size = size;
    }

    /** A batch that is yet to be done; a bad request if it is none at all. */
    public static TransactionalBatch of(Items items, PartitionKey partitionKey, List<BatchOperation> operations) {
        BatchOperation.check(operations);
        ItemBatch batch = items.writer().batch(partitionKey);
        PatchAllowance patches = new PatchAllowance();
        for (BatchOperation operation : operations) {
            batch.add(() -> prepare(operation, items, partitionKey, patches), operation.wantsItem());
        }
        return new TransactionalBatch(batch, operations.size());
    }

    private static ItemWrite<ItemResult> prepare(
            BatchOperation operation, Items items, PartitionKey partitionKey, PatchAllowance patches) {
        PartitionKey own = operation.partitionKey();
        if (own != null && !own.equals(partitionKey)) {
            throw new BadRequestException("All operations of a batch have the partition key of the batch.");
        }
        return operation.prepare(items, partitionKey, patches);
    }

    /** Submits it and waits for its result. */
    public BatchResult join() {
        return result(batch.write().join());
    }

    /**
     * Submits it and does not wait.
     *
     * @param leaders runs the work
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<BatchResult> completion) {
        batch.write().submit(leaders, outcome -> completion.over(() -> result(outcome.get())));
    }

    private BatchResult result(ItemBatch.Outcome outcome) {
        if (outcome.failed() < 0) {
            return new BatchResult(
                    outcome.results().stream().map(OperationResult::of).toList(), outcome.rangeId(), outcome.lsn());
        }
        MayflyException failure = Invariant.present(outcome.failure(), "who failed has a reason");
        List<OperationResult> results = new ArrayList<>(Collections.nCopies(size, OperationResult.DEPENDENCY_FAILED));
        results.set(outcome.failed(), OperationResult.of(failure));
        return new BatchResult(results, outcome.rangeId(), outcome.lsn());
    }
}
