package org.mayflydb.storage.rocksdb;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreHealth.State;
import org.mayflydb.storage.StoreListener;

/**
 * Knows whether a store takes writes, tells listeners, and tries every second to bring back a store that does not. Its thread
 * exists only once a write or a compaction has failed.
 */
final class Recovery {
    private static final int LOOK_SECONDS = 1;
    private static final long REMINDER_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();
    private final BooleanSupplier attempt;
    private final ScheduledThreadPoolExecutor executor;
    private @Nullable Long compactionFailedNanos; // guarded by this
    private volatile StoreHealth health = StoreHealth.AVAILABLE; // changed by synchronized methods

    /** @param attempt returns true if there is no need to try again */
    Recovery(BooleanSupplier attempt) {
        this.attempt = attempt;
        this.executor = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "mayfly-recovery");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    StoreHealth health() {
        return health;
    }

    void listen(StoreListener listener) {
        listeners.add(listener);
    }

    /** A write has failed. Returns false if the store took none already. Does not wait. */
    synchronized boolean failed(StoreHealth refusing) {
        if (!health.isAvailable()) {
            return false;
        }
        health = refusing;
        announce(refusing);
        if (refusing.state() == State.REFUSING_WRITES) {
            lookLater();
        }
        return true;
    }

    /** A compaction has failed and writes continue. RocksDB tries again and again; listeners hear of it once a minute. */
    synchronized void compactionFailed(String reason) {
        long now = System.nanoTime();
        Long last = compactionFailedNanos;
        if (last == null || now - last >= REMINDER_NANOS) {
            compactionFailedNanos = now;
            executor.execute(() -> tell(listener -> listener.compactionFailed(reason)));
        }
    }

    /** The store still takes no writes, and more is known about why. */
    synchronized void explain(StoreHealth refusing) {
        boolean changed = health.state() != refusing.state();
        health = refusing;
        if (changed) {
            announce(refusing);
        }
    }

    synchronized void recovered() {
        health = StoreHealth.AVAILABLE;
        announce(StoreHealth.AVAILABLE);
    }

    /** Commits with unknown outcome are settled. */
    void settled() {
        tell(StoreListener::settled);
    }

    /** Looks no more. An attempt under way continues. */
    void stop() {
        executor.shutdown();
    }

    private void announce(StoreHealth changed) {
        executor.execute(() -> tell(listener -> listener.healthChanged(changed)));
    }

    private void tell(Consumer<StoreListener> news) {
        for (StoreListener listener : listeners) {
            news.accept(listener);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for an attempt
    private void lookLater() {
        executor.schedule(this::look, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    private void look() {
        boolean done = false;
        try {
            done = attempt.getAsBoolean();
        } finally {
            if (!done) {
                lookLater();
            }
        }
    }
}
