package org.mayflydb.foresight;

import org.mayflydb.item.record.StoredLife;

/** Says in which of the numbered places items count; each may count in several. */
interface Sorting {
    int places();

    /** Where an item counts that never expires by any of the rules. */
    int[] placesOfNever();

    /** Puts the places of an item into {@code target}, and answers how many these are. */
    int sort(StoredLife life, long partitionNow, int[] target);
}
