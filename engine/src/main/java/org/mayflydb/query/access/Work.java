package org.mayflydb.query.access;

/**
 * What a request has done so far, for its charge and its metrics. Entries and items that have expired count in neither, or
 * the charge of a query would depend on how far the purge is.
 */
public final class Work {
    private long entries;
    private long items;
    private long itemBytes;
    private long logicalPlanNanos;
    private long physicalPlanNanos;

    void entries(long count) {
        entries += count;
    }

    /** Takes back what {@link #entries} counted: they led to nothing that is alive. */
    void expiredEntries(long count) {
        entries -= count;
    }

    void items(long count, long bytes) {
        items += count;
        itemBytes += bytes;
    }

    /** Notes how long it took to find out what is known of the items, and to open the partitions. */
    public void planned(long logicalNanos, long physicalNanos) {
        logicalPlanNanos = logicalNanos;
        physicalPlanNanos = physicalNanos;
    }

    public long logicalPlanNanos() {
        return logicalPlanNanos;
    }

    public long physicalPlanNanos() {
        return physicalPlanNanos;
    }

    /** How many index entries were looked at. */
    public long entries() {
        return entries;
    }

    /** How many live items were read. */
    public long items() {
        return items;
    }

    /** How large they were. */
    public long itemBytes() {
        return itemBytes;
    }
}
