package org.mayflydb.storage.rocksdb;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.RocksDBException;

/**
 * Has a {@link SpaceReclaimer} look every {@value #LOOK_SECONDS} seconds while there are deletions; without any there is
 * nothing to do and nobody looks. After a look that took long it rests for as long, at most {@value #REST_SECONDS_MAX}
 * seconds more.
 */
final class ReclaimThread {
    private static final int LOOK_SECONDS = 5;
    private static final int REST_SECONDS_MAX = 60;

    private final SpaceReclaimer reclaimer;
    private final ScheduledThreadPoolExecutor executor;
    private volatile boolean awake;

    ReclaimThread(SpaceReclaimer reclaimer) {
        this.reclaimer = reclaimer;
        this.executor = new ScheduledThreadPoolExecutor(1, look -> {
            Thread thread = new Thread(look, "mayfly-reclaim");
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Begins to look, if that is not being done already. */
    void wake() {
        if (!awake) {
            wakeUp();
        }
    }

    private synchronized void wakeUp() {
        if (!awake && !executor.isShutdown()) {
            awake = true;
            lookAfter(LOOK_SECONDS);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a look, and it deals with its failures itself
    private void lookAfter(long seconds) {
        executor.schedule(this::look, seconds, TimeUnit.SECONDS);
    }

    private void look() {
        long start = System.nanoTime();
        boolean again;
        try {
            again = reclaimer.look();
        } catch (RocksDBException | StoreUnavailableException failed) {
            // It was cancelled, or the disk fails, which the next write will tell: nothing depends on this.
            again = false;
        }
        long tookSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        goOn(again, LOOK_SECONDS + Math.min(tookSeconds, REST_SECONDS_MAX));
    }

    /** Who deletes is either seen here or finds nobody awake. */
    private synchronized void goOn(boolean again, long seconds) {
        awake = false;
        if ((again || reclaimer.hasUnseen()) && !executor.isShutdown()) {
            awake = true;
            lookAfter(seconds);
        }
    }

    /** Stops. A check that is running continues. */
    synchronized void stop() {
        executor.shutdown();
    }
}
