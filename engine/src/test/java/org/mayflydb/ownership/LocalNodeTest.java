package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LocalNodeTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);

    @Test
    void olderCatalogIsNotLearned() {
        CatalogView newer = driver.catalog.withShift(9, 1);
        assertThat(node.local.learn(newer)).isSameAs(newer);
        assertThat(node.local.learn(driver.catalog)).isSameAs(newer);
    }

    @Test
    void doubtIsSettledByALaterEpochAlone() {
        node.local.doubt(1, 4);
        node.local.settled(1, 4);
        assertThat(node.local.doubts()).containsExactly(1);
        node.local.settled(1, 5);
        assertThat(node.local.doubts()).isEmpty();
    }

    @Test
    void lossOfTheRegistrationLosesPartitionsAndDoubts() {
        OwnedPartition owned = node.acquire(1);
        node.local.doubt(7, 1);
        node.local.loseAll();
        assertThat(owned.mayRespond()).isFalse();
        assertThat(node.local.doubts()).isEmpty();
        assertThat(node.local.id()).isNull();
    }
}
