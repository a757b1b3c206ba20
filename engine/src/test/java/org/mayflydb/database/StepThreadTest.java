package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StepThreadTest {
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theThreadEndsWhenThereIsNoStepAndAnotherOneStartsForTheNext() throws InterruptedException {
        try (StepThread steps = new StepThread("test-steps", 1)) {
            Thread first = threadOfAStep(steps);
            first.join();
            assertThat(threadOfAStep(steps)).isNotSameAs(first);
        }
    }

    private static Thread threadOfAStep(StepThread steps) {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        steps.runAfter(0, () -> thread.complete(Thread.currentThread()));
        return thread.join();
    }
}
