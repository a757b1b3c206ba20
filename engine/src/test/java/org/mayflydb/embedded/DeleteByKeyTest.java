package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.item;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.key.PartitionKey;

/** Deleting all items of a partition key. */
class DeleteByKeyTest {
    private static final PartitionKey OTHER = PartitionKey.of("q");

    private final Shop shop = new Shop();
    private final Container container = shop.container(null);

    @AfterEach
    void close() {
        shop.close();
    }

    private static void fill(Container target) {
        for (int i = 0; i < 20; i++) {
            target.create(item("i" + i));
        }
        target.create("{\"id\":\"other\",\"pk\":\"q\"}");
    }

    private static List<?> count(Container of, String condition) {
        return of.query("SELECT VALUE COUNT(1) FROM c " + condition).rows().stream()
                .map(Row::value)
                .toList();
    }

    @Test
    void itemsOfTheKeyAreGoneForEveryOperationBeforeTheyAreRemoved() {
        fill(container);
        container.deleteAll(KEY);
        assertThat(container.find("i3", KEY)).isEmpty();
        assertThat(container.list(KEY, 100, null).items()).isEmpty();
        assertThat(container.list(100).items()).hasSize(1);
        assertThat(container.query("SELECT * FROM c WHERE c.pk = 'p'").rows()).isEmpty();
        assertThat(container.query("SELECT * FROM c ORDER BY c.id").rows()).hasSize(1);
        assertThat(count(container, "").toString()).isEqualTo("[1]");
        assertThat(count(container, "WHERE c.pk = 'p'").toString()).isEqualTo("[0]");
        assertThat(container.usage().items()).isEqualTo(1);
        assertThat(container.changes().rest()).hasSize(1);
        assertThatThrownBy(() -> container.delete("i3", KEY)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> container.replace("i3", item("i3"))).isInstanceOf(NotFoundException.class);
        assertThat(container.find("other", OTHER)).isPresent();
    }

    @Test
    void whatIsWrittenAfterwardsLives() {
        fill(container);
        container.deleteAll(KEY);
        container.create(item("i3"));
        container.upsert(item("new"));
        while (container.removeDeleted(3)) {}
        assertThat(container.list(KEY, 100, null).items()).hasSize(2);
        assertThat(container.usage().items()).isEqualTo(3);
    }

    @Test
    void uniqueValuesAreFreeAtOnce() {
        Container unique = shop.database.createContainer(
                ContainerSpec.named("unique").partitionKey("/pk").uniqueKey("/mail"));
        unique.create("{\"id\":\"a\",\"pk\":\"p\",\"mail\":1}");
        unique.deleteAll(KEY);
        unique.create("{\"id\":\"b\",\"pk\":\"p\",\"mail\":1}");
        while (unique.removeDeleted(1)) {}
        assertThat(unique.find("b", KEY)).isPresent();
    }

    @Test
    void aKeyCanBeDeletedAgain() {
        fill(container);
        container.deleteAll(KEY);
        container.create(item("again"));
        container.deleteAll(KEY);
        assertThat(container.find("again", KEY)).isEmpty();
        while (container.removeDeleted(3)) {}
        assertThat(container.usage().items()).isEqualTo(1);
    }

    @Test
    void theLogHasADeleteForEachItem() {
        Container logged = shop.database.createContainer(ContainerSpec.named("logged")
                .partitionKey("/pk")
                .defaultTtlSeconds(-1)
                .changeRetention(Duration.ofMinutes(5)));
        Changes changes = logged.changes().allVersions();
        changes.rest();
        logged.create(item("a"));
        logged.create(item("b", "10"));
        shop.pass(10);
        logged.deleteAll(KEY);
        while (logged.removeDeleted(1)) {}
        assertThat(changes.rest().stream().map(change -> change.kind() + " " + change.id()))
                .containsExactly("CREATED a", "CREATED b", "DELETED a", "EXPIRED b");
    }

    @Test
    void theFirstLevelsOfAHierarchicalKeyDeleteAllBelow() {
        Container tree = shop.database.createContainer(
                ContainerSpec.named("tree").partitionKey("/a", "/b").throughput(40_000));
        for (int i = 0; i < 20; i++) {
            tree.create("{\"id\":\"i" + i + "\",\"a\":\"a" + i % 2 + "\",\"b\":\"b" + i + "\"}");
        }
        tree.deleteAll(PartitionKey.of("a1"));
        assertThat(tree.list(100).items()).hasSize(10);
        tree.deleteAll(PartitionKey.of("a0", "b4"));
        assertThat(tree.list(100).items()).hasSize(9);
        assertThat(tree.usage().items()).isEqualTo(9);
        while (tree.removeDeleted(2)) {}
        assertThat(tree.usage().items()).isEqualTo(9);
    }

    @Test
    void aKeyThatNoItemCanHaveIsRefused() {
        assertThatThrownBy(() -> container.deleteAll(PartitionKey.of("a", "b")))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> container.deleteAll(PartitionKey.empty())).isInstanceOf(BadRequestException.class);
    }

    @Test
    void onlySoManyDeletionsMayWait() {
        for (int i = 0; i < 256; i++) {
            container.deleteAll(PartitionKey.of(i));
        }
        assertThatThrownBy(() -> container.deleteAll(KEY)).isInstanceOf(TooBusyException.class);
        while (container.removeDeleted(100)) {}
        container.deleteAll(KEY);
    }
}
