package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogBarrierTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);

    private CatalogBarrier look(long version) {
        CatalogBarrier barrier = new CatalogBarrier(new Rules(LeaseTimes.DEFAULT));
        barrier.add(1, version);
        driver.run(barrier.look());
        return barrier;
    }

    @Test
    void partitionWithoutHeadPasses() {
        assertThat(look(5).isPassed()).isTrue();
    }

    @Test
    void partitionWithoutOwnerPasses() {
        driver.run(node.acquire(1).release());
        assertThat(look(5).isPassed()).isTrue();
    }

    @Test
    void ownerThatGoesByAnOlderCatalogDoesNotPass() {
        node.acquire(1);
        CatalogBarrier barrier = look(5);
        assertThat(barrier.isPassed()).isFalse();
        driver.catalog = driver.catalog.withPolicy(5, driver.container(), "other");
        driver.run(CatalogPoll.of(node.local));
        driver.run(node.owned(1).switchTo(node.local.catalog()));
        node.renew();
        driver.run(barrier.look());
        assertThat(barrier.isPassed()).isTrue();
    }

    @Test
    void deadOwnerThatNobodyHasReplacedDoesNotPass() {
        node.acquire(1);
        TestNode other = TestNode.started(driver, 2);
        other.outlive(node.id());
        assertThat(look(0).isPassed()).isFalse();
    }
}
