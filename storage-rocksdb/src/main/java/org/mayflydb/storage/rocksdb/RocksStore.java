package org.mayflydb.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.PartitionObjects;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreCopier;
import org.mayflydb.storage.StorePartition;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * Keeps everything in one RocksDB database.
 *
 * <p><b>When a write fails.</b> The commit that met the failing disk answers {@link CommitOutcome#UNKNOWN}: its record may
 * be in the log, and then it takes effect when the store is next opened. From then on nothing is written until that
 * happens; later commits throw {@link UnavailableException} and have certainly not been applied. Reads go on.
 *
 * <p><b>What it cannot notice.</b> Bytes cut off the end of the newest log look exactly like a record that was being
 * written when the power failed, and such a record never answered anyone. The log is opened up to the cut, even if a disk or
 * a hand took away a record that was synced; so it is if the length of one of the records in its last 32 kB was damaged, since
 * no checksum covers that. A store that was closed properly has nothing in its log.
 *
 * <p><b>Relaxed commits and power.</b> If the power fails after relaxed commits only, the end of one log may be lost and the
 * beginning of the next be there. Opening would mean a hole in the history, so it is refused as damage. A synced commit, or
 * {@link #sync()}, covers all logs written so far.
 *
 * <p><b>Space of what was deleted</b> comes back by itself, in the background; see {@link SpaceReclaimer}.
 *
 * <p><b>Removals of ranges and partitions are synced</b> before files are deleted. A power failure would otherwise bring
 * older values back, out of files that were not deleted.
 */
public final class RocksStore implements Store {

    private final String location;
    private final NativeOptions options;
    private final RocksDB database;
    private final CloseGuard guard;
    private final Snapshots snapshots;
    private final SpaceReclaimer reclaimer;
    private final ReclaimThread reclaimThread;
    private final PartitionObjects<RocksPartition> partitions =
            new PartitionObjects<>(number -> new RocksPartition(this, number));
    private volatile @Nullable String writeFailure;
    private boolean released; // guarded by this

    private RocksStore(String location, NativeOptions options, RocksDB database) {
        this.location = location;
        this.options = options;
        this.database = database;
        this.guard = new CloseGuard(location);
        this.snapshots = new Snapshots(database, guard);
        this.reclaimer = new SpaceReclaimer(database, guard);
        this.reclaimThread = new ReclaimThread(reclaimer);
        if (Tombstones.areInFilesOf(database)) {
            reclaimThread.wake();
        }
    }

    /**
     * Opens the store in {@code directory}, creating it if the directory is empty or absent.
     *
     * @throws UnavailableException if it is already open, here or in another process
     * @throws org.mayflydb.base.CorruptStoreException saying what is damaged and where
     */
    public static RocksStore open(Path directory, RocksOptions sizes) {
        String location = directory.toAbsolutePath().normalize().toString();
        NativeOptions options = new NativeOptions(sizes, StoreDirectory.prepare(directory));
        try {
            return new RocksStore(location, options, RocksDB.open(options.database(), location));
        } catch (RocksDBException failure) {
            options.close();
            throw RocksFailures.opening(location, failure);
        }
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public List<Integer> partitionNumbers() {
        int call = guard.enter();
        try (RocksIterator iterator = database.newIterator()) {
            List<Integer> numbers = new ArrayList<>();
            iterator.seekToFirst();
            while (iterator.isValid()) {
                int number = ByteBuffer.wrap(iterator.key()).getInt();
                numbers.add(number);
                iterator.seek(PartitionKeys.endOf(number));
            }
            iterator.status();
            return numbers;
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(location, failure);
        } finally {
            guard.leave(call);
        }
    }

    /** One object for each number, since its lock is what makes conditional commits exact. */
    @Override
    public StorePartition partition(int number) {
        guard.checkOpen();
        return partitions.get(number);
    }

    @Override
    public void drop(int number) {
        partitions.get(number).deleteRange(KeyRange.all());
    }

    @Override
    public void sync() {
        int call = guard.enter();
        try {
            checkWritable();
            database.flushWal(true);
        } catch (RocksDBException failure) {
            throw writeFailed(failure);
        } finally {
            guard.leave(call);
        }
    }

    /** Compares the checksums of every block of every file; those of the logs were compared by the opening. */
    @Override
    public void verifyChecksums() {
        int call = guard.enter();
        try {
            database.verifyChecksum();
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(location, failure);
        } finally {
            guard.leave(call);
        }
    }

    @Override
    public Optional<StoreCopier> copier() {
        return Optional.of(directory -> Checkpoints.copy(this, directory));
    }

    /** Leaves everything in files, so that nothing depends on a log whose end nobody can vouch for. */
    @Override
    public synchronized void close() {
        if (!released) {
            reclaimThread.stop();
            reclaimer.cancel();
        }
        guard.close();
        if (released) {
            return;
        }
        released = true;
        snapshots.releaseAll();
        try {
            database.flush(options.flush());
            database.closeE();
        } catch (RocksDBException failure) {
            throw new UnavailableException(
                    "the store in " + location + " was closed, but relaxed commits may not have reached the disk: "
                            + RocksFailures.describe(failure),
                    failure);
        } finally {
            reclaimer.release();
            database.close();
            options.close();
        }
    }

    CloseGuard guard() {
        return guard;
    }

    Snapshots snapshots() {
        return snapshots;
    }

    ReclaimThread reclaimThread() {
        return reclaimThread;
    }

    /** So many entries of a partition were deleted. */
    void deleted(int partitionNumber, int entries) {
        if (entries > 0) {
            reclaimer.deleted(partitionNumber, entries);
            reclaimThread.wake();
        }
    }

    /** A range of a partition was removed. */
    void removed(int partitionNumber) {
        reclaimer.removed(partitionNumber);
        reclaimThread.wake();
    }

    RocksDB database() {
        return database;
    }

    /** Writes the changes, after the conditions were found to hold. */
    CommitOutcome write(WriteBatch batch, Durability durability) {
        checkWritable();
        try {
            database.write(durability == Durability.SYNCED ? options.synced() : options.relaxed(), batch);
            return CommitOutcome.APPLIED;
        } catch (RocksDBException failure) {
            writeFailed(failure);
            return CommitOutcome.UNKNOWN;
        }
    }

    /** Removes the stored keys from {@code lower} to {@code upper}. */
    void remove(byte[] lower, byte[] upper) {
        checkWritable();
        try {
            database.deleteRange(options.synced(), lower, upper);
            database.deleteFilesInRanges(database.getDefaultColumnFamily(), List.of(lower, upper), false);
        } catch (RocksDBException failure) {
            throw writeFailed(failure);
        }
    }

    private void checkWritable() {
        String failure = writeFailure;
        if (failure != null) {
            throw new UnavailableException("the store in " + location
                    + " takes no writes until it is opened again, since one has failed: " + failure);
        }
    }

    private UnavailableException writeFailed(RocksDBException failure) {
        writeFailure = RocksFailures.describe(failure);
        return new UnavailableException("the store in " + location + " cannot be written: " + writeFailure, failure);
    }
}
