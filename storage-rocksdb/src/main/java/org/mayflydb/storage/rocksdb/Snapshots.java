package org.mayflydb.storage.rocksdb;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;

/** The snapshots that are taken and not released: a database with any cannot be closed. */
final class Snapshots {
    private final RocksDB database;
    private final CloseGuard guard;
    private final Set<Snapshot> taken = ConcurrentHashMap.newKeySet();

    Snapshots(RocksDB database, CloseGuard guard) {
        this.database = database;
        this.guard = guard;
    }

    /** Within a call. */
    Snapshot take() {
        Snapshot snapshot = database.getSnapshot();
        taken.add(snapshot);
        return snapshot;
    }

    /** Does nothing if it was released before, or if the store is closed, which releases it too. */
    void release(Snapshot snapshot) {
        int call = guard.enterIfOpen();
        if (call == CloseGuard.CLOSED) {
            return;
        }
        try {
            if (taken.remove(snapshot)) {
                database.releaseSnapshot(snapshot);
            }
        } finally {
            guard.leave(call);
        }
    }

    /** Releases those that are left, once nobody calls the database any more. */
    void releaseAll() {
        taken.forEach(database::releaseSnapshot);
        taken.clear();
    }
}
