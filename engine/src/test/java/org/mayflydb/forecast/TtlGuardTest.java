package org.mayflydb.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;

class TtlGuardTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).ttlGuard(10).open(TestStores.open());
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/id").defaultTtlSeconds(1000));

    /** Ten items of a hundred are older than the others by a minute. */
    @BeforeEach
    void fill() {
        create(0, 10);
        clock.advance(Duration.ofMinutes(1));
        create(10, 100);
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    private void create(int from, int until) {
        for (int i = from; i < until; i++) {
            container.create("{\"id\":\"" + i + "\"}");
        }
    }

    @Test
    void changeThatRemovesAsManyAsAllowedIsMade() {
        container.defaultTtlSeconds(60);
        assertThat(container.usage().items()).isEqualTo(90);
    }

    @Test
    void changeThatRemovesMoreIsRefusedAndChangesNothing() {
        container.delete("50", PartitionKey.of("50"));
        String before = container.properties();
        assertThatThrownBy(() -> container.defaultTtlSeconds(60))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The change of the time to live would remove 10 of 99 items at once, which is more than the"
                        + " 10 % that are allowed without confirmation.");
        assertThat(container.properties()).isEqualTo(before);
        assertThat(container.usage().items()).isEqualTo(99);
    }

    @Test
    void confirmedChangeIsMadeWhateverItRemoves() {
        container.defaultTtlSeconds(60);
        container.confirmed().defaultTtlSeconds(1);
        assertThat(container.usage().items()).isEqualTo(90);
        clock.advance(Duration.ofSeconds(1));
        container.defaultTtlSeconds(-1);
        assertThat(container.usage().items()).as("all came back").isEqualTo(100);
        assertThatThrownBy(() -> container.defaultTtlSeconds(1)).isInstanceOf(BadRequestException.class);
        container.confirmed().defaultTtlSeconds(1);
        assertThat(container.usage().items()).isZero();
    }

    @Test
    void changesThatLeaveTheTimeToLiveAloneAreNotLookedAt() {
        assertThatCode(() -> container.replaceProperties(container.properties()))
                .doesNotThrowAnyException();
    }

    @Test
    void guardIsAPercentage() {
        assertThatThrownBy(() -> new TtlGuard(101)).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> new TtlGuard(-1)).isInstanceOf(BadRequestException.class);
    }
}
