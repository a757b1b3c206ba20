package org.mayflydb.database;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.index.ContainerIndex;

/**
 * Rebuilds indexes in the background, step by step; containers take turns. A rebuild that is
 * interrupted by a failing store or by the end of the process continues when the container is next used.
 */
final class IndexRebuilds implements AutoCloseable {
    private static final String WORK = "A step of rebuilding an index";
    private static final long LAST_STEP_SECONDS_MAX = 10;

    private final @Nullable Executor given;
    private final BackgroundFailures failures;
    private final Set<ContainerIndex> underWay = ConcurrentHashMap.newKeySet();
    private @Nullable ExecutorService own; // guarded by this
    private volatile boolean closed;

    /**
     * Rebuilds on an executor.
     *
     * @param given where steps are run; null for a thread that is started when it is first needed
     * @param failures told of steps that have failed
     */
    IndexRebuilds(@Nullable Executor given, BackgroundFailures failures) {
        this.given = given;
        this.failures = failures;
    }

    /** Begins to rebuild the index of a container if it must be and is not being rebuilt already. */
    void begin(ContainerIndex index) {
        if (index.isStale() && !closed && underWay.add(index)) {
            submit(index);
        }
    }

    private void submit(ContainerIndex index) {
        try {
            submitStep(index);
        } catch (RuntimeException | Error noThread) {
            underWay.remove(index);
            failures.report(WORK, noThread);
        }
    }

    private void submitStep(ContainerIndex index) {
        if (given != null) {
            given.execute(() -> step(index));
            return;
        }
        synchronized (this) {
            if (closed) {
                return;
            }
            if (own == null) {
                own = Executors.newSingleThreadExecutor(task -> {
                    Thread thread = new Thread(task, "mayfly-index-rebuild");
                    thread.setDaemon(true);
                    return thread;
                });
            }
            own.execute(() -> step(index));
        }
    }

    private void step(ContainerIndex index) {
        boolean more = false;
        try {
            more = !closed && index.rebuildStep();
        } catch (NotFoundException deleted) {
            // There is nothing to rebuild any more.
        } catch (RuntimeException | Error failure) {
            // Nothing is lost: what was rebuilt is stored, and so is that the rest is not.
            failures.report(WORK, failure);
        }
        if (more) {
            submit(index);
        } else {
            underWay.remove(index);
        }
    }

    /** Waits for the step under way, and makes no other. */
    @Override
    public void close() {
        ExecutorService stopping;
        synchronized (this) {
            closed = true;
            stopping = own;
        }
        if (stopping == null) {
            return;
        }
        stopping.shutdown();
        try {
            stopping.awaitTermination(LAST_STEP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
