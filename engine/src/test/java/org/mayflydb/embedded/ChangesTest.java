package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.item;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;

/** The feed of latest versions. */
class ChangesTest {
    private final Shop shop = new Shop();
    private final Container container = shop.container(null);

    @AfterEach
    void close() {
        shop.close();
    }

    private static List<String> ids(List<Change> changes) {
        return changes.stream().map(Change::id).toList();
    }

    @Test
    void itemsComeInTheOrderOfTheirLastWrites() {
        container.create(item("a"));
        container.create(item("b"));
        container.create(item("c"));
        container.upsert(item("a"));
        assertThat(ids(container.changes().rest())).containsExactly("b", "c", "a");
    }

    @Test
    void aChangeTellsWhatItIsAbout() {
        container.create(item("a"));
        Change change = container.changes().rest().get(0);
        assertThat(change.kind()).isEqualTo(Change.Kind.WRITTEN);
        assertThat(change.lsn()).as("the container has the first").isEqualTo(2);
        assertThat(change.timestamp()).isEqualTo(Instant.ofEpochSecond(Shop.START));
        assertThat(change.partitionKey()).isEqualTo(KEY);
        assertThat(change.toMap().orElseThrow()).containsEntry("id", "a");
    }

    @Test
    void deletedItemsAreNotInIt() {
        container.create(item("a"));
        container.create(item("b"));
        container.delete("a", KEY);
        assertThat(ids(container.changes().rest())).containsExactly("b");
    }

    @Test
    void expiredItemsAreNotInItPurgedOrNot() {
        Container expiring = shop.container(10);
        expiring.create(item("a"));
        shop.pass(5);
        expiring.create(item("b"));
        shop.pass(5);
        assertThat(ids(expiring.changes().rest())).containsExactly("b");
        expiring.purge(100);
        assertThat(ids(expiring.changes().rest())).containsExactly("b");
    }

    @Test
    void aReaderGoesOnWithWhatCameLater() {
        container.create(item("a"));
        Changes changes = container.changes();
        assertThat(ids(changes.rest())).containsExactly("a");
        assertThat(changes.rest()).isEmpty();
        container.create(item("b"));
        assertThat(ids(changes.rest())).containsExactly("b");
    }

    @Test
    void aContinuationServesAnotherReader() {
        container.create(item("a"));
        container.create(item("b"));
        Changes first = container.changes().pageItems(1);
        assertThat(ids(first.next().changes())).containsExactly("a");
        String bookmark = first.continuation();
        assertThat(ids(container.changes().after(bookmark).rest())).containsExactly("b");
    }

    @Test
    void fromNowBeginsWithTheNextChange() {
        container.create(item("a"));
        Changes changes = container.changes().fromNow();
        assertThat(changes.rest()).isEmpty();
        container.create(item("b"));
        assertThat(ids(changes.rest())).containsExactly("b");
    }

    @Test
    void aPointInTimeBeginsWithTheChangesOfThatSecond() {
        container.create(item("a"));
        shop.pass(10);
        container.create(item("b"));
        shop.pass(10);
        container.create(item("c"));
        assertThat(ids(since(0))).containsExactly("a", "b", "c");
        assertThat(ids(since(1))).containsExactly("b", "c");
        assertThat(ids(since(10))).containsExactly("b", "c");
        assertThat(ids(since(11))).containsExactly("c");
        assertThat(ids(since(21))).isEmpty();
    }

    private List<Change> since(long seconds) {
        return container
                .changes()
                .since(Instant.ofEpochSecond(Shop.START + seconds))
                .rest();
    }

    @Test
    void oneLogicalPartitionCanBeFollowed() {
        container.create(item("a"));
        container.create("{\"id\":\"b\",\"pk\":\"q\"}");
        container.create(item("c"));
        assertThat(ids(container.changes().in(KEY).rest())).containsExactly("a", "c");
        assertThat(ids(container.changes().in(PartitionKey.of("q")).rest())).containsExactly("b");
        assertThat(ids(container.changes().in(PartitionKey.of("r")).rest())).isEmpty();
    }

    @Test
    void allPartitionsOfAContainerAreRead() {
        Container wide = shop.database.createContainer(
                ContainerSpec.named("wide").partitionKey("/id").throughput(40_000));
        for (int i = 0; i < 100; i++) {
            wide.create("{\"id\":\"i" + i + "\"}");
        }
        Changes changes = wide.changes().pageItems(7);
        assertThat(ids(changes.rest())).hasSize(100).doesNotHaveDuplicates();
        wide.upsert("{\"id\":\"i5\"}");
        assertThat(ids(changes.rest())).containsExactly("i5");
    }

    @Test
    void manyExpiredItemsMakeEmptyPagesThatGetOn() {
        Container expiring = shop.container(10);
        for (int i = 0; i < 12_000; i++) {
            expiring.create(item("old" + i));
        }
        shop.pass(10);
        expiring.create(item("new"));
        Changes changes = expiring.changes();
        ChangePage first = changes.next();
        assertThat(first.changes()).isEmpty();
        assertThat(first.isUpToDate()).isFalse();
        assertThat(ids(changes.rest())).containsExactly("new");
    }

    @Test
    void anItemThatComesBackToLifeIsSeenByWhoHasNotPassedIt() {
        Container expiring = shop.container(10);
        expiring.create(item("a"));
        shop.pass(10);
        assertThat(expiring.changes().rest()).isEmpty();
        expiring.defaultTtlSeconds(-1);
        assertThat(ids(expiring.changes().rest())).containsExactly("a");
    }

    @Test
    void aContinuationOfAnotherContainerIsRefused() {
        container.create(item("a"));
        Changes changes = container.changes();
        changes.rest();
        String bookmark = changes.continuation();
        Container other = shop.container(null);
        assertThatThrownBy(() -> other.changes().after(bookmark).next()).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(
                        () -> container.changes().allVersions().after(bookmark).next())
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void aWriteOptionDoesNotHideTheChange() {
        container.create(item("a"), WriteOptions.ttlSeconds(60));
        assertThat(container.changes().rest().get(0).json().orElseThrow()).contains("\"ttl\":60");
    }

    @Test
    void aRetentionIsInWholeMinutes() {
        assertThatThrownBy(() -> ContainerSpec.named("x").changeRetention(Duration.ofSeconds(90)))
                .isInstanceOf(BadRequestException.class);
    }
}
