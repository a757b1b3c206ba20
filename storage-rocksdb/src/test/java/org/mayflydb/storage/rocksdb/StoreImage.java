package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/** The files of a store whose process was killed, kept aside to be damaged in copies. */
final class StoreImage {

    static final RocksOptions SMALL = new RocksOptions(1 << 20, 1 << 20);

    private final Path files;
    private int commits;

    StoreImage(Path files) {
        this.files = files;
    }

    /** Two files of entries, and a log of four blocks; one entry a commit. */
    static StoreImage take(Path directory) throws IOException, RocksDBException {
        StoreImage image = new StoreImage(directory.resolve("image"));
        try (RocksStore store = RocksStore.open(directory.resolve("running"), SMALL);
                FlushOptions flush = new FlushOptions()) {
            image.commit(store, 50);
            store.database().flush(flush);
            image.commit(store, 50);
            store.database().flush(flush);
            image.commit(store, 120);
            image.copyFrom(directory.resolve("running"));
        }
        return image;
    }

    /** A log that is no longer written, whose entries are in no file yet, and its successor. */
    static StoreImage takeWithTwoLogs(Path directory) throws IOException, RocksDBException {
        StoreImage image = new StoreImage(directory.resolve("image"));
        Path running = directory.resolve("running");
        try (RocksStore store = RocksStore.open(running, SMALL)) {
            store.database().pauseBackgroundWork();
            while (named(running, "\\d+\\.log").size() < 2) {
                image.commit(store, 50);
            }
            image.copyFrom(running);
            store.database().continueBackgroundWork();
        }
        return image;
    }

    private void commit(RocksStore store, int count) {
        for (int i = 0; i < count; i++) {
            byte[] value = new byte[1_000];
            new Random(commits).nextBytes(value);
            Commit commit = new Commit(Durability.SYNCED).put(key(commits++), value);
            if (store.partition(1).commit(commit) != CommitOutcome.APPLIED) {
                throw new IllegalStateException("the image cannot be filled");
            }
        }
    }

    /** How many commits were made, and so how many entries there are. */
    int commits() {
        return commits;
    }

    /** Entries that are as they were written; an entry that is not so is a failure of the test. */
    static int countIntact(Store store) {
        var entries = store.partition(1)
                .scan(KeyRange.all(), Direction.FORWARD, Integer.MAX_VALUE, Long.MAX_VALUE)
                .entries();
        for (int i = 0; i < entries.size(); i++) {
            byte[] value = new byte[1_000];
            new Random(i).nextBytes(value);
            if (!Arrays.equals(entries.get(i).key(), key(i))
                    || !Arrays.equals(entries.get(i).value(), value)) {
                throw new AssertionError("entry " + i + " is not what was written");
            }
        }
        return entries.size();
    }

    static byte[] key(int number) {
        return new byte[] {(byte) (number >>> 16), (byte) (number >>> 8), (byte) number};
    }

    List<Path> files(String pattern) throws IOException {
        return named(files, pattern);
    }

    static List<Path> named(Path directory, String pattern) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
        }
    }

    private void copyFrom(Path source) throws IOException {
        copy(source, files);
    }

    /** Replaces {@code target} by a fresh copy. */
    Path copyTo(Path target) throws IOException {
        copy(files, target);
        return target;
    }

    private static void copy(Path source, Path target) throws IOException {
        Files.createDirectories(target);
        for (Path old : named(target, ".*")) {
            Files.delete(old);
        }
        for (Path file : named(source, ".*")) {
            Files.copy(file, target.resolve(file.getFileName()));
        }
    }

    static void flip(Path file, long position) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(position);
            int old = access.read();
            access.seek(position);
            access.write(old ^ 0x10);
        }
    }

    static void cut(Path file, long length) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(length);
        }
    }
}
