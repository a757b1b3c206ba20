package org.mayflydb.query.access;

/** What a request has done so far, for its charge and its metrics. */
public final class Work {
    private long entries;
    private long items;
    private long itemBytes;

    void entries(long count) {
        entries += count;
    }

    void items(long count, long bytes) {
        items += count;
        itemBytes += bytes;
    }

    /** How many index entries were looked at. */
    public long entries() {
        return entries;
    }

    /** How many items were read, live or not. */
    public long items() {
        return items;
    }

    /** How large the live ones were. */
    public long itemBytes() {
        return itemBytes;
    }
}
