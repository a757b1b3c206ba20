package org.mayflydb.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.EngineListener;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Change;
import org.mayflydb.embedded.Changes;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Row;
import org.mayflydb.format.EarlierStore.Held;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.Store;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A store of the earlier format is upgraded when it is opened, and holds what it held. */
class StoreUpgradeTest {
    @TempDir
    private Path directory;

    private EarlierStore earlier;
    private MovableClock clock;
    private Mayfly mayfly;
    private final List<String> progress = new ArrayList<>();

    @BeforeEach
    void open() {
        earlier = EarlierStore.unpack(directory);
        clock = MovableClock.startingAt(Instant.ofEpochSecond(earlier.now()));
        mayfly = reopen();
    }

    private Mayfly reopen() {
        return Mayfly.builder()
                .clock(clock)
                .backgroundPurge(false)
                .listener(new Heard())
                .open(earlier.open());
    }

    private final class Heard implements EngineListener {
        @Override
        public void storeCopied(Path copy) {
            progress.add("copied to " + copy.getFileName());
        }

        @Override
        public void upgradeProgressed(int partitionsDone, int partitions, long entries) {
            progress.add(partitionsDone + " of " + partitions);
        }

        @Override
        public void upgradeFinished() {
            progress.add("finished");
        }
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    private Container container(String id) {
        return mayfly.database("shop").container(id);
    }

    private List<String> listed(String container) {
        return container(container).list(1000).items().stream().map(Item::json).toList();
    }

    @Test
    void everyItemIsThereUntilItExpires() {
        TreeSet<Long> seconds = new TreeSet<>(List.of(earlier.now()));
        for (Held item : earlier.held()) {
            if (item.deadline() < Long.MAX_VALUE) {
                seconds.add(item.deadline() - 1);
                seconds.add(item.deadline());
            }
        }
        assertThat(seconds).hasSizeGreaterThan(20);
        for (long second : seconds.tailSet(earlier.now())) {
            clock.set(Instant.ofEpochSecond(second));
            for (String container : earlier.containers()) {
                assertThat(listed(container))
                        .as("%s at %s", container, second)
                        .containsExactlyInAnyOrderElementsOf(earlier.visible(container, second));
            }
        }
    }

    @Test
    void indexFindsWhatItemsHold() {
        assertThat(ids("plain", "SELECT VALUE c.id FROM c WHERE c.n >= 30 AND c.n < 45"))
                .containsExactlyInAnyOrderElementsOf(held("plain", 30, 45));
        assertThat(ids("reindexed", "SELECT VALUE c.id FROM c WHERE c.n = 7")).containsExactly("\"r7\"");
        assertThat(ids("bare", "SELECT VALUE c.id FROM c WHERE c.n = 7")).containsExactly("\"b7\"");
        assertThat(ids("split", "SELECT VALUE c.id FROM c WHERE c.n = 1000")).containsExactly("\"after the split\"");
        assertThat(ids("plain", "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c['values'], 5099)"))
                .containsExactly("\"many\"");
    }

    @Test
    void compositeIndexSorts() {
        List<String> sorted = ids("unique", "SELECT VALUE c.last FROM c ORDER BY c.last, c.age DESC");
        assertThat(sorted).hasSizeGreaterThan(20).isSorted();
    }

    private List<String> ids(String container, String sql) {
        return container(container).query(sql).rows().stream().map(Row::json).toList();
    }

    private List<String> held(String container, int from, int below) {
        return earlier.held().stream()
                .filter(item -> item.container().equals(container))
                .map(Held::item)
                .filter(item -> item.get("n") != null && isBetween(item, from, below))
                .map(item -> String.valueOf(item.get("id")))
                .toList();
    }

    private static boolean isBetween(JsonObject item, int from, int below) {
        double n = Double.parseDouble(String.valueOf(item.get("n")));
        return n >= from && n < below;
    }

    @Test
    void feedShowsEveryItemInItsOrder() {
        for (String container : List.of("plain", "old-hash", "levels", "cleared")) {
            List<Change> changes = container(container).changes().rest();
            assertThat(changes).extracting(Change::lsn).as(container).isSorted();
            assertThat(changes.stream().map(change -> change.json().orElseThrow()))
                    .as(container)
                    .containsExactlyInAnyOrderElementsOf(earlier.visible(container, earlier.now()));
        }
    }

    @Test
    void logContinues() {
        Container logged = container("logged");
        Changes changes = logged.changes().allVersions();
        assertThat(changes.rest()).isEmpty();
        logged.delete("g0", PartitionKey.of("key 0"));
        assertThat(changes.rest()).singleElement().satisfies(last -> {
            assertThat(last.kind()).isEqualTo(Change.Kind.DELETED);
            assertThat(last.id()).isEqualTo("g0");
        });
    }

    @Test
    void uniqueValuesStayTaken() {
        Container unique = container("unique");
        assertThatThrownBy(() -> unique.create(Map.of("id", "x", "pk", "k0", "email", "u4@example.org")))
                .isInstanceOf(ConflictException.class);
        unique.create(Map.of("id", "x", "pk", "k1", "email", "u4@example.org"));
        unique.delete("u4", PartitionKey.of("k0"));
        unique.create(Map.of("id", "y", "pk", "k0", "email", "u4@example.org"));
    }

    @Test
    void deletedKeyStaysDeletedAndItsItemsAreRemoved() {
        Container cleared = container("cleared");
        while (cleared.removeDeleted(10)) {
            // There is more to do.
        }
        assertThat(listed("cleared")).containsExactlyInAnyOrderElementsOf(earlier.visible("cleared", earlier.now()));
    }

    @Test
    void upgradedItemsCanBeReplacedAndPurged() {
        clock.set(Instant.ofEpochSecond(earlier.now() + 100_000));
        for (String id : earlier.containers()) {
            Container container = container(id);
            while (!container.purge(100).done()) {
                // There is more to do.
            }
            for (Item item : container.list(1000).items()) {
                container.upsert(item.json());
            }
        }
        mayfly.close();
        assertCheckFindsNothing();
        mayfly = reopen();
    }

    @Test
    void checkFindsNothingAfterTheUpgrade() {
        mayfly.close();
        assertCheckFindsNothing();
        mayfly = reopen();
    }

    private void assertCheckFindsNothing() {
        try (Store store = earlier.open()) {
            assertThat(StoreCheck.run(store).findings()).isEmpty();
        }
    }

    @Test
    void checkBeforeTheUpgradeSaysWhatToDo() {
        EarlierStore untouched = EarlierStore.unpack(directory.resolve("untouched"));
        try (Store store = untouched.open()) {
            assertThat(StoreCheck.run(store).findings())
                    .singleElement()
                    .asString()
                    .contains("has the format 'mayfly 2' of an earlier release. Start the server with it once");
        }
    }

    @Test
    void copyHoldsTheSameBytesInFilesThatTheEarlierReleaseOpens() throws RocksDBException {
        Path copy = directory.resolve("store-mayfly-2");
        try (Options options = new Options()) {
            assertThat(RocksDB.listColumnFamilies(options, copy.toString()))
                    .containsExactly("default".getBytes(StandardCharsets.UTF_8));
        }
        EarlierStore untouched = EarlierStore.unpack(directory.resolve("untouched"));
        try (Store original = untouched.open();
                Store copied = EarlierStore.open(copy)) {
            assertThat(EarlierStore.contents(copied)).isEqualTo(EarlierStore.contents(original));
        }
    }

    @Test
    void progressIsReportedAndTheSecondOpeningUpgradesNothing() {
        assertThat(progress)
                .startsWith("copied to store-mayfly-2", "0 of 11", "1 of 11")
                .endsWith("11 of 11", "finished");
        progress.clear();
        mayfly.close();
        mayfly = reopen();
        assertThat(progress).isEmpty();
    }

    @Test
    void restoredBackupIsUpgradedWithoutAnotherCopy() {
        EarlierStore restored = EarlierStore.unpack(directory.resolve("restored"));
        try (Store store = restored.open()) {
            StoreUpgrade.runWithoutCopy(store);
            assertThat(StoreCheck.run(store).findings()).isEmpty();
        }
        assertThat(directory.resolve("restored").toFile().list()).containsExactly("store");
    }

    @Test
    void earlierCopyIsNeverOverwritten() {
        assertThat(EarlierCopy.make(earlier.directory().toString(), target -> {
                    assertThat(Files.exists(target)).isFalse();
                    return EarlierStore.unpack(target).open();
                }))
                .isEqualTo(directory.resolve("store-mayfly-2-2"));
    }
}
