package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.ownership.CatalogView.Mapped;
import org.mayflydb.ownership.CatalogView.Removed;

class CatalogViewTest {
    private final CatalogView created = CatalogView.FIRST.withContainer(5, "a", 2, "policy");

    private Mapped container(CatalogView view) {
        Mapped container = view.containers().get("a");
        if (container == null) {
            throw new IllegalStateException("there is no container");
        }
        return container;
    }

    @Test
    void systemPartitionIsAlwaysInTheMap() {
        assertThat(CatalogView.FIRST.partitions()).containsExactly(CatalogView.SYSTEM);
        assertThat(CatalogView.FIRST.contains(CatalogView.SYSTEM)).isTrue();
    }

    @Test
    void numbersAreNeverReused() {
        CatalogView deleted = created.without(6, container(created));
        assertThat(deleted.withContainer(7, "a", 1, "policy").partitions()).containsExactly(0, 3);
    }

    @Test
    void deletedContainerTakesItsUnfinishedChildrenAlong() {
        CatalogView splitting = created.withChildren(6, 2, 4);
        CatalogView deleted = splitting.without(7, container(splitting));
        assertThat(deleted.deleted())
                .containsExactly(
                        new Removed(1, "a", 7), new Removed(2, "a", 7), new Removed(3, "a", 7), new Removed(4, "a", 7));
        assertThat(deleted.allocations()).isEmpty();
    }

    @Test
    void childrenTakeThePlaceOfTheirParentOnce() {
        CatalogView switched = created.withChildren(6, 1, 4).switched(7, 1, List.of(3, 4));
        assertThat(container(switched).partitions()).containsExactly(3, 4, 2);
        assertThat(switched.allocations()).isEmpty();
        assertThat(switched.switched(8, 1, List.of(3, 4))).isSameAs(switched);
    }

    @Test
    void switchAfterADeleteDoesNothing() {
        CatalogView deleted = created.withChildren(6, 1, 4).without(7, container(created));
        assertThat(deleted.switched(8, 1, List.of(3, 4))).isSameAs(deleted);
    }

    @Test
    void droppedPartitionsLeaveTheLists() {
        CatalogView deleted = created.without(6, container(created));
        assertThat(deleted.collected(7, 1).deleted()).containsExactly(new Removed(2, "a", 6));
        CatalogView splitting = created.withChildren(6, 1, 4);
        assertThat(splitting.collected(7, 3).collected(8, 4).allocations()).isEmpty();
        assertThat(created.collected(7, 9)).isSameAs(created);
    }

    @Test
    void allocationBelongsToAnEpoch() {
        CatalogView splitting = created.withChildren(6, 1, 4);
        assertThat(splitting.allocation(1, 4)).isNotNull();
        assertThat(splitting.allocation(1, 5)).isNull();
    }
}
