package org.mayflydb.storage.postgresql;

import java.util.List;
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

/** One partition for callers that must not wait. */
final class AsyncPostgresPartition implements AsyncPartition {
    private final PostgresPartition partition;
    private final AsyncCalls calls;

    AsyncPostgresPartition(PostgresPartition partition, AsyncCalls calls) {
        this.partition = partition;
        this.calls = calls;
    }

    @Override
    public CompletionStage<byte @Nullable []> get(Space space, byte[] key, Deadline deadline) {
        return calls.make(deadline, () -> partition.get(space, key, deadline));
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> getAll(Space space, List<byte[]> keys, Deadline deadline) {
        return calls.make(deadline, () -> partition.getAll(space, keys, deadline));
    }

    @Override
    public CompletionStage<ScanPage> scan(
            Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax, Deadline deadline) {
        return calls.make(deadline, () -> partition.scan(space, range, direction, entriesMax, bytesMax, deadline));
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        return calls.make(commit.deadline(), () -> partition.commit(commit));
    }
}
