package org.mayflydb.forecast;

import org.mayflydb.item.record.StoredLife;

/** Says in which of the numbered slots items count; each may count in several. */
interface Sorting {
    int slots();

    /** Where an item counts that never expires by any of the rules. */
    int[] slotsOfNever();

    /** Puts the slots of an item into {@code target}, and returns their number. */
    int sort(StoredLife life, long partitionNow, int[] target);
}
