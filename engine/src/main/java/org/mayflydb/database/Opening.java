package org.mayflydb.database;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.Items;

/**
 * One attempt to open a container or to bring it into line with its record. One thread performs it; all others that need
 * the container wait for its outcome.
 */
final class Opening {
    private final Supplier<@Nullable Items> action;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<@Nullable Items> outcome = new CompletableFuture<>();

    /** @param action returns null if the container is gone */
    Opening(Supplier<@Nullable Items> action) {
        this.action = action;
    }

    /**
     * Performs the attempt unless another thread does, and returns its outcome. Waits only for a thread that is already
     * performing it, so threads of one pool cannot wait for each other.
     *
     * @return null if the container is gone
     */
    @Nullable
    Items perform(Runnable whenDone) {
        if (started.compareAndSet(false, true)) {
            run(whenDone);
        }
        try {
            return outcome.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (failure.getCause() instanceof Error cause) {
                throw cause;
            }
            throw failure;
        }
    }

    private void run(Runnable whenDone) {
        try {
            Items items = action.get();
            whenDone.run();
            outcome.complete(items);
        } catch (RuntimeException | Error failure) {
            whenDone.run();
            outcome.completeExceptionally(failure);
        }
    }
}
