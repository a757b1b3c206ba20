package org.mayflydb.database;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer with a daemon thread of its own, started when there is a first step to run. */
final class StepThread implements StepTimer, AutoCloseable {
    private static final long LAST_STEP_SECONDS_MAX = 10;

    private final ScheduledThreadPoolExecutor executor;

    StepThread(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
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
