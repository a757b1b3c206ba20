package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeLeaseTest {
    private final TestNode clocks = new TestNode(new StoreDriver(), 1);
    private final NodeLease lease = new NodeLease(new Rules(LeaseTimes.DEFAULT), clocks);

    @Test
    void leaseBeginsWithTheFirstRenewal() {
        assertThat(lease.isValid()).isFalse();
        lease.renewed(clocks.monotonic(), clocks.wall(), 5);
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.validUntil()).isEqualTo(5);
    }

    @Test
    void leaseEndsAMarginBeforeItsTerm() {
        lease.renewed(clocks.monotonic(), clocks.wall(), 0);
        clocks.advance(7_999);
        assertThat(lease.isValid()).isTrue();
        clocks.advance(1);
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void leaseThatIsLostStaysSo() {
        lease.renewed(clocks.monotonic(), clocks.wall(), 0);
        lease.lose();
        assertThat(lease.isValid()).isFalse();
    }
}
