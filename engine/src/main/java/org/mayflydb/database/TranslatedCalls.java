package org.mayflydb.database;

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

/** The asynchronous form of a {@link TranslatedPartition}. */
record TranslatedCalls(AsyncPartition inner) implements AsyncPartition {

    @Override
    public CompletionStage<byte @Nullable []> get(Space space, byte[] key, Deadline deadline) {
        return translated(inner.get(space, key, deadline));
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> getAll(Space space, List<byte[]> keys, Deadline deadline) {
        return translated(inner.getAll(space, keys, deadline));
    }

    @Override
    public CompletionStage<ScanPage> scan(
            Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax, Deadline deadline) {
        return translated(inner.scan(space, range, direction, entriesMax, bytesMax, deadline));
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        return translated(inner.commit(commit));
    }

    private static <T> CompletionStage<T> translated(CompletionStage<T> stage) {
        return stage.exceptionallyCompose(failure -> {
            Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                    ? wrapped.getCause()
                    : failure;
            return CompletableFuture.failedFuture(
                    cause instanceof StoreException store ? StoreFailures.translate(store) : cause);
        });
    }
}
