package org.mayflydb.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.PartitionObjects;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreCopier;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreLimits;
import org.mayflydb.storage.StoreListener;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * Keeps everything in one RocksDB database.
 *
 * <p><b>When a write fails.</b> The commit that met the failing disk answers {@link CommitOutcome#UNKNOWN}: its record may
 * be in the log, and then it takes effect when the database is next opened. From then on nothing is written; commits throw
 * {@link StoreUnavailableException} and have certainly not been applied. Reads continue. Every {@link Recovery} look opens the
 * database again if the disk has room, and then commits are taken as before. Whatever happens meanwhile, the files are those
 * of a process that was killed when the write failed, which the next opening can deal with.
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

    private static final Set<Capability> CAPABILITIES = Set.of(Capability.values());

    private final OpenDatabase open;
    private final PartitionObjects<RocksPartition> partitions =
            new PartitionObjects<>(number -> new RocksPartition(this, number));

    private RocksStore(OpenDatabase open) {
        this.open = open;
    }

    /**
     * Opens the store in {@code directory}, creating it if the directory is empty or absent.
     *
     * @throws StoreUnavailableException if it is already open, here or in another process
     * @throws org.mayflydb.storage.StoreDamagedException saying what is damaged and where
     */
    public static RocksStore open(Path directory, RocksOptions sizes) {
        return open(directory, sizes, new Openings());
    }

    static RocksStore open(Path directory, RocksOptions sizes, Openings openings) {
        return new RocksStore(new OpenDatabase(directory, sizes, openings));
    }

    @Override
    public String location() {
        return open.location();
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public StoreLimits limits() {
        return StoreLimits.LOCAL;
    }

    @Override
    public List<Integer> partitionNumbers() {
        RocksHandle on = enter();
        try {
            Set<Integer> numbers = new TreeSet<>();
            for (ColumnFamilyHandle family : on.families().all()) {
                addNumbers(on.database(), family, numbers);
            }
            return List.copyOf(numbers);
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(open.location(), failure);
        } finally {
            on.leave();
        }
    }

    private static void addNumbers(RocksDB database, ColumnFamilyHandle family, Set<Integer> numbers)
            throws RocksDBException {
        try (RocksIterator iterator = database.newIterator(family)) {
            iterator.seekToFirst();
            while (iterator.isValid()) {
                int number = ByteBuffer.wrap(iterator.key()).getInt();
                numbers.add(number);
                iterator.seek(PartitionKeys.endOf(number));
            }
            iterator.status();
        }
    }

    /** One object for each number, since its lock is what makes conditional commits exact. */
    @Override
    public StorePartition partition(int number) {
        open.handle().guard().checkOpen();
        return partitions.get(number);
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        return partitions.get(number).drop(last);
    }

    @Override
    public void drop(int number) {
        partitions.get(number).drop();
    }

    @Override
    public void sync() {
        RocksHandle on = enter();
        try {
            checkWritable(on);
            on.database().flushWal(true);
        } catch (RocksDBException failure) {
            throw open.failed(failure);
        } finally {
            on.leave();
        }
    }

    /** Compares the checksums of every block of every file; those of the logs were compared by the opening. */
    @Override
    public void verifyChecksums() {
        RocksHandle on = enter();
        try {
            on.database().verifyChecksum();
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(open.location(), failure);
        } finally {
            on.leave();
        }
    }

    @Override
    public Optional<StoreCopier> copier() {
        return Optional.of(directory -> Checkpoints.copy(this, directory));
    }

    @Override
    public StoreHealth health() {
        return open.recovery().health();
    }

    @Override
    public void listen(StoreListener listener) {
        open.recovery().listen(listener);
    }

    /** Leaves everything in files, so that nothing depends on the end of a log; see {@link OpenDatabase#close}. */
    @Override
    public void close() {
        open.close();
    }

    /** Begins a call; {@link RocksHandle#leave} ends it, however it ends. */
    RocksHandle enter() {
        return open.enter();
    }

    /** The database that is open now; within a call, and for tests. */
    RocksDB database() {
        return open.handle().database();
    }

    /** What keeps the database open and opens it again; for tests. */
    OpenDatabase open() {
        return open;
    }

    /** Throws a {@link StoreUnavailableException} if a write has failed. */
    void checkWritable(RocksHandle on) {
        open.checkWritable(on);
    }

    /** Writes the changes, after the conditions were found to hold. */
    CommitOutcome write(RocksHandle on, WriteBatch batch, Durability durability) {
        checkWritable(on);
        try {
            on.database()
                    .write(
                            durability == Durability.SYNCED
                                    ? open.options().synced()
                                    : open.options().relaxed(),
                            batch);
            return CommitOutcome.APPLIED;
        } catch (RocksDBException failure) {
            open.failed(failure);
            return CommitOutcome.UNKNOWN;
        }
    }

    /** The column family of a space, created if it is absent. */
    ColumnFamilyHandle familyToWrite(RocksHandle on, Space space) {
        ColumnFamilyHandle found = on.families().get(space);
        if (found != null) {
            return found;
        }
        checkWritable(on);
        try {
            return on.families().getOrCreate(space, on.database());
        } catch (RocksDBException failure) {
            throw open.failed(failure);
        }
    }

    /** Takes a file of derived entries. If that fails, none of them is taken. */
    void ingest(RocksHandle on, SortedFile file) throws RocksDBException {
        checkWritable(on);
        file.ingestInto(on.database(), familyToWrite(on, Space.DERIVED));
    }

    /** For building files of the same kind as those of the database. */
    NativeOptions options() {
        return open.options();
    }

    /** Removes the stored keys from {@code lower} to {@code upper}. */
    void remove(RocksHandle on, List<ColumnFamilyHandle> families, byte[] lower, byte[] upper) {
        checkWritable(on);
        RocksDB database = on.database();
        try (WriteBatch batch = new WriteBatch()) {
            for (ColumnFamilyHandle family : families) {
                batch.deleteRange(family, lower, upper);
            }
            database.write(open.options().synced(), batch);
            for (ColumnFamilyHandle family : families) {
                deleteFiles(on, family, lower, upper);
            }
        } catch (RocksDBException failure) {
            throw open.failed(failure);
        }
    }

    /** Deletes the files that hold nothing but stored keys from {@code lower} to {@code upper}, which are removed already. */
    void deleteFiles(RocksHandle on, ColumnFamilyHandle family, byte[] lower, byte[] upper) throws RocksDBException {
        on.database().deleteFilesInRanges(family, List.of(lower, upper), false);
    }
}
