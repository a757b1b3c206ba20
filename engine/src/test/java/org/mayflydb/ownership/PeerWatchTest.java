package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.membership.NodeRecord;

class PeerWatchTest {
    private static final UUID ME = new UUID(1, 1);
    private final PeerWatch watch = new PeerWatch(new Rules(LeaseTimes.DEFAULT));

    private static NodeRecord record(int node, boolean alive, long counter, long wall) {
        return new NodeRecord(new UUID(node, 1), alive, 0, counter, wall, 0, "host" + node);
    }

    @Test
    void recordIsLateOnceItHasNotChangedForALeaseAndItsMargin() {
        watch.update(List.of(record(2, true, 1, 0)), 1_000);
        watch.update(List.of(record(2, true, 1, 0)), 9_000);
        assertThat(watch.late(ME, 10_999)).isNull();
        assertThat(watch.late(ME, 11_000)).isNotNull();
    }

    @Test
    void renewalStartsTheWatchAnew() {
        watch.update(List.of(record(2, true, 1, 0)), 1_000);
        watch.update(List.of(record(2, true, 2, 0)), 9_000);
        assertThat(watch.late(ME, 18_999)).isNull();
    }

    @Test
    void ownRecordIsNeverLate() {
        watch.update(List.of(record(1, true, 1, 0)), 0);
        assertThat(watch.late(ME, 100_000)).isNull();
    }

    @Test
    void lowestClockIsThatOfLiveNodesAndRunsOn() {
        watch.update(List.of(record(2, true, 1, 5_000), record(3, true, 1, 3_000), record(4, false, 1, 10)), 1_000);
        assertThat(watch.peerLow(ME, 2_000)).isEqualTo(4_000);
        assertThat(watch.peerLow(ME, 10_001)).isEqualTo(Rules.NEVER);
    }

    @Test
    void highestClockOfOtherHostsIncludesDeadNodes() {
        watch.update(List.of(record(2, true, 1, 5_000), record(4, false, 1, 9_000)), 1_000);
        assertThat(watch.otherHostsHigh("host2", 2_000)).isEqualTo(10_000);
        assertThat(watch.otherHostsHigh("host4", 2_000)).isEqualTo(6_000);
        assertThat(watch.isOtherHostAlive("host2")).isFalse();
    }

    @Test
    void medianNeedsTwoOthers() {
        watch.update(List.of(record(2, true, 1, 5_000)), 0);
        assertThat(watch.lowerMedian(ME, 0)).isEqualTo(-Rules.NEVER);
        watch.update(List.of(record(2, true, 1, 5_000), record(3, true, 1, 8_000)), 0);
        assertThat(watch.lowerMedian(ME, 0)).isEqualTo(5_000);
    }

    @Test
    void recordThatIsGoneIsForgotten() {
        watch.update(List.of(record(2, true, 1, 5_000)), 0);
        watch.update(List.of(), 1_000);
        assertThat(watch.copyOf(new UUID(2, 1))).isNull();
    }
}
