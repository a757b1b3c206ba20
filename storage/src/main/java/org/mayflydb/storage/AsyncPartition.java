package org.mayflydb.storage;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a {@link StorePartition} in a form that never waits for a network, for callers on threads that must not wait.
 *
 * <p>A read that gets no reply by its deadline fails with {@link StoreUnavailableException}. A commit has its deadline in
 * itself: one that was sent and got no reply by then ends {@link CommitOutcome#UNKNOWN}, one that was not sent yet fails with
 * {@link StoreUnavailableException}. Stages may be completed by threads of the store; what depends on them must not wait
 * there.
 */
public interface AsyncPartition {

    CompletionStage<byte @Nullable []> get(Space space, byte[] key, Deadline deadline);

    CompletionStage<List<byte @Nullable []>> getAll(Space space, List<byte[]> keys, Deadline deadline);

    CompletionStage<ScanPage> scan(
            Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax, Deadline deadline);

    CompletionStage<CommitOutcome> commit(Commit commit);
}
