package org.mayflydb.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.admin.Readiness.Answer;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreHealth.State;
import org.mayflydb.storage.memory.MemoryStore;

class ReadinessTest {
    private final FaultyStore store = new FaultyStore(new MemoryStore());
    private final Mayfly mayfly = Mayfly.builder().backgroundPurge(false).open(store);
    private final Readiness readiness = new Readiness(mayfly.engine());

    @AfterEach
    void close() {
        readiness.close();
        mayfly.close();
    }

    private static Answer ask(Readiness readiness) {
        return readiness.ask().join();
    }

    @Test
    void storeThatIsReadAndTakesWritesIsReady() {
        mayfly.createDatabase("d");
        assertThat(ask(readiness)).isEqualTo(new Answer(true, "ready, 1 databases\n"));
    }

    @Test
    void storeThatCannotBeReadIsNotReadyUntilItCan() {
        store.failCall(1, Call.GET);
        assertThat(ask(readiness).ready()).isFalse();
        assertThat(ask(readiness).ready()).isTrue();
    }

    @Test
    void storeThatFailsUnexpectedlyIsNotReady() {
        store.beforeCall(1, Call.GET, () -> {
            throw new OutOfMemoryError("injected");
        });
        assertThat(ask(readiness)).isEqualTo(new Answer(false, "not ready: the store cannot be read, see the log\n"));
        assertThat(ask(readiness).ready()).isTrue();
    }

    @Test
    void stoppedServerIsNotReady() {
        readiness.close();
        assertThat(ask(readiness)).isEqualTo(new Answer(false, "not ready: the server stops\n"));
    }

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"REFUSING_WRITES", "NEEDS_RESTART"})
    void storeThatTakesNoWritesIsNotReadyUntilItDoes(State state) {
        store.claim(new StoreHealth(state, "the disk in /secret/place is full"));
        assertThat(ask(readiness).ready()).isFalse();
        assertThat(ask(readiness).text()).contains("takes no writes").doesNotContain("secret");
        store.claim(StoreHealth.AVAILABLE);
        assertThat(ask(readiness).ready()).isTrue();
    }

    @Test
    void storeThatDoesNotAnswerIsNotReadyAndKeepsNobodyWaiting() {
        CountDownLatch answers = new CountDownLatch(1);
        store.beforeCall(1, Call.GET, () -> awaitQuietly(answers));
        try (Readiness impatient = new Readiness(mayfly.engine(), 1)) {
            assertThat(ask(impatient).text()).contains("does not answer");
            assertThat(ask(impatient).ready()).isFalse();
        } finally {
            answers.countDown();
        }
        assertThat(ask(readiness).ready()).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
