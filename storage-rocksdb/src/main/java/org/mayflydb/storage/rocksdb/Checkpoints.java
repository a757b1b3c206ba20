package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;

/**
 * Copies a store by a checkpoint of RocksDB: hard links to the files that never change, copies of the others, and the logs
 * with what is not in a file yet. On another file system everything is copied.
 *
 * <p>The copy is a database of its own from then on. Opening it puts the logs into files, and closing it leaves nothing that
 * depends on one; so a copy of which a part is lost later is noticed.
 */
final class Checkpoints {
    /** A copy is only looked at and closed, so it needs little. */
    private static final RocksOptions SIZES = new RocksOptions(8L << 20, 64L << 20);

    private Checkpoints() {}

    static Store copy(RocksStore store, Path directory) {
        if (Files.exists(directory)) {
            throw new StoreUnavailableException(
                    "the store cannot be copied to " + directory + ": there is one already");
        }
        RocksHandle handle = store.enter();
        try (Checkpoint checkpoint = Checkpoint.create(handle.database())) {
            // A checkpoint begins a new log, which after a failed write would name a wrong length of the one before.
            store.checkWritable(handle);
            Files.createDirectories(directory.toAbsolutePath().getParent());
            checkpoint.createCheckpoint(directory.toAbsolutePath().normalize().toString());
        } catch (RocksDBException failure) {
            throw RocksFailures.copying(store.location(), directory, failure);
        } catch (IOException failure) {
            throw new StoreUnavailableException(
                    "the store cannot be copied to " + directory + ": " + FileFailure.describe(failure), failure);
        } finally {
            handle.leave();
        }
        return RocksStore.open(directory, SIZES);
    }
}
