package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.storage.FaultyStore.Call;

/** A container in which nothing expires before some time is not looked at before, unless something brings that forward. */
class PurgeRestTest {
    private static final int LIFETIME_SECONDS = 100;

    private final SteppedEngine stepped = new SteppedEngine();

    @AfterEach
    void close() {
        stepped.close();
    }

    private Items resting() {
        Items items = stepped.container("a", LIFETIME_SECONDS);
        create(items, "inherits", "");
        stepped.turnsUntilIdle();
        return items;
    }

    private static void create(Items items, String id, String properties) {
        items.writer()
                .create(
                        ("{\"id\":\"" + id + "\"" + properties + "}").getBytes(StandardCharsets.UTF_8),
                        WriteOptions.NONE)
                .join();
    }

    /** Turns that fail if the purge reads anything. */
    private void turnsWithoutReading(int count) {
        for (int i = 0; i < count; i++) {
            stepped.store.failCall(1, Call.GET, Call.SCAN, Call.COMMIT);
            stepped.turn();
            stepped.store.disarm();
        }
        assertThat(stepped.engine.background().failedPurgeSteps()).isZero();
        assertThat(stepped.delayMillis()).isEqualTo(Purger.IDLE_MILLIS);
    }

    private long purgedAfter(Items items, long seconds) {
        stepped.clock.advance(Duration.ofSeconds(seconds));
        stepped.turnsUntilIdle();
        return items.removal().purgedItems();
    }

    @Test
    void containerIsNotReadUntilItsFirstItemExpires() {
        Items items = resting();

        turnsWithoutReading(3);
        stepped.clock.advance(Duration.ofSeconds(LIFETIME_SECONDS - 1));
        turnsWithoutReading(1);

        assertThat(purgedAfter(items, 1)).isEqualTo(1);
    }

    @Test
    void emptyContainerIsNotReadUntilItIsWritten() {
        Items items = stepped.container("a", LIFETIME_SECONDS);
        stepped.turnsUntilIdle();
        stepped.clock.advance(Duration.ofDays(1));
        turnsWithoutReading(2);

        create(items, "x", "");

        assertThat(purgedAfter(items, LIFETIME_SECONDS)).isEqualTo(1);
    }

    @Test
    void lifetimeOfAnItemEndsTheRest() {
        Items items = stepped.container("a", LIFETIME_SECONDS);
        create(items, "inherits", "");
        create(items, "own", ",\"ttl\":7");
        stepped.turnsUntilIdle();
        stepped.clock.advance(Duration.ofSeconds(6));
        turnsWithoutReading(1);

        assertThat(purgedAfter(items, 1)).isEqualTo(1);
        assertThat(purgedAfter(items, LIFETIME_SECONDS)).isEqualTo(2);
    }

    @Test
    void writeBringsTheNextExpiryForward() {
        Items items = resting();

        create(items, "short", ",\"ttl\":2");

        assertThat(purgedAfter(items, 2)).isEqualTo(1);
    }

    @Test
    void shorterDefaultBringsTheNextExpiryForward() {
        Items items = resting();
        stepped.clock.advance(Duration.ofSeconds(10));

        stepped.changeDefault("a", 5);

        assertThat(purgedAfter(items, 0)).isEqualTo(1);
    }

    @Test
    void longerDefaultPutsTheNextExpiryOff() {
        Items items = resting();
        stepped.changeDefault("a", 2 * LIFETIME_SECONDS);

        assertThat(purgedAfter(items, LIFETIME_SECONDS)).isZero();
        turnsWithoutReading(1);
        assertThat(purgedAfter(items, LIFETIME_SECONDS)).isEqualTo(1);
    }

    @Test
    void containerRestsAgainAfterAPurge() {
        Items items = resting();
        assertThat(purgedAfter(items, LIFETIME_SECONDS)).isEqualTo(1);
        stepped.turnsUntilIdle();

        turnsWithoutReading(2);
    }

    @Test
    void writeOfUnknownOutcomeEndsTheRest() {
        Items items = resting();
        stepped.store.leaveNextOutcomeUnknown();
        assertThatThrownBy(() -> create(items, "x", ",\"ttl\":2")).isInstanceOf(UnavailableException.class);

        assertThat(purgedAfter(items, 2)).isEqualTo(1);
    }
}
