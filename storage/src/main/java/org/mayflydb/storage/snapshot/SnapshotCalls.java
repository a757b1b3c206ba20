package org.mayflydb.storage.snapshot;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.AsyncPartition;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreException;

/** The asynchronous form of a {@link SnapshotPartition}. */
final class SnapshotCalls implements AsyncPartition {
    private final SnapshotPartition partition;
    private final AsyncPartition inner;

    SnapshotCalls(SnapshotPartition partition, AsyncPartition inner) {
        this.partition = partition;
        this.inner = inner;
    }

    @Override
    public CompletionStage<byte @Nullable []> get(Space space, byte[] key, Deadline deadline) {
        return inner.get(space, key, deadline);
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> getAll(Space space, List<byte[]> keys, Deadline deadline) {
        return inner.getAll(space, keys, deadline);
    }

    @Override
    public CompletionStage<ScanPage> scan(
            Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax, Deadline deadline) {
        return inner.scan(space, range, direction, entriesMax, bytesMax, deadline);
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        PendingCommit pending = PendingCommit.of(commit);
        if (partition.history().sendUnread(pending)) {
            return applied(pending);
        }
        try {
            partition.check(commit);
        } catch (StoreException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        return send(pending).thenCompose(sent -> applied(pending));
    }

    private CompletionStage<CommitOutcome> applied(PendingCommit pending) {
        CompletionStage<CommitOutcome> applying;
        try {
            applying = inner.commit(pending.commit());
        } catch (RuntimeException | Error failure) {
            partition.failed(pending, failure);
            throw failure;
        }
        return applying.whenComplete((outcome, failure) -> {
            if (failure == null) {
                partition.returned(pending, outcome);
            } else {
                partition.failed(pending, failure instanceof CompletionException wrapper ? cause(wrapper) : failure);
            }
        });
    }

    private static Throwable cause(CompletionException wrapper) {
        Throwable cause = wrapper.getCause();
        return cause == null ? wrapper : cause;
    }

    private CompletionStage<Boolean> send(PendingCommit pending) {
        long mark = partition.history().mark();
        ValuesBefore before = new ValuesBefore(pending.commit().changes());
        return read(before, pending.commit().deadline())
                .thenCompose(complete -> partition.send(pending, complete ? before : null, mark)
                        ? CompletableFuture.completedFuture(true)
                        : send(pending));
    }

    /** Returns false if the values are too large to be kept. */
    private CompletionStage<Boolean> read(ValuesBefore before, Deadline deadline) {
        ValuesBefore.Step step = before.next();
        if (step == null) {
            return CompletableFuture.completedFuture(true);
        }
        return inner.getAll(step.space(), step.keys(), deadline).thenCompose(values -> {
            before.read(step, values);
            return partition.isTooLarge(before) ? CompletableFuture.completedFuture(false) : read(before, deadline);
        });
    }
}
