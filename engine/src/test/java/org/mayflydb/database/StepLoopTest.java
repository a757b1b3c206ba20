package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class StepLoopTest {
    private record Scheduled(long delayMillis, Runnable step) {}

    private final Queue<Scheduled> scheduled = new ArrayDeque<>();
    private final List<Throwable> reported = new ArrayList<>();
    private final JobFailures failures = new JobFailures("A step", new EngineListener() {
        @Override
        public void backgroundStepFailed(String step, Throwable cause) {
            reported.add(cause);
        }
    });

    /** A job whose steps are given by the test. */
    private static final class Scripted implements StepLoop.Job {
        final Queue<LongSupplier> steps = new ArrayDeque<>();
        int made;

        @Override
        public long step(long waitedMillis) {
            made++;
            return steps.isEmpty() ? StepLoop.SLEEP : steps.remove().getAsLong();
        }

        @Override
        public StepLoop.Pauses pauses() {
            return new StepLoop.Pauses(3, 1000);
        }
    }

    private final Scripted job = new Scripted();
    private final StepLoop loop =
            new StepLoop("test", job, (delay, step) -> scheduled.add(new Scheduled(delay, step)), failures);

    private void run() {
        scheduled.remove().step.run();
    }

    private long delay() {
        return scheduled.element().delayMillis;
    }

    @Test
    void nothingRunsBeforeItIsWoken() {
        assertThat(scheduled).isEmpty();
    }

    @Test
    void wakingTwiceSchedulesOneStep() {
        loop.wake();
        loop.wake();
        assertThat(scheduled).hasSize(1);
        assertThat(delay()).isEqualTo(3);
    }

    @Test
    void aStepIsFollowedByTheNextAfterThePauseItAsksFor() {
        job.steps.add(() -> 17);
        loop.wake();
        run();
        assertThat(delay()).isEqualTo(17);
        run();
        assertThat(scheduled).as("the second step found nothing to do").isEmpty();
        assertThat(job.made).isEqualTo(2);
    }

    @Test
    void aSleepingLoopIsWokenAgain() {
        loop.wake();
        run();
        assertThat(scheduled).isEmpty();
        loop.wake();
        assertThat(scheduled).hasSize(1);
    }

    @Test
    void aFailureThatCannotEvenBeReportedDoesNotEndTheLoop() {
        JobFailures unreportable = new JobFailures("A step", new EngineListener() {
            @Override
            public void backgroundStepFailed(String step, Throwable cause) {
                throw new StackOverflowError();
            }
        });
        StepLoop robust =
                new StepLoop("test", job, (delay, step) -> scheduled.add(new Scheduled(delay, step)), unreportable);
        job.steps.add(() -> {
            throw new StackOverflowError();
        });
        robust.wake();
        assertThatThrownBy(this::run).isInstanceOf(StackOverflowError.class);
        assertThat(delay()).isEqualTo(1000);
    }

    @Test
    void aWakeDuringAStepThatFindsNothingCausesAnotherStep() {
        job.steps.add(() -> {
            loop.wake();
            return StepLoop.SLEEP;
        });
        loop.wake();
        run();
        assertThat(scheduled).as("it may have looked before there was work").hasSize(1);
        run();
        assertThat(scheduled).isEmpty();
    }

    @Test
    void aFailedStepIsReportedWithItsCauseAndFollowedByAnother() {
        RuntimeException cause = new IllegalStateException("full");
        job.steps.add(() -> {
            throw cause;
        });
        loop.wake();
        run();
        assertThat(reported).containsExactly(cause);
        assertThat(failures.count()).isEqualTo(1);
        assertThat(delay()).isEqualTo(1000);
    }

    @Test
    void anErrorIsThrownAndTheLoopContinues() {
        Error cause = new StackOverflowError();
        job.steps.add(() -> {
            throw cause;
        });
        loop.wake();
        assertThatThrownBy(this::run).isSameAs(cause);
        assertThat(reported).containsExactly(cause);
        assertThat(scheduled).hasSize(1);
    }

    @Test
    void aClosedLoopMakesNoStep() {
        loop.wake();
        loop.close();
        run();
        loop.wake();
        assertThat(job.made).isZero();
        assertThat(scheduled).isEmpty();
    }

    @Test
    void aTaskForLaterIsNotRunOnceTheLoopIsClosed() {
        List<String> done = new ArrayList<>();
        loop.runLater(5, () -> done.add("first"));
        run();
        loop.runLater(5, () -> done.add("second"));
        loop.close();
        run();
        assertThat(done).containsExactly("first");
    }

    @Test
    void aLoopThatFindsNoThreadTriesAgainWhenItIsWoken() {
        List<Runnable> accepted = new ArrayList<>();
        boolean[] full = {true};
        StepLoop starved = new StepLoop(
                "test",
                job,
                (delay, step) -> {
                    if (full[0]) {
                        throw new RejectedExecutionException("no thread");
                    }
                    accepted.add(step);
                },
                failures);
        starved.wake();
        assertThat(reported).hasSize(1);
        full[0] = false;
        starved.wake();
        assertThat(accepted).hasSize(1);
    }

    @Test
    void anErrorOnAThreadOfTheLoopReachesItsHandler() throws InterruptedException {
        List<Throwable> caught = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        try (StepThread thread = new StepThread("test-steps")) {
            thread.runAfter(0, () -> {
                Thread.currentThread().setUncaughtExceptionHandler((any, failure) -> {
                    caught.add(failure);
                    done.countDown();
                });
                throw new AssertionError("unexpected");
            });
            done.await();
        }
        assertThat(caught).hasSize(1).first().isInstanceOf(AssertionError.class);
    }

    @Test
    void aListenerThatThrowsDoesNotEndTheLoop() {
        JobFailures unlucky = new JobFailures("A step", new EngineListener() {
            @Override
            public void backgroundStepFailed(String step, Throwable cause) {
                throw new IllegalStateException("a listener must not end what it listens to");
            }
        });
        StepLoop other = new StepLoop("test", job, (delay, step) -> scheduled.add(new Scheduled(delay, step)), unlucky);
        job.steps.add(() -> {
            throw new IllegalStateException("full");
        });
        other.wake();
        run();
        assertThat(scheduled).hasSize(1);
    }
}
