package org.mayflydb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class FamiliesTest {
    @TempDir
    private Path temporary;

    private Path directory() {
        return temporary.resolve("store");
    }

    private List<String> families() throws Exception {
        return RocksDB.listColumnFamilies(new Options(), directory().toString()).stream()
                .map(name -> new String(name, UTF_8))
                .toList();
    }

    /** A store as versions without derived entries made it: one column family. */
    private RocksStore openOld() throws Exception {
        RocksLibrary.load();
        Files.createDirectories(directory());
        try (NativeOptions options = new NativeOptions(StoreImage.SMALL, true);
                RocksDB database = RocksDB.open(options.database(), directory().toString())) {
            database.put(new PartitionKeys(1).stored(text("a")), text("1"));
        }
        return RocksStore.open(directory(), StoreImage.SMALL);
    }

    @Test
    void newStoreHasBothFamilies() throws Exception {
        RocksStore.open(directory(), StoreImage.SMALL).close();
        assertThat(families()).containsExactly("default", "derived");
    }

    @Test
    void oldStoreIsReadAsItIsAndKeepsItsOneFamily() throws Exception {
        try (Store store = openOld()) {
            StorePartition partition = store.partition(1);
            assertThat(partition.get(text("a"))).isEqualTo(text("1"));
            assertThat(partition.get(Space.DERIVED, text("a"))).isNull();
            assertThat(partition.scanKeys(Space.DERIVED, KeyRange.all(), 1).keys())
                    .isEmpty();
            assertThat(partition.approximateBytes(Space.DERIVED, KeyRange.all()))
                    .isZero();
            partition.deleteRange(Space.DERIVED, KeyRange.all());
            partition.commit(relaxed().put(text("b"), text("2")));
        }
        assertThat(families()).containsExactly("default");
    }

    @Test
    void copyOfAnOldStoreHasItsOneFamily() throws Exception {
        try (RocksStore store = openOld()) {
            Checkpoints.copy(store, temporary.resolve("copy")).close();
            store.partition(1).commit(relaxed().put(Space.DERIVED, text("a"), text("2")));
        }
        assertThat(families()).containsExactly("default", "derived");
        assertThat(RocksDB.listColumnFamilies(
                        new Options(), temporary.resolve("copy").toString()))
                .hasSize(1);
    }

    @Test
    void firstDerivedEntryOfAnOldStoreStaysAfterReopening() throws Exception {
        try (Store store = openOld()) {
            store.partition(1).commit(relaxed().put(Space.DERIVED, text("a"), text("2")));
        }
        try (Store store = RocksStore.open(directory(), StoreImage.SMALL)) {
            assertThat(store.partition(1).get(Space.DERIVED, text("a"))).isEqualTo(text("2"));
            assertThat(store.partition(1).get(text("a"))).isEqualTo(text("1"));
        }
    }

    @Test
    void ingestionLeavesNoFileBesideTheDatabaseAndOpeningRemovesOneThatWasLeft() throws Exception {
        try (Store store = RocksStore.open(directory(), StoreImage.SMALL)) {
            store.partition(1)
                    .ingest(new DerivedSet(
                            List.of(new Commit.Change(Space.DERIVED, text("a"), text("1")))
                                    .iterator(),
                            relaxed()));
            assertThat(leftovers()).isEmpty();
        }
        Files.write(directory().resolve("7.ingest"), text("cut short"));
        RocksStore.open(directory(), StoreImage.SMALL).close();
        assertThat(leftovers()).isEmpty();
    }

    private List<Path> leftovers() throws Exception {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".ingest")).toList();
        }
    }
}
