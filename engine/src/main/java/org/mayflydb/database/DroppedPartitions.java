package org.mayflydb.database;

import org.mayflydb.catalog.Catalog;
import org.mayflydb.storage.Store;

/** Removes the entries of partitions that no container uses any more. The catalog lists them until that is done. */
final class DroppedPartitions {
    private final Store store;
    private final Catalog catalog;

    DroppedPartitions(Store store, Catalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    /** Continues where an earlier process was interrupted. */
    void removeAll() {
        catalog.droppedPartitions().forEach(this::remove);
    }

    void remove(int partitionNumber) {
        store.drop(partitionNumber);
        catalog.forgetDropped(partitionNumber);
    }
}
