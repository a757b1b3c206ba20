package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.rocksdb.StoreImage.SMALL;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreHealth.State;
import org.mayflydb.storage.StoreListener;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** After a failed write every way of stopping leaves a store that opens with everything acknowledged. */
@Tag("process")
class RocksStoreFullDiskTest {
    private static final int DISK_MEGABYTES = 16;

    /** Larger than a page of the file system, so that a part of the last record reaches the disk. */
    private static final int VALUE_BYTES = 50_000;

    private static final long ROOM_BYTES = 1_000_000;

    /** So it is the log that does not find space. */
    private static final RocksOptions MEMTABLE_LARGER_THAN_THE_DISK = new RocksOptions(1 << 20, 64 << 20);

    @TempDir
    private Path temporary;

    private SmallDisk disk;
    private Path directory;
    private RocksStore store;
    private StorePartition partition;
    private final List<Integer> acknowledged = new ArrayList<>();
    private final Random random = new Random(7);
    private int readOnlyFailures;
    private int writableFailures;
    private Status failure = new Status(Status.Code.IOError, Status.SubCode.None, "as the test wants it");

    private final class FailingOpenings extends Openings {
        @Override
        RocksHandle readOnly(String location, NativeOptions options) throws RocksDBException {
            if (readOnlyFailures-- > 0) {
                throw new RocksDBException(failure);
            }
            return super.readOnly(location, options);
        }

        @Override
        RocksHandle writable(String location, NativeOptions options) throws RocksDBException {
            if (writableFailures-- > 0) {
                throw new RocksDBException(failure);
            }
            return super.writable(location, options);
        }
    }

    @BeforeEach
    void fillTheDisk() throws Exception {
        disk = SmallDisk.mount(Files.createDirectory(temporary.resolve("disk")), DISK_MEGABYTES);
        directory = disk.directory().resolve("store");
        disk.fillBut(ROOM_BYTES);
        openAndFill(MEMTABLE_LARGER_THAN_THE_DISK);
    }

    private void openAndFill(RocksOptions sizes) {
        store = RocksStore.open(directory, sizes, new FailingOpenings());
        // What comes of it does not depend on whether the store looks before the test does.
        store.open().recovery().stop();
        partition = store.partition(1);
        try {
            while (put(acknowledged.size()) == CommitOutcome.APPLIED) {
                acknowledged.add(acknowledged.size());
            }
        } catch (StoreUnavailableException refused) {
            // A write in the background has failed before one of ours.
        }
        assertThat(store.health().state()).isEqualTo(State.REFUSING_WRITES);
        assertThat(store.health().reason()).contains("No space left");
        assertThat(acknowledged).hasSizeGreaterThan(5);
    }

    @AfterEach
    void unmount() {
        try {
            if (store != null) {
                store.close();
            }
        } finally {
            if (disk != null) {
                disk.close();
            }
        }
    }

    @Test
    void closedWhileFull() throws Exception {
        store.close();
        disk.free();
        assertEverythingIsThere(directory);
    }

    @Test
    void closedAfterSpaceWasFreed() throws Exception {
        disk.free();
        store.close();
        assertEverythingIsThere(directory);
    }

    @Test
    void closedWithoutRoomForAFlushBeforeAnyWriteHasFailed() throws Exception {
        store.close();
        disk.free();
        try (RocksStore roomless = RocksStore.open(directory, MEMTABLE_LARGER_THAN_THE_DISK)) {
            partition = roomless.partition(1);
            assertThat(put(0)).isEqualTo(CommitOutcome.APPLIED);
            disk.fillBut(0);
        }
        disk.free();
        assertEverythingIsThere(directory);
    }

    @Test
    void killedWhileFull() throws Exception {
        assertEverythingIsThere(copyOfTheFiles());
    }

    @Test
    void killedAfterSpaceWasFreed() throws Exception {
        disk.free();
        assertEverythingIsThere(copyOfTheFiles());
    }

    @Test
    void killedAtEveryStepOfTheReopening() throws Exception {
        disk.free();
        store.open().handle().stopReclaiming();
        store.open().handle().database().cancelAllBackgroundWork(true);
        assertEverythingIsThere(copyOfTheFiles());
        assertThat(store.open().reopen()).isTrue();
        assertEverythingIsThere(copyOfTheFiles());
        put(acknowledged.size());
        acknowledged.add(acknowledged.size());
        assertEverythingIsThere(copyOfTheFiles());
    }

    @Test
    void closedAfterAFlushInTheBackgroundFailed() throws Exception {
        store.close();
        disk.free();
        acknowledged.clear();
        directory = disk.directory().resolve("other");
        disk.fillBut(3 * ROOM_BYTES);
        openAndFill(SMALL);
        disk.free();
        assertEverythingIsThere(copyOfTheFiles());
        store.close();
        assertEverythingIsThere(directory);
    }

    @Test
    void backupIsRefusedAndDoesNoHarm() throws Exception {
        disk.free();
        assertThatThrownBy(() -> store.copier().orElseThrow().copyTo(temporary.resolve("copy")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("takes no writes");
        assertThat(temporary.resolve("copy")).doesNotExist();
        assertEverythingIsThere(copyOfTheFiles());
        store.close();
        assertEverythingIsThere(directory);
    }

    @Test
    void spaceIsNotReclaimed() throws Exception {
        SpaceReclaimer reclaimer = Objects.requireNonNull(store.open().handle().reclaimer());
        reclaimer.removed(1);
        disk.free();
        assertThatThrownBy(reclaimer::look).isInstanceOf(RocksDBException.class);
        assertEverythingIsThere(copyOfTheFiles());
    }

    /** What earlier versions left behind, and what a compaction can leave that begins while a write is failing. */
    @Test
    void logThatWasBegunAfterTheFailureIsNoDamage() throws Exception {
        disk.free();
        beginAnotherLog();
        store.close();
        assertThat(LogFiles.in(directory)).hasSize(2);
        assertEverythingIsThere(directory);
    }

    @Test
    void shortenedLogIsDamageEvenThen() throws Exception {
        disk.free();
        beginAnotherLog();
        store.close();
        Path older = LogFiles.in(directory).stream().sorted().findFirst().orElseThrow();
        StoreImage.cut(older, Files.size(older) / 2);
        assertThatThrownBy(() -> RocksStore.open(directory, SMALL)).isInstanceOf(StoreDamagedException.class);
    }

    @Test
    void writesResumeOnceThereIsSpace() throws Exception {
        disk.free();
        assertThat(store.open().reopen()).isTrue();
        assertThat(store.health()).isEqualTo(StoreHealth.AVAILABLE);
        for (int i = 0; i < 10; i++) {
            assertThat(put(acknowledged.size())).isEqualTo(CommitOutcome.APPLIED);
            acknowledged.add(acknowledged.size());
        }
        store.close();
        assertEverythingIsThere(directory);
    }

    @Test
    void looksForSpaceByItselfAndTellsListeners() throws Exception {
        store.close();
        disk.free();
        BlockingQueue<State> heard = new LinkedBlockingQueue<>();
        try (RocksStore watching = RocksStore.open(directory, MEMTABLE_LARGER_THAN_THE_DISK)) {
            watching.listen(new StoreListener() {
                @Override
                public void healthChanged(StoreHealth health) {
                    heard.add(health.state());
                }
            });
            partition = watching.partition(1);
            disk.fillBut(ROOM_BYTES);
            int number = 0;
            while (put(number) == CommitOutcome.APPLIED) {
                number++;
            }
            assertThat(heard.take()).isEqualTo(State.REFUSING_WRITES);
            disk.free();
            assertThat(heard.take()).isEqualTo(State.AVAILABLE);
            assertThat(put(number)).isEqualTo(CommitOutcome.APPLIED);
        }
    }

    @Test
    void refusedCommitsAreNotWorthALineEach() {
        assertThatThrownBy(() -> put(0))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        refused -> assertThat(refused.isAnnounced()).isTrue());
    }

    @Test
    void nothingIsTriedWithoutSpace() {
        assertThat(store.open().reopen()).isFalse();
        assertThat(store.open().handle().isReadOnly()).isFalse();
        assertThat(store.health().reason()).containsPattern("Free \\d+ MB").contains(directory.toString());
        assertReadable(store);
    }

    @Test
    void readsAndRefusesWritesWhileItCannotBeOpenedForWriting() throws Exception {
        disk.free();
        writableFailures = 1;
        assertThat(store.open().reopen()).isFalse();
        assertThat(store.open().handle().isReadOnly()).isTrue();
        assertReadable(store);
        assertThatThrownBy(() -> put(0)).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.open().reopen()).isTrue();
        assertReadable(store);
    }

    @Test
    void opensForWritingInTheEndIfItCannotBeOpenedForReadingBeside() throws Exception {
        disk.free();
        readOnlyFailures = 3;
        writableFailures = 1;
        assertThat(store.open().reopen()).isFalse();
        assertThat(store.open().reopen()).isFalse();
        assertReadable(store);
        assertThat(store.open().reopen()).isFalse();
        assertThatThrownBy(() -> assertReadable(store)).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.open().reopen()).isTrue();
        assertReadable(store);
    }

    @Test
    void asksForARestartIfTheDatabaseIsDamaged() throws Exception {
        disk.free();
        writableFailures = 1;
        failure = new Status(Status.Code.Corruption, Status.SubCode.None, "a file is damaged");
        assertThat(store.open().reopen()).isTrue();
        assertThat(store.health().state()).isEqualTo(State.NEEDS_RESTART);
        assertThat(store.health().reason()).contains("a file is damaged").contains("restart");
        assertReadable(store);
        store.close();
        assertEverythingIsThere(directory);
    }

    @Test
    void readPointOfTheFailedDatabaseEndsWithIt() throws Exception {
        disk.free();
        try (ReadPoint point = partition.readPoint()) {
            assertThat(store.open().reopen()).isTrue();
            assertThatThrownBy(() -> point.get(key(0))).isInstanceOf(StoreUnavailableException.class);
        }
        assertReadable(store);
    }

    @Test
    void conditionIsComparedWithWhatTheReopenedDatabaseHolds() throws Exception {
        disk.free();
        assertThat(store.open().reopen()).isTrue();
        int refused = acknowledged.size();
        byte[] found = partition.get(key(refused));
        Commit ifUnchanged = new Commit(Durability.SYNCED).put(key(refused), new byte[1]);
        ifUnchanged = found == null ? ifUnchanged.ifAbsent(key(refused)) : ifUnchanged.ifValue(key(refused), found);
        assertThat(partition.commit(ifUnchanged)).isEqualTo(CommitOutcome.APPLIED);
    }

    private CommitOutcome put(int number) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        ByteBuffer.wrap(value).putInt(number);
        return partition.commit(new Commit(Durability.SYNCED).put(key(number), value));
    }

    private void beginAnotherLog() {
        try (FlushOptions flush = new FlushOptions()) {
            assertThatThrownBy(() -> store.database().flush(flush)).isInstanceOf(RocksDBException.class);
        }
    }

    /** As a process that is killed now would leave them. */
    private Path copyOfTheFiles() throws IOException {
        Path copy = Files.createTempDirectory(temporary, "killed");
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private void assertEverythingIsThere(Path where) {
        try (RocksStore opened = RocksStore.open(where, SMALL)) {
            opened.verifyChecksums();
            assertReadable(opened);
        }
    }

    private void assertReadable(RocksStore readable) {
        for (int number : acknowledged) {
            assertThat(readable.partition(1).get(key(number)))
                    .isNotNull()
                    .satisfies(
                            value -> assertThat(ByteBuffer.wrap(value).getInt()).isEqualTo(number));
        }
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }
}
