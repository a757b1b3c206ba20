package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.PurgeLag;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore.Call;

class PurgerTest {
    private final SteppedEngine stepped = new SteppedEngine();

    @AfterEach
    void close() {
        stepped.close();
    }

    @Test
    void smallBacklogsWaitForOneStepOfEachOtherContainer() {
        Items huge = stepped.expired("a", 1000);
        Items second = stepped.expired("b", 5);
        Items third = stepped.expired("c", 7);
        stepped.turn();
        stepped.turn();
        stepped.turn();
        assertThat(huge.removal().purgedItems()).isEqualTo(100);
        assertThat(second.removal().purgedItems()).isEqualTo(5);
        assertThat(third.removal().purgedItems()).isEqualTo(7);
    }

    @Test
    void whatExpiresWhileAHugeBacklogIsPurgedWaitsForOneStepOfIt() {
        Items huge = stepped.expired("b", 1000);
        Items small = stepped.container("a", SteppedEngine.LIFETIME_SECONDS);
        for (int i = 0; i < 5; i++) {
            stepped.turn();
        }
        long purged = huge.removal().purgedItems();
        SteppedEngine.create(small, 3);
        stepped.clock.advance(Duration.ofSeconds(SteppedEngine.LIFETIME_SECONDS));
        while (small.removal().purgedItems() == 0) {
            stepped.turn();
        }
        assertThat(huge.removal().purgedItems() - purged).isLessThanOrEqualTo(Purger.STEP_ITEMS);
    }

    @Test
    void allThatHasExpiredIsPurgedAndThenLookedForEverySecond() {
        Items items = stepped.expired("a", 250);
        assertThat(stepped.turnsUntilIdle()).isEqualTo(3);
        assertThat(items.removal().lag()).isEqualTo(new PurgeLag(0, 0, 0, 250));
        assertThat(stepped.delayMillis()).isEqualTo(Purger.IDLE_MILLIS);
        SteppedEngine.create(items, 1);
        stepped.turn();
        assertThat(items.removal().purgedItems()).as("the item is alive").isEqualTo(250);
        stepped.clock.advance(Duration.ofSeconds(SteppedEngine.LIFETIME_SECONDS));
        stepped.turn();
        assertThat(items.removal().purgedItems()).isEqualTo(251);
    }

    @Test
    void containersWithNothingToDeleteFollowEachOtherWithoutAPause() {
        stepped.container("a", SteppedEngine.LIFETIME_SECONDS);
        stepped.container("b", SteppedEngine.LIFETIME_SECONDS);
        stepped.expired("c", 5);
        stepped.turn();
        assertThat(stepped.delayMillis()).as("after a").isZero();
        stepped.turn();
        assertThat(stepped.delayMillis()).as("after b").isZero();
        stepped.turn();
        assertThat(stepped.delayMillis()).as("after the round").isEqualTo(Purger.IDLE_MILLIS);
    }

    @Test
    void deletionIsFollowedByAPauseBeforeTheNextContainer() {
        stepped.expired("a", 5);
        stepped.container("b", SteppedEngine.LIFETIME_SECONDS);
        stepped.turn();
        assertThat(stepped.delayMillis()).isPositive();
    }

    @Test
    void lagTellsHowMuchIsLeftAndHowLateItIs() {
        Items items = stepped.expired("a", 150);
        stepped.clock.advance(Duration.ofSeconds(3));
        assertThat(items.removal().lag().lateSeconds()).isEqualTo(3);
        assertThat(items.removal().lag().items()).isEqualTo(150);
        long bytes = items.removal().lag().bytes();
        stepped.turn();
        assertThat(items.removal().lag().items()).isEqualTo(50);
        assertThat(items.removal().lag().bytes()).isBetween(1L, bytes - 1);
    }

    @Test
    void whereNothingExpiresNothingRuns() {
        SteppedEngine.create(stepped.container("a", null), 10);
        assertThat(stepped.isAwake()).isFalse();
        stepped.restart();
        assertThat(stepped.isAwake()).isFalse();
    }

    @Test
    void containersWithoutTimeToLiveAreNotOpened() {
        stepped.container("a", null);
        stepped.expired("b", 5);
        stepped.store.partition(1).commit(new Commit(Durability.SYNCED).put(PartitionHead.KEY, new byte[] {1}));
        stepped.restart();
        stepped.turnsUntilIdle();
        assertThat(stepped.engine.background().purgedItems()).isEqualTo(5);
        assertThat(stepped.engine.background().failedPurgeSteps())
                .as("one that is damaged was not touched")
                .isZero();
    }

    @Test
    void removedDefaultStopsThePurgeAtTheNextStep() {
        Items items = stepped.expired("a", 250);
        stepped.turn();
        stepped.changeDefault("a", null);
        while (stepped.isAwake()) {
            stepped.turn();
        }
        assertThat(items.removal().purgedItems()).isEqualTo(100);
        assertThat(items.usage().items()).as("they are back").isEqualTo(150);
        stepped.changeDefault("a", 1);
        assertThat(stepped.turnsUntilIdle()).isEqualTo(2);
        assertThat(items.removal().purgedItems()).isEqualTo(250);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatCameBackToLifeIsNotPurgedByAStepUnderWay() throws InterruptedException {
        Items items = stepped.expired("a", 250);
        AtomicLong seen = new AtomicLong();
        Thread remover = new Thread(() -> {
            stepped.changeDefault("a", null);
            seen.set(items.usage().items());
        });
        remover.setDaemon(true);
        stepped.store.beforeCommit(1, () -> {
            remover.start();
            while (remover.getState() != Thread.State.BLOCKED && remover.isAlive()) {
                Thread.onSpinWait();
            }
        });
        stepped.turn();
        remover.join();
        assertThat(items.usage().items()).isEqualTo(seen.get()).isEqualTo(150);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void usageCountsNoExpiredItemWhileTheyArePurged() throws InterruptedException {
        Items items = stepped.expired("a", 2000);
        AtomicLong most = new AtomicLong();
        Thread reader = new Thread(() -> {
            while (items.removal().purgedItems() < 2000) {
                most.accumulateAndGet(items.usage().items(), Math::max);
            }
        });
        reader.setDaemon(true);
        reader.start();
        stepped.turnsUntilIdle();
        reader.join();
        assertThat(most).hasValue(0);
    }

    @Test
    void failedStepIsTriedAgainLaterAndHoldsUpNobody() {
        Items failing = stepped.expired("a", 50);
        Items other = stepped.expired("b", 50);
        stepped.store.failCall(1, Call.COMMIT);
        stepped.turnsUntilIdle();
        assertThat(stepped.engine.background().failedPurgeSteps()).isEqualTo(1);
        assertThat(failing.removal().purgedItems()).isZero();
        assertThat(other.removal().purgedItems()).isEqualTo(50);
        stepped.turnsUntilIdle();
        assertThat(failing.removal().purgedItems()).isEqualTo(50);
        assertThat(stepped.engine.background().failedPurgeSteps()).isEqualTo(1);
    }

    @Test
    void stepThatKeepsFailingIsTriedLessAndLessOften() {
        stepped.expired("a", 50);
        List<Integer> tries = new ArrayList<>();
        for (int second = 0; second < 20; second++) {
            stepped.store.failCall(1, Call.COMMIT);
            long before = stepped.engine.background().failedPurgeSteps();
            stepped.turn();
            if (stepped.engine.background().failedPurgeSteps() > before) {
                tries.add(second);
            }
            stepped.store.disarm();
        }
        assertThat(tries).containsExactly(0, 1, 3, 7, 15);
    }

    @Test
    void deletedContainerIsPassedOver() {
        stepped.expired("a", 250);
        Items other = stepped.expired("b", 250);
        stepped.turn();
        stepped.engine.deleteContainer("d", "a");
        stepped.turnsUntilIdle();
        assertThat(other.removal().purgedItems()).isEqualTo(250);
        assertThat(stepped.engine.background().failedPurgeSteps()).isZero();
        assertThat(stepped.engine.background().purgedItems())
                .as("what was purged before counts")
                .isEqualTo(350);
    }

    @Test
    void closedEngineMakesNoStep() {
        Items items = stepped.expired("a", 250);
        stepped.turn();
        stepped.engine.close();
        stepped.turn();
        assertThat(stepped.isAwake()).isFalse();
        assertThat(items.removal().purgedItems()).isEqualTo(100);
        assertThat(stepped.engine.background().failedPurgeSteps()).isZero();
    }

    @Test
    void purgeGoesOnAfterARestartBeforeAnybodyAsksForTheContainer() {
        stepped.expired("a", 250);
        stepped.turn();
        stepped.restart();
        stepped.turnsUntilIdle();
        assertThat(stepped.engine.background().purgedItems()).isEqualTo(150);
        assertThat(StoreCheck.run(stepped.store).findings()).isEmpty();
    }
}
