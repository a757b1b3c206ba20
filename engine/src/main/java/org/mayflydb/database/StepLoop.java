package org.mayflydb.database;

import org.jspecify.annotations.Nullable;

/**
 * Runs a background job step by step: one step at a time, with the pause after it that the job asks for, until the job has
 * nothing to do. Then the loop sleeps until {@link #wake}.
 *
 * <p>A step that fails is reported and followed by another one. An {@link Error} is reported too and then thrown, so the
 * handler of the thread sees it, but the loop continues.
 */
final class StepLoop implements AutoCloseable {
    /** Returned by a step that has found nothing to do. */
    static final long SLEEP = -1;

    /** Work that is done in short steps. */
    interface Job {
        /**
         * Does a bounded part of the work. Called by one thread at a time, without any lock.
         *
         * @param waitedMillis the pause before this step
         * @return how long to pause until the next step, or {@link #SLEEP}
         */
        long step(long waitedMillis);

        /** How long to wait before the first step after the loop was woken, and after a step that has failed. */
        Pauses pauses();
    }

    /** Pauses around steps, in milliseconds. */
    record Pauses(long firstMillis, long retryMillis) {}

    private final Job job;
    private final JobFailures failures;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;

    // Written under the monitor. The first two are also read without it.
    private volatile boolean awake;
    private volatile boolean wokenDuringStep;
    private boolean closed;

    /**
     * @param threadName of the thread that runs the steps unless a timer is given
     * @param given runs the steps; null for a thread that starts with the first step
     */
    StepLoop(String threadName, Job job, @Nullable StepTimer given, JobFailures failures) {
        this.job = job;
        this.failures = failures;
        if (given == null) {
            StepThread thread = new StepThread(threadName);
            this.ownThread = thread;
            this.timer = thread;
        } else {
            this.ownThread = null;
            this.timer = given;
        }
    }

    /** Starts the loop unless it runs already: there may be something to do. Never waits for a step, and never fails. */
    void wake() {
        if (awake && wokenDuringStep) {
            return;
        }
        synchronized (this) {
            wokenDuringStep = true;
            if (!awake && !closed) {
                awake = schedule(job.pauses().firstMillis());
            }
        }
    }

    /** Runs a task on the thread of this loop after a while, unless the loop is closed by then. */
    void runLater(long delayMillis, Runnable task) {
        timer.runAfter(delayMillis, () -> {
            if (!isClosed()) {
                task.run();
            }
        });
    }

    private void run(long waitedMillis) {
        if (!beginStep()) {
            return;
        }
        long pauseMillis = job.pauses().retryMillis();
        try {
            pauseMillis = job.step(waitedMillis);
        } catch (RuntimeException failure) {
            failures.report(failure);
        } catch (Error failure) {
            failures.report(failure);
            endStep(pauseMillis);
            throw failure;
        }
        endStep(pauseMillis);
    }

    private synchronized boolean beginStep() {
        wokenDuringStep = false;
        return !closed;
    }

    /** A wake during the last step counts: that step may have looked for work before there was any. */
    private synchronized void endStep(long pauseMillis) {
        if (closed || (pauseMillis == SLEEP && !wokenDuringStep)) {
            awake = false;
        } else {
            awake = schedule(pauseMillis == SLEEP ? job.pauses().firstMillis() : pauseMillis);
        }
    }

    /** Returns false if no step can be scheduled, because no thread can be started for example; the next wake tries again. */
    private boolean schedule(long delayMillis) {
        try {
            timer.runAfter(delayMillis, () -> run(delayMillis));
            return true;
        } catch (RuntimeException | Error noThread) {
            failures.report(noThread);
            return false;
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Waits for the step in progress, and makes no other. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        if (ownThread != null) {
            ownThread.close();
        }
    }
}
