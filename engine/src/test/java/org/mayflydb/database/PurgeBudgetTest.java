package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ThrottledException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.item.Items;

/** The purge where throughput is limited: it gets what requests leave over, and nothing else. */
class PurgeBudgetTest {
    private static final ThroughputRules LIMITED = new ThroughputRules(true, false);

    private @Nullable SteppedEngine opened;

    private SteppedEngine open(ThroughputRules rules) {
        SteppedEngine stepped = new SteppedEngine(rules);
        opened = stepped;
        return stepped;
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    /** Lets the time pass that the purge asks for, and its turns be made when they are due. */
    private static void pass(SteppedEngine stepped, long millis) {
        long left = millis;
        while (stepped.delayMillis() <= left) {
            long wait = stepped.delayMillis();
            stepped.clock.advance(Duration.ofMillis(wait));
            left -= wait;
            stepped.turn();
        }
        stepped.clock.advance(Duration.ofMillis(left));
    }

    private static ContainerRecord container(SteppedEngine stepped, String id) {
        return stepped.engine.container("d", id);
    }

    /** Requests of one unit each for as long as they are let in; answers how many were. */
    private static int saturate(SteppedEngine stepped, String id) {
        ContainerRecord container = container(stepped, id);
        int admitted = 0;
        try {
            while (true) {
                stepped.engine.units().admit(container, container.partitions());
                stepped.engine.units().spend(container, container.partitions(), 1);
                admitted++;
            }
        } catch (ThrottledException full) {
            return admitted;
        }
    }

    @Test
    void nothingIsPurgedForMinutesWhileRequestsTakeAllUnits() {
        SteppedEngine stepped = open(LIMITED);
        Items items = stepped.expired("a", 1000);
        for (int second = 0; second < 300; second++) {
            assertThat(saturate(stepped, "a")).isEqualTo(400);
            pass(stepped, 1000);
        }
        assertThat(items.removal().purgedItems()).isZero();
        assertThat(items.usage().items()).as("nobody sees them").isZero();
    }

    @Test
    void whenTheLoadDropsTheBacklogDrainsAsFastAsLeftOverUnitsAllow() {
        SteppedEngine stepped = open(LIMITED);
        Items items = stepped.expired("a", 3000);
        saturate(stepped, "a");
        pass(stepped, 1000);
        assertThat(items.removal().purgedItems()).isZero();
        pass(stepped, 10_000);
        double units = stepped.engine.units().spent(container(stepped, "a")).purgeUnits();
        assertThat(units).as("of 4000 units").isBetween(3500.0, 4000.0);
        assertThat(units / items.removal().purgedItems())
                .as("a delete of a small item")
                .isCloseTo(5.62, offset(0.001));
    }

    @Test
    void whatRequestsSpendIsMissingForThePurge() {
        SteppedEngine stepped = open(LIMITED);
        Items items = stepped.expired("a", 3000);
        ContainerRecord container = container(stepped, "a");
        for (int second = 0; second < 10; second++) {
            stepped.engine.units().spend(container, container.partitions(), 300);
            pass(stepped, 1000);
        }
        assertThat(items.removal().purgedItems() * 5.62).as("of 1000 units").isBetween(700.0, 1000.0);
    }

    @Test
    void moreThroughputSpeedsThePurgeUpAtOnce() {
        SteppedEngine stepped = open(LIMITED);
        Items items = stepped.expired("a", 20_000);
        pass(stepped, 5000);
        long slow = items.removal().purgedItems();
        stepped.engine.replaceOffer(container(stepped, "a"), offer -> Throughput.manual(4000), null);
        pass(stepped, 5000);
        assertThat(items.removal().purgedItems() - slow).isGreaterThan(8 * slow);
    }

    @Test
    void theUnitsOfOneContainerArePurgedByItAlone() {
        SteppedEngine stepped = open(LIMITED);
        Items busy = stepped.expired("a", 100);
        Items idle = stepped.expired("b", 100);
        for (int second = 0; second < 20; second++) {
            saturate(stepped, "a");
            pass(stepped, 1000);
        }
        assertThat(busy.removal().purgedItems()).isZero();
        assertThat(idle.removal().purgedItems()).isEqualTo(100);
    }

    @Test
    void thePurgeOfASharedDatabaseGetsWhatAllItsContainersLeaveOver() {
        SteppedEngine stepped = open(LIMITED);
        stepped.engine.createDatabase("shared", Throughput.manual(400));
        Items items = stepped.expiredIn("shared", "a", 500);
        ContainerRecord other = stepped.containerIn("shared", "b");
        for (int second = 0; second < 10; second++) {
            stepped.engine.units().spend(other, other.partitions(), 400);
            pass(stepped, 1000);
        }
        assertThat(items.removal().purgedItems()).isZero();
        stepped.engine.replaceOffer(stepped.engine.database("shared"), offer -> Throughput.manual(4000), null);
        pass(stepped, 2000);
        assertThat(items.removal().purgedItems()).isEqualTo(500);
    }

    @Test
    void anItemThatCostsMoreThanASecondHasIsPurgedAndPaidForLater() {
        SteppedEngine stepped = open(LIMITED);
        Items items = stepped.container("a", SteppedEngine.LIFETIME_SECONDS);
        SteppedEngine.createLarge(items, 10, 1_500_000);
        stepped.clock.advance(Duration.ofSeconds(SteppedEngine.LIFETIME_SECONDS));
        pass(stepped, 30_000);
        double units = stepped.engine.units().spent(container(stepped, "a")).purgeUnits();
        assertThat(items.removal().purgedItems()).isBetween(5L, 10L);
        assertThat(units).isLessThan(30 * 400 + 2 * 640);
    }

    @Test
    void purgesAreChargedToNobodyWhereThroughputIsProvisioned() {
        SteppedEngine stepped = open(LIMITED);
        stepped.expired("a", 100);
        pass(stepped, 10_000);
        assertThat(stepped.engine.units().spent(container(stepped, "a")).purgeUnits())
                .isPositive();
        assertThat(stepped.engine.units().spent(container(stepped, "a")).requestUnits())
                .isZero();
    }

    @Test
    void purgesAreChargedAsDeletesInAServerlessAccount() {
        SteppedEngine stepped = open(new ThroughputRules(false, true));
        Items items = stepped.expired("a", 100);
        pass(stepped, 10_000);
        assertThat(items.removal().purgedItems()).isEqualTo(100);
        assertThat(stepped.engine.units().spent(container(stepped, "a")).requestUnits())
                .isCloseTo(562, offset(0.001));
    }

    @Test
    void nothingCanBeProvisionedInAServerlessAccount() {
        SteppedEngine stepped = open(new ThroughputRules(true, true));
        assertThatThrownBy(() -> stepped.engine.createDatabase("x", Throughput.DEFAULT))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("serverless");
        stepped.container("a", null);
        assertThat(container(stepped, "a").offer()).isNull();
        assertThat(saturate(stepped, "a")).isEqualTo(ThroughputRules.SERVERLESS_UNITS_MAX);
    }

    @Test
    void thePurgeOfOnePartitionDoesNotWaitForTheUnitsOfAnother() {
        SteppedEngine stepped = open(LIMITED);
        Items items = stepped.expired("a", 400, Throughput.manual(12_000));
        ContainerRecord container = container(stepped, "a");
        assertThat(container.partitions()).hasSize(2);
        stepped.engine.units().spend(container, List.of(container.partitions().get(0)), 1_000_000);
        pass(stepped, 20_000);
        assertThat(items.removal().purgedItems())
                .as("those of the other partition")
                .isBetween(100L, 300L);
    }
}
