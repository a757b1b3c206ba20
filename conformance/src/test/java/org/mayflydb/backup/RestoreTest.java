package org.mayflydb.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.embedded.Change;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.ResourceId;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

class RestoreTest {
    private static final Instant START = Instant.parse("2026-11-16T09:00:00Z");
    private static final RestoreOptions DISABLE_TTL = new RestoreOptions(true, false, true);
    private static final RestoreOptions KEEP = new RestoreOptions(false, true, true);
    private static final RestoreOptions REVIVE = new RestoreOptions(true, true, true);

    @TempDir
    private Path temporary;

    private final MovableClock clock = MovableClock.startingAt(START);

    private Mayfly open(String name, InstantSource time) {
        return Mayfly.builder().clock(time).backgroundPurge(false).open(temporary.resolve(name));
    }

    /** One item that lives for a minute, one that lives for an hour because all do, and one for ever. */
    private Path backup() {
        Path directory = temporary.resolve("backup");
        try (Mayfly mayfly = open("store", clock)) {
            Container sessions = mayfly.createDatabase("shop")
                    .createContainer(ContainerSpec.named("sessions")
                            .partitionKey("/user")
                            .defaultTtl(Duration.ofHours(1)));
            sessions.create(Map.of("id", "code", "user", "ann", "ttl", 60));
            sessions.create(Map.of("id", "visit", "user", "ann"));
            sessions.create(Map.of("id", "consent", "user", "ann", "ttl", -1));
            mayfly.database("shop")
                    .createContainer(ContainerSpec.named("notes").partitionKey("/user"))
                    .create(Map.of("id", "note", "user", "bob", "ttl", 1));
            mayfly.backup(directory);
        }
        return directory;
    }

    private RestoreReport restore(RestoreOptions options) {
        return Restore.run(Backup.find(temporary.resolve("backup")), temporary.resolve("restored"), options, clock);
    }

    private List<String> ids(InstantSource time) {
        try (Mayfly mayfly = open("restored", time)) {
            return mayfly.database("shop").container("sessions").list(10).items().stream()
                    .map(RestoreTest::id)
                    .sorted()
                    .toList();
        }
    }

    private static String id(Item item) {
        return String.valueOf(item.toMap().get("id"));
    }

    @Test
    void everythingThatLivesIsThereAgain() {
        backup();
        RestoreReport report = restore(RestoreOptions.DEFAULT);
        assertThat(report).isEqualTo(new RestoreReport(START, 2, 4, 0, 0, 0, List.of()));
        assertThat(ids(clock)).containsExactly("code", "consent", "visit");
    }

    @Test
    void whatIsCreatedAfterARestoreHasTheResourceIdOfNothingThatWasCreatedAfterTheBackup() {
        backup();
        List<ResourceId> before = createMore("store");
        restore(RestoreOptions.DEFAULT);
        List<ResourceId> after = createMore("restored");
        assertThat(after.get(0)).isNotEqualTo(before.get(0));
        assertThat(after.get(1)).isNotEqualTo(before.get(1));
        assertThat(after.get(2)).as("what was in the backup").isEqualTo(before.get(2));
    }

    @Test
    void lsnsContinueAfterAllThatWereGivenOutAfterTheBackup() {
        backup();
        long before = writeOneMore("store");
        restore(RestoreOptions.DEFAULT);
        assertThat(writeOneMore("restored")).isGreaterThan(before + 1_000_000_000L);
    }

    private long writeOneMore(String store) {
        try (Mayfly mayfly = open(store, clock)) {
            Container sessions = mayfly.database("shop").container("sessions");
            sessions.upsert(Map.of("id", "more", "user", "ann"));
            return sessions.changes().rest().stream()
                    .mapToLong(Change::lsn)
                    .max()
                    .orElseThrow();
        }
    }

    /** The resource ids of a new container in an old database, of a new database, and of an old container. */
    private List<ResourceId> createMore(String store) {
        try (Mayfly mayfly = open(store, clock)) {
            mayfly.database("shop").createContainer(ContainerSpec.named("more").partitionKey("/user"));
            mayfly.createDatabase("other");
            return List.of(
                    mayfly.engine().container("shop", "more").rid(),
                    mayfly.engine().database("other").rid(),
                    mayfly.engine().container("shop", "notes").rid());
        }
    }

    @Test
    void restoredItemsExpireWhenTheyWouldHave() {
        backup();
        restore(RestoreOptions.DEFAULT);
        clock.advance(Duration.ofSeconds(59));
        assertThat(ids(clock)).contains("code");
        clock.advance(Duration.ofSeconds(1));
        assertThat(ids(clock)).containsExactly("consent", "visit");
    }

    @Test
    void whatHasExpiredByNowIsPurged() {
        backup();
        clock.advance(Duration.ofSeconds(60));
        RestoreReport report = restore(RestoreOptions.DEFAULT);
        assertThat(report.purgedItems()).isEqualTo(1);
        assertThat(report.items()).isEqualTo(3);
        assertThat(ids(InstantSource.fixed(START))).containsExactly("consent", "visit");
    }

    @Test
    void switchingTimeToLiveOffRevivesNothing() {
        backup();
        clock.advance(Duration.ofHours(1));
        RestoreReport report = restore(DISABLE_TTL);
        assertThat(report.purgedItems()).isEqualTo(2);
        assertThat(report.disabledContainers()).isEqualTo(1);
        assertThat(ids(clock)).containsExactly("consent");
    }

    @Test
    void whatIsAliveStaysForEverWhereTimeToLiveIsSwitchedOff() {
        backup();
        restore(DISABLE_TTL);
        clock.advance(Duration.ofDays(1000));
        assertThat(ids(clock)).containsExactly("code", "consent", "visit");
    }

    @Test
    void expiredItemsComeBackToLifeIfThatIsAskedFor() {
        backup();
        clock.advance(Duration.ofHours(1));
        RestoreReport report = restore(REVIVE);
        assertThat(report.purgedItems()).isZero();
        assertThat(report.keptItems()).isEqualTo(2);
        assertThat(report.items()).isEqualTo(4);
        assertThat(ids(clock)).containsExactly("code", "consent", "visit");
    }

    @Test
    void keptItemsAreUnseenWhileTimeToLiveIsOn() {
        backup();
        clock.advance(Duration.ofHours(1));
        assertThat(restore(KEEP).keptItems()).isEqualTo(2);
        assertThat(ids(clock)).containsExactly("consent");
    }

    /** The machine's clock may be behind one that was moved for a test. */
    @Test
    void whatHadExpiredWhenTheBackupWasMadeStaysGone() {
        try (Mayfly mayfly = open("store", clock)) {
            mayfly.createDatabase("shop")
                    .createContainer(ContainerSpec.named("sessions")
                            .partitionKey("/user")
                            .defaultTtl(Duration.ofDays(90)))
                    .create(Map.of("id", "visit", "user", "ann"));
            clock.advance(Duration.ofDays(90));
            mayfly.backup(temporary.resolve("backup"));
        }
        clock.advance(Duration.ofDays(-90));
        RestoreReport report = restore(DISABLE_TTL);
        assertThat(report.purgedItems()).isEqualTo(1);
        assertThat(ids(clock)).isEmpty();
    }

    @Test
    void oneBackupIsRestoredAgainAndAgain() throws IOException {
        backup();
        restore(DISABLE_TTL);
        try (Mayfly mayfly = open("restored", clock)) {
            mayfly.database("shop").delete();
        }
        Files.move(temporary.resolve("restored"), temporary.resolve("other"));
        assertThat(restore(RestoreOptions.DEFAULT).items()).isEqualTo(4);
    }

    @Test
    void directoryThatHoldsSomethingIsRefused() throws IOException {
        backup();
        Path directory = Files.createDirectory(temporary.resolve("restored"));
        Files.createFile(directory.resolve("letter"));
        assertThatThrownBy(() -> restore(RestoreOptions.DEFAULT))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("into an empty directory only")
                .hasMessageContaining("letter");
        assertThat(directory).isDirectoryContaining(file -> file.endsWith("letter"));
    }

    @Test
    void directoryOfAnInterruptedRestoreIsRefusedByName() throws IOException {
        backup();
        Path directory = Files.createDirectory(temporary.resolve("restored"));
        Files.createFile(directory.resolve(StoreProvider.UNFINISHED));
        assertThatThrownBy(() -> restore(RestoreOptions.DEFAULT)).hasMessageContaining("was interrupted or failed");
        assertThatThrownBy(() -> open("restored", clock)).hasMessageContaining("was interrupted");
    }

    @Test
    void backupThatLostAFileOrAPartOfOneIsRefused() throws IOException {
        Path current = backup().resolve("store").resolve("CURRENT");
        String content = Files.readString(current);
        Files.writeString(current, content + "\n");
        assertThatThrownBy(() -> restore(RestoreOptions.DEFAULT))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("CURRENT has 17 bytes and not 16");
        Files.delete(current);
        assertThatThrownBy(() -> restore(RestoreOptions.DEFAULT))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("CURRENT is missing");
        assertThat(temporary.resolve("restored")).doesNotExist();
    }

    @Test
    void backupThatHoldsOtherItemsThanItSaysIsRefused() throws IOException {
        Path manifest = backup().resolve("backup.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"items\":3", "\"items\":4"));
        assertThatThrownBy(() -> restore(RestoreOptions.DEFAULT))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("other numbers of items");
        assertThatThrownBy(() -> open("restored", clock)).hasMessageContaining("was interrupted");
    }

    @Test
    void storeThatTheCheckFindsDamagedStaysRefused() throws IOException {
        DurableFiles.removeTree(backup());
        try (Store store = RocksStore.open(temporary.resolve("store"), RocksOptions.defaults())) {
            StorePartition partition = store.partition(1);
            partition.walk(KeyRange.prefix(Keyspace.FEED.prefix()), entry -> {
                partition.commit(new Commit(Durability.SYNCED).delete(entry.key()));
                return false;
            });
            Backup.take(store.copier().orElseThrow(), temporary.resolve("backup"), START);
        }
        assertThat(restore(RestoreOptions.DEFAULT).findings())
                .singleElement()
                .asString()
                .contains("is not in the feed as it should be");
        assertThatThrownBy(() -> open("restored", clock)).hasMessageContaining("restore again");
    }

    @Test
    void unfinishedBackupIsNone() throws IOException {
        Files.delete(backup().resolve("backup.json"));
        assertThatThrownBy(() -> restore(RestoreOptions.DEFAULT))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("or it was not finished");
    }

    @Test
    void backupNeverWritesOverSomething() {
        Path directory = backup();
        try (Mayfly mayfly = open("store", clock)) {
            assertThatThrownBy(() -> mayfly.backup(directory)).hasMessageContaining("that exists already");
        }
        assertThat(restore(RestoreOptions.DEFAULT).items()).isEqualTo(4);
    }

    @Test
    void databaseInMemoryCannotBeBackedUpAndLeavesNothing() {
        try (Mayfly mayfly = Mayfly.inMemory()) {
            assertThatThrownBy(() -> mayfly.backup(temporary.resolve("backup")))
                    .isInstanceOf(UnsupportedException.class)
                    .hasMessage("Copying a store in memory is not supported.");
        }
        assertThat(temporary.resolve("backup")).doesNotExist();
    }
}
