package org.mayflydb.database;

import org.mayflydb.base.UnsupportedException;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreLimits;

/** What the engine needs of a store beyond the core of the contract. Snapshots it makes itself where a store has none. */
final class StoreRequirements {
    /** The longest key is an index term with a locator: an id has at most 1,023 bytes, a hash at most 48. */
    private static final int KEY_BYTES = 2_500;

    /** An item of 2 MB with its system properties, and a log record with its previous version. */
    private static final int VALUE_BYTES = 4 * 1024 * 1024;

    /** A group of writes ends at 20,000 changes or 8 MB, and the last of its mutations may be a whole batch. */
    private static final int COMMIT_CHANGES = 50_000;

    private static final long COMMIT_BYTES = 32L * 1024 * 1024;

    private StoreRequirements() {}

    /** @throws UnsupportedException if the store cannot hold a database */
    static void check(Store store) {
        if (!store.can(Capability.SIZE_ESTIMATES)) {
            throw new UnsupportedException("A store without size estimates");
        }
        if (!isLargeEnough(store.limits())) {
            throw new UnsupportedException("A store that takes no more than " + store.limits());
        }
    }

    private static boolean isLargeEnough(StoreLimits limits) {
        return limits.keyBytes() >= KEY_BYTES
                && limits.valueBytes() >= VALUE_BYTES
                && limits.commitChanges() >= COMMIT_CHANGES
                && limits.commitBytes() >= COMMIT_BYTES;
    }
}
