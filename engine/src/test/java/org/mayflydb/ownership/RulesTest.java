package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.partition.PartitionHead.Time;

class RulesTest {
    private static final UUID ME = new UUID(1, 1);
    private static final UUID OTHER = new UUID(2, 2);

    private final Rules rules = new Rules(LeaseTimes.DEFAULT);

    private static PartitionHead head(long floor, long newest, long shift) {
        return new PartitionHead(
                new Ownership(State.ACTIVE, 3, OTHER, 9, 1),
                new Time(floor, newest, shift),
                PartitionHead.EMPTY.counters(),
                PartitionHead.EMPTY.purged(),
                List.of(),
                false,
                OptionalLong.empty());
    }

    private static NodeRecord record(boolean alive, long validUntil) {
        return new NodeRecord(OTHER, alive, validUntil, 1, 0, 5, "host");
    }

    @Test
    void validUntilNeverFalls() {
        assertThat(rules.validUntil(50_000, 10_000, Rules.NEVER)).isEqualTo(50_000);
    }

    @Test
    void validUntilIsHeldBackByTheLowestClock() {
        assertThat(rules.validUntil(0, 100_000, 20_000)).isEqualTo(20_000 + 500 + 9_000);
    }

    @Test
    void validUntilWithoutOthersFollowsTheWallClock() {
        assertThat(rules.validUntil(0, 100_000, Rules.NEVER)).isEqualTo(109_000);
    }

    @Test
    void leaseEndsByEitherClock() {
        assertThat(rules.isLeaseValid(7_999, 7_999)).isTrue();
        assertThat(rules.isLeaseValid(8_000, 0)).isFalse();
        assertThat(rules.isLeaseValid(0, 8_000)).isFalse();
    }

    @Test
    void ownerMustBeDeadByItsRecord() {
        assertThat(rules.mayAcquire(OTHER, ME, record(true, 0))).isFalse();
        assertThat(rules.mayAcquire(OTHER, ME, record(false, 0))).isTrue();
        assertThat(rules.mayAcquire(OTHER, ME, null)).isTrue();
        assertThat(rules.mayAcquire(ME, ME, record(true, 0))).isTrue();
    }

    @Test
    void floorOfANewOwnerIsTheEndOfTheLeaseBeforeInShiftedTime() {
        assertThat(rules.acquireFloor(head(10, 8, 100), record(false, 60_500), false, 0))
                .isEqualTo(160);
    }

    @Test
    void floorOfTheSameOwnerIsItsHighWaterMark() {
        assertThat(rules.acquireFloor(head(10, 8, 100), null, true, 77)).isEqualTo(77);
    }

    @Test
    void timeNeverRunsAheadOfTheLeaseNorOfTheOthers() {
        assertThat(rules.servedWall(90_000, 80_000, Rules.NEVER)).isEqualTo(80_000);
        assertThat(rules.servedWall(90_000, 80_000, 70_000)).isEqualTo(72_500);
    }

    @Test
    void timeNeverFallsBehindWhatWasServed() {
        assertThat(rules.now(head(10, 8, 0), 33, 20_000)).isEqualTo(33);
        assertThat(rules.now(head(40, 8, 0), 33, 20_000)).isEqualTo(40);
        assertThat(rules.now(head(10, 8, 50), 33, 20_000)).isEqualTo(70);
    }

    @Test
    void releaseLeavesTheTimeThatWasServed() {
        assertThat(rules.releaseFloor(head(10, 8, 0), 99, 20_000, 30_000)).isEqualTo(99);
        assertThat(rules.releaseFloor(head(10, 8, 5), 0, 60_000, 30_000)).isEqualTo(35);
    }

    @Test
    void purgeNeedsBothClocks() {
        assertThat(rules.purgeTime(100, 50_000, 7)).isEqualTo(57);
        assertThat(rules.purgeTime(40, 50_000, 7)).isEqualTo(40);
    }

    @Test
    void deadOwnerHasAppliedNothing() {
        assertThat(rules.hasApplied(record(true, 0), 5)).isTrue();
        assertThat(rules.hasApplied(record(true, 0), 6)).isFalse();
        assertThat(rules.hasApplied(record(false, 0), 5)).isFalse();
        assertThat(rules.hasApplied(null, 5)).isFalse();
    }
}
