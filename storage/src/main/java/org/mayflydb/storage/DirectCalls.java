package org.mayflydb.storage;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The asynchronous form of a local store: each call is made at once, on the caller's thread, unless its deadline is over. */
final class DirectCalls implements AsyncPartition {
    private final StorePartition partition;

    DirectCalls(StorePartition partition) {
        this.partition = partition;
    }

    @Override
    public CompletionStage<byte @Nullable []> get(Space space, byte[] key, Deadline deadline) {
        return read(deadline, () -> partition.get(space, key));
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> getAll(Space space, List<byte[]> keys, Deadline deadline) {
        return read(deadline, () -> partition.getAll(space, keys));
    }

    @Override
    public CompletionStage<ScanPage> scan(
            Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax, Deadline deadline) {
        return read(deadline, () -> partition.scan(space, range, direction, entriesMax, bytesMax));
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        return read(Deadline.NONE, () -> partition.commit(commit));
    }

    private static <T> CompletionStage<T> read(Deadline deadline, Supplier<T> call) {
        try {
            if (deadline.isOver()) {
                throw new StoreUnavailableException("the deadline of a read was over before it began");
            }
            return CompletableFuture.completedFuture(call.get());
        } catch (StoreException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
