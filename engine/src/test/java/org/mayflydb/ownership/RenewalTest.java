package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.storage.CommitOutcome;

class RenewalTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = new TestNode(driver, 1);

    @Test
    void firstRenewalRegisters() {
        node.renew();
        assertThat(driver.nodes()).singleElement().satisfies(record -> {
            assertThat(record.alive()).isTrue();
            assertThat(record.validUntil()).isEqualTo(node.wall() + 9_000);
        });
        assertThat(node.local.lease().isValid()).isTrue();
    }

    @Test
    void leaseCountsFromBeforeTheReads() {
        StoreStep reads = Renewal.of(node.local);
        node.advance(7_999);
        driver.run(reads);
        assertThat(node.local.lease().isValid()).isTrue();
        node.advance(1);
        assertThat(node.local.lease().isValid()).isFalse();
    }

    @Test
    void suspendedMachineHasNoLease() {
        node.renew();
        node.suspend(8_000);
        assertThat(node.local.lease().isValid()).isFalse();
    }

    @Test
    void renewalOfUnknownOutcomeDoesNotCount() {
        node.renew();
        node.advance(7_000);
        driver.forced.add(CommitOutcome.UNKNOWN);
        node.renew();
        node.advance(1_000);
        assertThat(node.local.lease().isValid()).isFalse();
    }

    @Test
    void deadNodeLosesEverythingAndRegistersAnew() {
        TestNode started = TestNode.started(driver, 2);
        OwnedPartition owned = started.acquire(1);
        UUID before = started.id();
        TestNode other = TestNode.started(driver, 3);
        other.outlive(before);
        started.renew();
        assertThat(started.id()).isNotEqualTo(before);
        assertThat(owned.isLost()).isTrue();
        assertThat(started.local.partition(1)).isNull();
    }

    @Test
    void validUntilDoesNotFollowAClockThatIsSetBack() {
        node.renew();
        long before = driver.nodes().get(0).validUntil();
        node.setWall(1);
        node.renew();
        assertThat(driver.nodes()).extracting(NodeRecord::validUntil).containsExactly(before);
    }
}
