package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PurgeClockTest {
    private static final long DAY = 86_400_000;
    private final StoreDriver driver = new StoreDriver();

    @Test
    void clockThatIsADayAheadDeletesNothingEarly() {
        TestNode.started(driver, 2);
        TestNode.started(driver, 3);
        TestNode node = TestNode.started(driver, 1);
        long right = node.wall();
        node.setWall(right + DAY);
        node.poll();
        assertThat(node.local.purgeClock().wall()).isEqualTo(right + 500);
    }

    @Test
    void nothingIsPurgedBeforeTheFirstPoll() {
        assertThat(new TestNode(driver, 1).local.purgeClock().wall()).isNegative();
    }

    @Test
    void recordOfADeadHostStillCounts() {
        TestNode other = TestNode.started(driver, 2);
        TestNode node = TestNode.started(driver, 1);
        node.outlive(other.id());
        long right = node.wall();
        node.setWall(right + DAY);
        node.poll();
        assertThat(node.local.purgeClock().wall()).isEqualTo(right + 500);
    }

    @Test
    void lonelyNodeBelievesItsClockAfterAWhile() {
        TestNode other = TestNode.started(driver, 2);
        TestNode node = TestNode.started(driver, 1);
        node.outlive(other.id());
        node.setWall(node.wall() + DAY);
        for (int i = 0; i <= 300; i++) {
            assertThat(node.local.purgeClock().isLocal()).isFalse();
            node.advance(2_000);
            node.poll();
        }
        assertThat(node.local.purgeClock().isLocal()).isTrue();
        assertThat(node.local.purgeClock().wall()).isEqualTo(node.wall());
    }

    @Test
    void onlyHostFollowsTheMonotonicClockAfterAJump() {
        TestNode node = TestNode.started(driver, 1);
        long right = node.wall();
        node.setWall(right + DAY);
        node.advance(2_000);
        node.poll();
        assertThat(node.local.purgeClock().isLocal()).isTrue();
        assertThat(node.local.purgeClock().wall()).isEqualTo(right + 2_000);
        node.advance(600_000);
        node.poll();
        assertThat(node.local.purgeClock().wall()).isEqualTo(node.wall());
    }

    @Test
    void onlyHostFollowsItsClockBack() {
        TestNode node = TestNode.started(driver, 1);
        node.setWall(5);
        node.poll();
        assertThat(node.local.purgeClock().wall()).isEqualTo(5);
    }
}
