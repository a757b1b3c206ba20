package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.membership.NodeRecord;

class MembershipPollTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode one = TestNode.started(driver, 1);
    private final TestNode other = TestNode.started(driver, 2);

    @Test
    void nodeThatDoesNotRenewIsDeclaredDead() {
        other.poll();
        other.advance(9_999);
        other.renew();
        other.poll();
        assertThat(driver.node(one.id())).extracting(NodeRecord::alive).isEqualTo(true);
        other.advance(1);
        other.poll();
        assertThat(driver.node(one.id())).extracting(NodeRecord::alive).isEqualTo(false);
    }

    @Test
    void nodeThatRenewsMeanwhileStaysAlive() {
        other.poll();
        other.advance(10_000);
        StoreStep poll = MembershipPoll.of(other.local);
        StoreStep declares = ((StoreStep.ReadNodes) poll).then().apply(driver.nodes());
        one.advance(5_000);
        one.renew();
        driver.run(declares);
        assertThat(driver.node(one.id())).extracting(NodeRecord::alive).isEqualTo(true);
    }

    @Test
    void nodeThatStopsMarksItselfDead() {
        UUID id = one.id();
        one.local.stop();
        driver.run(MembershipPoll.leave(one.local));
        assertThat(driver.node(id)).extracting(NodeRecord::alive).isEqualTo(false);
        assertThat(one.local.id()).isNull();
    }

    @Test
    void nodeBehindTheMedianDrains() {
        TestNode third = TestNode.started(driver, 3);
        third.setWall(one.wall() - 600);
        third.poll();
        assertThat(third.local.isDraining()).isTrue();
        third.setWall(one.wall() - 500);
        third.poll();
        assertThat(third.local.isDraining()).isFalse();
    }
}
