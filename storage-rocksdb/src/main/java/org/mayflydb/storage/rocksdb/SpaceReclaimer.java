package org.mayflydb.storage.rocksdb;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.mayflydb.storage.KeyRange;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Gives the space of deleted entries back.
 *
 * <p>RocksDB frees an entry when its deletion meets it in a compaction, and compacts when there is something to write. After
 * a mass deletion there is not: the deletions lie in memory and in young files, the entries in old ones, and nothing brings
 * them together. So {@link ReclaimThread} has this look every few seconds. Once the deletions are many, by number and as a
 * share of all entries, and their wave is over, the partitions are compacted that they were in. A range that was removed
 * counts as one deletion, however much it hides; its partition is compacted at the next look.
 *
 * <p>A compaction rewrites a partition. Waiting until a share of all entries is deleted bounds what is written for each
 * deletion, and waiting for the end of the wave saves writing what is about to be deleted. It is a thread of RocksDB that
 * works, and neither flush nor compaction stops writes.
 */
final class SpaceReclaimer {
    /** Fewer deletions are not worth it. */
    static final long DELETIONS_MIN = 10_000;

    /** About this share of the space is taken by what has been deleted. */
    static final double SHARE_MIN = 0.05;

    /** The wave is over if no more than this share of all deletions came since the last look. */
    private static final double NEW_SHARE_MAX = 0.02;

    /** Partitions that had a smaller share of the deletions are left out. */
    private static final double PARTITION_SHARE_MIN = 0.01;

    private final RocksDB database;
    private final Families families;
    private final CloseGuard guard;
    private final CompactRangeOptions compaction =
            new CompactRangeOptions().setExclusiveManualCompaction(false).setAllowWriteStall(false);

    /** How many deletions each partition had since it was last compacted here. */
    private final Map<Integer, Long> deletions = new ConcurrentHashMap<>();

    private final Set<Integer> removals = ConcurrentHashMap.newKeySet();
    private final AtomicLong deletionsAll = new AtomicLong();

    // The rest is touched by one look at a time.
    private long deletionsSeen;

    /** Nobody knows where the deletions are that the files had when the store was opened. */
    private boolean inherited = true;

    SpaceReclaimer(RocksDB database, Families families, CloseGuard guard) {
        this.database = database;
        this.families = families;
        this.guard = guard;
    }

    /** So many entries of the partition were deleted. */
    void deleted(int partitionNumber, int entries) {
        deletions.merge(partitionNumber, (long) entries, Long::sum);
        deletionsAll.addAndGet(entries);
    }

    /** A range of the partition was removed. */
    void removed(int partitionNumber) {
        removals.add(partitionNumber);
    }

    /** Whether something was deleted since the last look. */
    boolean hasUnseen() {
        return deletionsAll.get() != deletionsSeen || !removals.isEmpty();
    }

    /** Compacts if that is worth it; returns true to check again soon, even if nothing is deleted until then. */
    boolean look() throws RocksDBException {
        int call = guard.enter();
        try {
            long all = deletionsAll.get();
            long came = all - deletionsSeen;
            deletionsSeen = all;
            Tombstones tombstones = Tombstones.of(database);
            boolean many = tombstones.count() >= DELETIONS_MIN && tombstones.share() >= SHARE_MIN;
            boolean over = came <= NEW_SHARE_MAX * tombstones.count();
            if (inherited && ((many && over) || Tombstones.hideRanges(database, families))) {
                compactEverything();
            } else {
                compact(takeDue(many && over));
            }
            inherited &= many;
            return came > 0;
        } finally {
            guard.leave(call);
        }
    }

    private void compactEverything() throws RocksDBException {
        deletions.clear();
        removals.clear();
        for (ColumnFamilyHandle family : families.all()) {
            database.compactRange(family, null, null, compaction);
        }
        inherited = false;
    }

    private void compact(Set<Integer> partitionNumbers) throws RocksDBException {
        for (int number : partitionNumbers) {
            PartitionKeys keys = new PartitionKeys(number);
            for (ColumnFamilyHandle family : families.all()) {
                database.compactRange(family, keys.lower(KeyRange.all()), keys.upper(KeyRange.all()), compaction);
            }
        }
    }

    /** Forgets the partitions with removals, and those with many deletions if these are wanted, and answers them. */
    private Set<Integer> takeDue(boolean deletionsToo) {
        Set<Integer> due = new TreeSet<>(removals);
        removals.removeAll(due);
        if (deletionsToo) {
            long all = deletions.values().stream().mapToLong(Long::longValue).sum();
            deletions.forEach((number, count) -> {
                if (count >= PARTITION_SHARE_MIN * all) {
                    due.add(number);
                }
            });
        }
        due.forEach(deletions::remove);
        return due;
    }

    /** Ends the compaction under way, if there is one, and begins no other. */
    void cancel() {
        compaction.setCanceled(true);
    }

    /** Frees native memory, when nobody looks any more. */
    void release() {
        compaction.close();
    }
}
