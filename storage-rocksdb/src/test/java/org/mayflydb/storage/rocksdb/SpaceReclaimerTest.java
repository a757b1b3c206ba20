package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.storage.rocksdb.StoreImage.SMALL;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.StorePartition;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileMetaData;

class SpaceReclaimerTest {
    private static final int ENTRIES = 20_000;
    private static final int VALUE_BYTES = 200;
    private static final long FULL_BYTES = (long) ENTRIES * VALUE_BYTES;

    @TempDir
    private Path directory;

    private RocksStore store;
    private SpaceReclaimer reclaimer;

    @BeforeEach
    void open() {
        store = RocksStore.open(directory, SMALL);
        store.open().handle().stopReclaiming();
        reclaimer = new SpaceReclaimer(
                store.database(),
                store.open().handle().families(),
                store.open().handle().guard());
    }

    @AfterEach
    void close() {
        reclaimer.release();
        store.close();
    }

    @Test
    void spaceOfDeletedEntriesComesBackOnceTheirWaveIsOver() throws Exception {
        fill(1);
        assertThat(fileBytes()).isGreaterThan(FULL_BYTES);
        delete(1, 0, ENTRIES);
        assertThat(reclaimer.look()).isTrue();
        assertThat(reclaimer.look()).isFalse();
        assertThat(fileBytes()).isLessThan(FULL_BYTES / 100);
        assertThat(store.partitionNumbers()).isEmpty();
    }

    @Test
    void deletionsThatKeepComingAreWaitedFor() throws Exception {
        fill(1);
        delete(1, 0, ENTRIES * 3 / 4);
        reclaimer.look();
        assertThat(fileBytes()).isGreaterThan(FULL_BYTES);
        delete(1, ENTRIES * 3 / 4, ENTRIES);
        reclaimer.look();
        assertThat(fileBytes()).isGreaterThan(FULL_BYTES);
    }

    @Test
    void fewDeletionsAreLeftAlone() throws Exception {
        fill(1);
        List<String> files = fileNames(1);
        delete(1, 0, 100);
        reclaimer.look();
        reclaimer.look();
        assertThat(fileNames(1)).isEqualTo(files);
    }

    @Test
    void whatIsNotDeletedStays() throws Exception {
        fill(1);
        delete(1, 0, ENTRIES - 10);
        reclaimer.look();
        reclaimer.look();
        assertThat(fileBytes()).isLessThan(FULL_BYTES / 100);
        assertThat(store.partition(1).scanKeys(KeyRange.all(), ENTRIES).keys()).hasSize(10);
    }

    @Test
    void otherPartitionsAreNotRewritten() throws Exception {
        fill(1);
        reclaimer.look();
        fill(2);
        List<String> files = fileNames(2);
        delete(1, 0, ENTRIES);
        reclaimer.look();
        reclaimer.look();
        assertThat(fileBytes()).isBetween(FULL_BYTES, FULL_BYTES * 3 / 2);
        assertThat(fileNames(2)).isEqualTo(files);
    }

    @Test
    void droppedPartitionGivesItsSpaceBackAtTheNextLook() throws Exception {
        fill(1);
        store.drop(1);
        reclaimer.removed(1);
        reclaimer.look();
        assertThat(fileBytes()).isLessThan(FULL_BYTES / 100);
    }

    @Test
    void deletionsFromBeforeTheOpeningAreFound() throws Exception {
        fill(1);
        delete(1, 0, ENTRIES);
        reopen();
        reclaimer.look();
        assertThat(fileBytes()).isLessThan(FULL_BYTES / 100);
    }

    @Test
    void partitionDroppedBeforeTheOpeningIsFound() throws Exception {
        fill(1);
        store.drop(1);
        reopen();
        assertThat(Tombstones.areInFilesOf(store.database())).isTrue();
        reclaimer.look();
        assertThat(fileBytes()).isLessThan(FULL_BYTES / 100);
    }

    @Test
    void cancelledReclaimerDoesNotKeepTheStoreFromClosing() throws Exception {
        fill(1);
        delete(1, 0, ENTRIES);
        reclaimer.look();
        reclaimer.cancel();
        try {
            reclaimer.look();
        } catch (RocksDBException cancelled) {
            assertThat(cancelled.getStatus()).isNotNull();
        }
        reopen();
        assertThat(store.partitionNumbers()).isEmpty();
    }

    private void reopen() {
        close();
        open();
    }

    /** Values that cannot be compressed, in files of their own. */
    private void fill(int partition) throws RocksDBException {
        Random random = new Random(partition);
        Commit commit = new Commit(Durability.RELAXED);
        for (int i = 0; i < ENTRIES; i++) {
            byte[] value = new byte[VALUE_BYTES];
            random.nextBytes(value);
            commit.put(key(i), value);
        }
        commit(partition, commit);
        try (FlushOptions flush = new FlushOptions()) {
            store.database().flush(flush);
        }
    }

    private void delete(int partition, int from, int to) {
        Commit commit = new Commit(Durability.RELAXED);
        for (int i = from; i < to; i++) {
            commit.delete(key(i));
        }
        commit(partition, commit);
        reclaimer.deleted(partition, to - from);
    }

    private void commit(int number, Commit commit) {
        StorePartition partition = store.partition(number);
        assertThat(partition.commit(commit)).isEqualTo(CommitOutcome.APPLIED);
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private long fileBytes() {
        return store.database().getLiveFilesMetaData().stream()
                .mapToLong(SstFileMetaData::size)
                .sum();
    }

    /** The files that begin with a key of the partition. */
    private List<String> fileNames(int partition) {
        return store.database().getLiveFilesMetaData().stream()
                .filter(file -> ByteBuffer.wrap(file.smallestKey()).getInt() == partition)
                .map(LiveFileMetaData::fileName)
                .sorted()
                .toList();
    }
}
