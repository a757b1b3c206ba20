package org.mayflydb.storage.postgresql;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StoreUnavailableException;

/** Makes calls on threads of the store, as many as it has connections; what waits for them is bounded in number and time. */
final class AsyncCalls implements AutoCloseable {
    private static final int WAITING_MAX = 4_096;
    private static final long IDLE_SECONDS = 30;

    private final Calls calls;
    private final ThreadPoolExecutor threads;

    AsyncCalls(Calls calls, int connections) {
        this.calls = calls;
        AtomicInteger started = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                connections,
                connections,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                task -> {
                    Thread thread = new Thread(task, "mayfly-postgresql-" + started.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Makes a call that keeps its deadline itself once it has begun. */
    <T> CompletionStage<T> make(Deadline deadline, Supplier<T> call) {
        CompletableFuture<T> reply = new CompletableFuture<>();
        Deadline bounded = calls.bounded(deadline);
        Runnable late = () -> reply.completeExceptionally(
                new StoreUnavailableException("the deadline of a call was over before it was sent"));
        DeadlineWatch.Watched waiting = calls.watch().begin(bounded, late);
        try {
            calls.connections().checkOpen();
            threads.execute(() -> {
                // The watch may be a tick behind.
                if (waiting.end()) {
                    if (bounded.isOver()) {
                        late.run();
                    } else {
                        complete(reply, call);
                    }
                }
            });
        } catch (RejectedExecutionException full) {
            waiting.end();
            reply.completeExceptionally(new StoreUnavailableException(
                    "more than " + WAITING_MAX + " calls wait for a connection: repeat the request later", full));
        } catch (StoreException failure) {
            waiting.end();
            reply.completeExceptionally(failure);
        }
        return reply;
    }

    private static <T> void complete(CompletableFuture<T> reply, Supplier<T> call) {
        T result;
        try {
            result = call.get();
        } catch (Throwable failure) {
            reply.completeExceptionally(failure);
            return;
        }
        reply.complete(result);
    }

    /** What has not begun fails, since the store is closed. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
