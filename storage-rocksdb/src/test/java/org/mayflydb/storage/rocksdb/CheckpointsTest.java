package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.Stores;

class CheckpointsTest {
    private static final byte[] KEY = {1};
    private static final byte[] OTHER = {2};

    @TempDir
    private Path temporary;

    private Store open(String name) {
        return Stores.open(StoreAddress.of(temporary.resolve(name)), StoreOptions.defaults());
    }

    private static Store copy(Store store, Path directory) {
        return store.copier().orElseThrow().copyTo(directory);
    }

    private static void put(Store store, int partition, byte[] key, byte[] value) {
        store.partition(partition).commit(new Commit(Durability.RELAXED).put(key, value));
    }

    @Test
    void copyHasWhatWasCommittedAndNothingThatComesLater() {
        Path target = temporary.resolve("copy");
        try (Store store = open("store")) {
            put(store, 1, KEY, new byte[] {7});
            put(store, 2, OTHER, new byte[] {8});
            copy(store, target).close();
            put(store, 1, KEY, new byte[] {9});
        }
        try (Store copied = open("copy")) {
            assertThat(copied.partitionNumbers()).containsExactly(1, 2);
            assertThat(copied.partition(1).get(KEY)).containsExactly(7);
            assertThat(copied.partition(2).get(OTHER)).containsExactly(8);
        }
    }

    @Test
    void whatIsDoneToTheCopyIsNotDoneToTheStore() {
        try (Store store = open("store");
                Store copied = copyOfOneKey(store)) {
            put(copied, 1, KEY, new byte[] {9});
            copied.drop(1);
            assertThat(store.partition(1).get(KEY)).containsExactly(7);
        }
    }

    private Store copyOfOneKey(Store store) {
        put(store, 1, KEY, new byte[] {7});
        return copy(store, temporary.resolve("copy"));
    }

    @Test
    void closedCopyDependsOnNoLog() throws IOException {
        try (Store store = open("store")) {
            copyOfOneKey(store).close();
        }
        try (var files = Files.list(temporary.resolve("copy"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".log"))).allMatch(log -> size(log) == 0);
        }
        try (Store copied = open("copy")) {
            assertThat(copied.partition(1).get(KEY)).containsExactly(7);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void directoryThatExistsIsRefused() throws IOException {
        Path taken = Files.createDirectory(temporary.resolve("taken"));
        try (Store store = open("store")) {
            assertThatThrownBy(() -> copy(store, taken))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("there is one already");
        }
        assertThat(taken).isEmptyDirectory();
    }

    /** One thread counts in two partitions, one after the other, so at any moment they differ by one at most. */
    @Test
    void copiesUnderLoadAreOfOneMomentAndHaveEveryAcknowledgedWrite() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong acknowledged = new AtomicLong();
        try (Store store = open("store")) {
            Thread writer = new Thread(() -> count(store, stop, acknowledged), "counting");
            writer.start();
            try {
                for (int round = 0; round < 20; round++) {
                    long before = acknowledged.get();
                    try (Store copied = copy(store, temporary.resolve("copy" + round))) {
                        long first = number(copied.partition(1).get(KEY));
                        long second = number(copied.partition(2).get(KEY));
                        assertThat(second).as("round %s", round).isGreaterThanOrEqualTo(before);
                        assertThat(first - second).as("round %s", round).isBetween(0L, 1L);
                    }
                }
            } finally {
                stop.set(true);
                writer.join();
            }
        }
    }

    private static void count(Store store, AtomicBoolean stop, AtomicLong acknowledged) {
        for (long i = 1; !stop.get(); i++) {
            byte[] value =
                    Arrays.copyOf(ByteBuffer.allocate(Long.BYTES).putLong(i).array(), 2_000);
            put(store, 1, KEY, value);
            put(store, 2, KEY, value);
            acknowledged.set(i);
        }
    }

    private static long number(byte @Nullable [] value) {
        return value == null ? 0 : ByteBuffer.wrap(value).getLong();
    }

    @Test
    void storeWhoseRestoreWasInterruptedIsRefusedUnlessByWhoFinishesIt() throws IOException {
        open("store").close();
        Files.createFile(temporary.resolve("store").resolve(StoreProvider.UNFINISHED));
        assertThatThrownBy(() -> open("store"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("a restore into it was interrupted");
        try (Store unfinished = Stores.open(
                StoreAddress.of(temporary.resolve("store")),
                StoreOptions.defaults().toFinish())) {
            StorePartition partition = unfinished.partition(1);
            assertThat(partition.get(KEY)).isNull();
        }
    }
}
