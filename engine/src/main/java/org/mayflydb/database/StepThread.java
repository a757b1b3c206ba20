package org.mayflydb.database;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer with a daemon thread of its own, started when there is a step to run. It ends when there has been none for a while. */
final class StepThread implements StepTimer, AutoCloseable {
    private static final long LAST_STEP_SECONDS_MAX = 10;
    private static final long IDLE_MILLIS_MAX = 10_000;

    private final ScheduledThreadPoolExecutor executor;

    StepThread(String name) {
        this(name, IDLE_MILLIS_MAX);
    }

    /** @param idleMillisMax how long the thread waits for another step before it ends */
    StepThread(String name, long idleMillisMax) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setKeepAliveTime(idleMillisMax, TimeUnit.MILLISECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // no thread waits for a step
    public void runAfter(long delayMillis, Runnable step) {
        executor.schedule(() -> run(step), delayMillis, TimeUnit.MILLISECONDS);
    }

    /** The executor would keep what is thrown in a future that no thread reads. */
    private static void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error failure) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        }
    }

    /** Waits for the step in progress, and runs no other. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            executor.awaitTermination(LAST_STEP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
