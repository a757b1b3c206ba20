package org.mayflydb.server.entra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnavailableException;

class PublishedKeysTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.parse("2026-11-15T20:55:11Z"));
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> called = new ArrayList<>();
    private int reads;
    private boolean stopped;
    private @Nullable String published = TestIssuer.keySet("one");

    private final PublishedKeys keys = new PublishedKeys(
            "the keys",
            () -> {
                reads++;
                if (published == null) {
                    throw new IOException("the issuer cannot be reached");
                }
                return published.getBytes(StandardCharsets.UTF_8);
            },
            task -> {
                if (stopped) {
                    throw new RejectedExecutionException();
                }
                tasks.add(task);
            },
            clock);

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void keysAreReadInTheBackgroundAtTheFirstUse() {
        assertThat(keys.current().has("one")).isFalse();
        runTasks();
        assertThat(keys.current().has("one")).isTrue();
    }

    @Test
    void aKeyThatIsNoLongerPublishedIsForgottenAfterFifteenMinutes() {
        keys.read();
        published = TestIssuer.keySet("two");
        clock.advance(Duration.ofMinutes(15).minusSeconds(1));
        assertThat(keys.current().has("one")).isTrue();
        assertThat(tasks).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(keys.current().has("one")).isTrue();
        runTasks();
        assertThat(keys.current().has("one")).isFalse();
        assertThat(keys.current().has("two")).isTrue();
    }

    @Test
    void theLastKeysStayValidWhileTheIssuerCannotBeReachedAndItIsAskedOnceAMinute() {
        keys.read();
        published = null;
        clock.advance(Duration.ofDays(1));
        assertThat(keys.current().has("one")).isTrue();
        runTasks();
        assertThat(keys.current().has("one")).isTrue();
        assertThat(tasks).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        keys.current();
        assertThat(tasks).hasSize(1);
        assertThat(reads).isEqualTo(2);
        assertThatThrownBy(keys::read)
                .isInstanceOf(UnavailableException.class)
                .hasMessage("The keys of entra-keys (the keys) cannot be used: the issuer cannot be reached");
    }

    @Test
    void aDocumentThatIsNoKeySetLeavesTheKeysAsTheyAre() {
        keys.read();
        published = "<html>";
        assertThatThrownBy(keys::read).isInstanceOf(UnavailableException.class);
        assertThat(keys.current().has("one")).isTrue();
    }

    @Test
    void allWhoWaitForAKeyAreCalledAfterOneReadEvenIfOneFails() {
        keys.read();
        assertThat(keys.awaits("one", () -> called.add("known"))).isFalse();
        assertThat(keys.awaits("two", () -> called.add("first"))).isTrue();
        assertThat(keys.awaits("two", () -> {
                    throw new IllegalStateException("injected");
                }))
                .isTrue();
        assertThat(keys.awaits("three", () -> called.add("second"))).isTrue();
        assertThat(called).isEmpty();
        runTasks();
        assertThat(called).containsExactly("first", "second");
        assertThat(reads).isEqualTo(2);
        assertThat(keys.awaits("two", () -> called.add("too early"))).isFalse();
    }

    @Test
    void atMost256RequestsWait() {
        keys.read();
        for (int i = 0; i < 256; i++) {
            assertThat(keys.awaits("two", () -> called.add("called"))).isTrue();
        }
        assertThat(keys.awaits("two", () -> called.add("one too many"))).isFalse();
        runTasks();
        assertThat(called).hasSize(256);
    }

    @Test
    void nobodyWaitsWhenNoThreadCanReadTheKeys() {
        keys.read();
        stopped = true;
        assertThat(keys.awaits("two", () -> called.add("called"))).isFalse();
        assertThat(called).isEmpty();
    }

    @Test
    void aClockThatIsSetBackDoesNotKeepOldKeys() {
        keys.read();
        clock.advance(Duration.ofDays(-1));
        keys.current();
        assertThat(tasks).hasSize(1);
    }
}
