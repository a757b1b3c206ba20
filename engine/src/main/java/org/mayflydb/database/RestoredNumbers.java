package org.mayflydb.database;

import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;

/** The resource ids and LSNs of a store that was restored to an earlier state. */
final class RestoredNumbers {
    /**
     * More LSNs than a partition gives out while a backup is of use: at a million writes per second they last for twelve
     * days, at ten thousand for three years. A number in JSON holds the sum of 8,000 jumps exactly.
     */
    private static final long LSN_JUMP = 1L << 40;

    private RestoredNumbers() {}

    /** Skips those that may have been given out after that state: clients remember them, LSNs in session tokens. */
    static void skip(Catalog catalog, OpenContainers containers) {
        catalog.skipNumbers();
        for (DatabaseRecord database : catalog.databases()) {
            for (ContainerRecord container : catalog.containers(database.id())) {
                containers.open(container).skipLsns(LSN_JUMP);
            }
        }
    }
}
