package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.StoreLimits;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** A file of sorted entries beside those of the database, which takes it over or leaves it to be deleted. */
final class SortedFile implements AutoCloseable {
    private static final String SUFFIX = ".ingest";
    private static final AtomicLong WRITTEN = new AtomicLong();

    private final Path path;
    private long entries;
    private int deletions;

    private SortedFile(Path path) {
        this.path = path;
    }

    /** Writes the entries of the set to a file, which survives a power failure. */
    static SortedFile write(RocksStore store, PartitionKeys keys, DerivedSet set) {
        SortedFile file = new SortedFile(Path.of(store.location(), WRITTEN.incrementAndGet() + SUFFIX));
        try {
            file.write(store.options(), keys, set.entriesInOrder());
            return file;
        } catch (RocksDBException failure) {
            file.close();
            throw new StoreUnavailableException(
                    "the store in " + store.location() + " cannot write a file of derived entries: "
                            + RocksFailures.describe(failure),
                    failure);
        } catch (RuntimeException | Error failure) {
            file.close();
            throw failure;
        }
    }

    private void write(NativeOptions options, PartitionKeys keys, Iterator<Commit.Change> sorted)
            throws RocksDBException {
        if (!sorted.hasNext()) {
            return;
        }
        try (EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options.database())) {
            writer.open(path.toString());
            while (sorted.hasNext()) {
                Commit.Change change = sorted.next();
                StoreLimits.LOCAL.check(change);
                byte[] value = change.value();
                if (value == null) {
                    writer.delete(keys.stored(change.key()));
                    deletions++;
                } else {
                    writer.put(keys.stored(change.key()), value);
                }
                entries++;
            }
            writer.finish();
        }
    }

    int deletions() {
        return deletions;
    }

    void ingestInto(RocksDB database, ColumnFamilyHandle family) throws RocksDBException {
        if (entries == 0) {
            return;
        }
        try (IngestExternalFileOptions options = new IngestExternalFileOptions().setMoveFiles(true)) {
            database.ingestExternalFile(family, List.of(path.toString()), options);
        }
    }

    /** Deletes the file unless the database has taken it. A file that cannot be deleted goes at the next opening. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException left) {
            // It takes space and nothing else.
        }
    }

    /** Deletes the files that a process left when it ended during an ingestion. */
    static void deleteLeftovers(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .forEach(file -> new SortedFile(file).close());
        } catch (IOException unreadable) {
            // The opening that follows says what is wrong with the directory.
        }
    }
}
