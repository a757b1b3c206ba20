package org.mayflydb.storage.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * An open database, with everything that must end before its native memory is freed. A store has one at a time, and
 * another one after it has opened its database again.
 */
final class RocksHandle {
    private final RocksDB database;
    private final Families families;
    private final CloseGuard guard;
    private final Snapshots snapshots;
    private final @Nullable SpaceReclaimer reclaimer;
    private final @Nullable ReclaimThread reclaimThread;
    private boolean closed; // guarded by this

    private RocksHandle(
            RocksDB database,
            Families families,
            CloseGuard guard,
            @Nullable SpaceReclaimer reclaimer,
            @Nullable ReclaimThread reclaimThread) {
        this.database = database;
        this.families = families;
        this.guard = guard;
        this.snapshots = new Snapshots(database, guard);
        this.reclaimer = reclaimer;
        this.reclaimThread = reclaimThread;
    }

    static RocksHandle writable(String location, RocksDB database, Families families) {
        CloseGuard guard = new CloseGuard(location);
        SpaceReclaimer reclaimer = new SpaceReclaimer(database, families, guard);
        ReclaimThread thread = new ReclaimThread(reclaimer);
        if (Tombstones.areInFilesOf(database)) {
            thread.wake();
        }
        return new RocksHandle(database, families, guard, reclaimer, thread);
    }

    static RocksHandle readOnly(String location, RocksDB database, Families families) {
        return new RocksHandle(database, families, new CloseGuard(location), null, null);
    }

    RocksDB database() {
        return database;
    }

    Families families() {
        return families;
    }

    CloseGuard guard() {
        return guard;
    }

    Snapshots snapshots() {
        return snapshots;
    }

    @Nullable
    SpaceReclaimer reclaimer() {
        return reclaimer;
    }

    boolean isReadOnly() {
        return reclaimer == null;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends a call that {@link RocksStore#enter} began on the same thread. */
    void leave() {
        guard.leave(CloseGuard.counter());
    }

    /** So many entries of a partition were deleted. */
    void deleted(int partitionNumber, int entries) {
        if (entries > 0 && reclaimer != null && reclaimThread != null) {
            reclaimer.deleted(partitionNumber, entries);
            reclaimThread.wake();
        }
    }

    /** A range of a partition was removed. */
    void removed(int partitionNumber) {
        if (reclaimer != null && reclaimThread != null) {
            reclaimer.removed(partitionNumber);
            reclaimThread.wake();
        }
    }

    /** Ends the compaction under way, if there is one, and begins no other. */
    synchronized void stopReclaiming() {
        if (!closed && reclaimer != null && reclaimThread != null) {
            reclaimThread.stop();
            reclaimer.cancel();
        }
    }

    /** Refuses calls from now on, and returns when none is under way. */
    void refuseCalls() {
        stopReclaiming();
        guard.close();
        snapshots.releaseAll();
    }

    /**
     * Closes the database, after {@link #refuseCalls}. Does nothing if it is closed.
     *
     * @throws RocksDBException if RocksDB reports a failure; the memory is freed all the same
     */
    void close() throws RocksDBException {
        try {
            // Waits for threads that may be about to stop the reclaiming, so not under the lock.
            families.close();
            database.closeE();
        } finally {
            release();
            database.close();
        }
    }

    private synchronized void release() {
        closed = true;
        if (reclaimer != null) {
            reclaimer.release();
        }
    }
}
