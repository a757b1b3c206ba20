package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.CommitOutcome;

class CatalogChangeTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);
    private final OwnedPartition system = node.acquire(CatalogView.SYSTEM);
    private final List<@Nullable CatalogView> results = new ArrayList<>();

    private void change(CatalogEdit edit) {
        driver.run(CatalogChange.of(node.local, system, edit, changed -> {
            results.add(changed);
            return null;
        }));
    }

    @Test
    void versionIsTheSequenceOfTheHead() {
        change((current, version) -> current.withShift(version, 7));
        assertThat(driver.catalog.shift()).isEqualTo(7);
        assertThat(driver.catalog.version())
                .isEqualTo(driver.existingHead(CatalogView.SYSTEM).sequence());
        assertThat(node.local.catalog()).isSameAs(driver.catalog);
    }

    @Test
    void changeWithNothingToChangeHasTheCurrentVersion() {
        change((current, version) -> current);
        assertThat(results).containsExactly(driver.catalog);
    }

    @Test
    void changeWithNothingToChangeIsNotAnsweredWithoutALease() {
        node.advance(8_000);
        change((current, version) -> current);
        assertThat(results).containsExactly((CatalogView) null);
    }

    @Test
    void changeThatWasFencedIsNotKnownToBeApplied() {
        CatalogView before = node.local.catalog();
        driver.forced.add(CommitOutcome.UNKNOWN);
        change((current, version) -> current.withShift(version, 7));
        assertThat(results).containsExactly((CatalogView) null);
        assertThat(node.local.catalog()).isSameAs(before);
    }

    @Test
    void barrierOfADeleteWaitsForItsEntriesAlone() {
        CatalogView deleted = driver.catalog.without(5, driver.container());
        node.acquire(1);
        CatalogBarrier other = CatalogChange.barrier(node.local, deleted, "c1");
        assertThat(other.isPassed()).isTrue();
        CatalogBarrier barrier = CatalogChange.barrier(node.local, deleted, "c0");
        driver.run(barrier.look());
        assertThat(barrier.isPassed()).isFalse();
    }
}
