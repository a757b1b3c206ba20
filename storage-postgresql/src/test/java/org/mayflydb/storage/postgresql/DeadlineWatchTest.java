package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Deadline;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeadlineWatchTest {
    private static final Deadline OVER = Deadline.after(Duration.ZERO);
    private static final Deadline FAR = Deadline.after(Duration.ofHours(1));

    private final DeadlineWatch watch = DeadlineWatch.start("watch of a test");

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void callThatOutlivesItsDeadlineIsTold() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        DeadlineWatch.Watched call = watch.begin(OVER, told::countDown);
        told.await();
        assertThat(call.end()).isFalse();
    }

    @Test
    void callThatEndedIsNotTold() throws Exception {
        AtomicBoolean told = new AtomicBoolean();
        assertThat(watch.begin(FAR, () -> told.set(true)).end()).isTrue();
        CountDownLatch other = new CountDownLatch(1);
        watch.begin(OVER, other::countDown);
        other.await();
        assertThat(told).isFalse();
    }

    @Test
    void callThatBeginsWhileTheWatchRestsIsTold() throws Exception {
        while (!watch.isResting()) {
            Thread.onSpinWait();
        }
        CountDownLatch told = new CountDownLatch(1);
        watch.begin(OVER, told::countDown);
        told.await();
    }

    @Test
    void failureToTellOneLeavesTheOthersWatched() throws Exception {
        watch.begin(OVER, () -> {
            throw new StackOverflowError("planted");
        });
        while (watch.isWatching()) {
            Thread.onSpinWait();
        }
        CountDownLatch told = new CountDownLatch(1);
        watch.begin(OVER, told::countDown);
        told.await();
    }
}
