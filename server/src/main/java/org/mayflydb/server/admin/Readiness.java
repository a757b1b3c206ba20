package org.mayflydb.server.admin;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mayflydb.database.Engine;
import org.mayflydb.storage.StoreHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a server can be used: its store takes writes and answers a read in time.
 *
 * <p>One thread reads, for all who ask meanwhile. If the store does not answer, that thread waits and nobody else does.
 */
public final class Readiness implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
    private static final int READ_SECONDS_MAX = 2;

    private final Engine engine;
    private final long readMillisMax;
    private final ExecutorService reader;
    private @Nullable CompletableFuture<Answer> reading; // guarded by this

    /** @param text for people; says nothing that only those with a key may know */
    record Answer(boolean ready, String text) {}

    public Readiness(Engine engine) {
        this(engine, TimeUnit.SECONDS.toMillis(READ_SECONDS_MAX));
    }

    Readiness(Engine engine, long readMillisMax) {
        this.engine = engine;
        this.readMillisMax = readMillisMax;
        this.reader = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "mayfly-ready");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Completes in time, whatever the store does. */
    CompletableFuture<Answer> ask() {
        StoreHealth health = engine.store().health();
        return switch (health.state()) {
            case AVAILABLE ->
                read().copy()
                        .completeOnTimeout(
                                new Answer(false, "not ready: the store does not answer a read\n"),
                                readMillisMax,
                                TimeUnit.MILLISECONDS);
            case REFUSING_WRITES ->
                CompletableFuture.completedFuture(new Answer(
                        false, "not ready: the store takes no writes; they resume by themselves, see the log\n"));
            case NEEDS_RESTART ->
                CompletableFuture.completedFuture(
                        new Answer(false, "not ready: the store takes no writes until a restart, see the log\n"));
        };
    }

    private synchronized CompletableFuture<Answer> read() {
        if (reading == null || reading.isDone()) {
            try {
                reading = CompletableFuture.supplyAsync(this::readStore, reader);
            } catch (RejectedExecutionException closed) {
                return CompletableFuture.completedFuture(new Answer(false, "not ready: the server stops\n"));
            }
        }
        return reading;
    }

    private Answer readStore() {
        try {
            engine.store().probe();
            if (!engine.hasLease()) {
                return new Answer(false, "not ready: the server has no lease, so others may serve its partitions\n");
            }
            return new Answer(true, "ready, " + engine.databases().size() + " databases\n");
        } catch (Throwable failed) {
            LOG.warn("The store cannot be read", failed);
            return new Answer(false, "not ready: the store cannot be read, see the log\n");
        }
    }

    @Override
    public void close() {
        reader.shutdown();
    }
}
