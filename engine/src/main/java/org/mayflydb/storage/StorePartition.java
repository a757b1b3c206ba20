package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;

/** One partition of a {@link Store}: ordered keys, read point by point or range by range, changed by commits. */
public interface StorePartition {

    /** The value of {@code key}, or null. The array belongs to the caller. */
    byte @Nullable [] get(byte[] key);

    /**
     * Entries of {@code range}, in key order or against it, all from one read point.
     *
     * <p>Stops after {@code entriesMax} entries, or once {@code bytesMax} bytes of keys and values are gathered; at
     * least one entry is returned if there is one. A longer walk goes on from the last key, at another read point.
     */
    ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax);

    /** Applies all changes if all conditions hold, or none. */
    CommitOutcome commit(Commit commit);

    /** Removes every key in {@code range}. Not atomic with commits, and idempotent. */
    void deleteRange(KeyRange range);

    /** How many bytes the keys and values of {@code range} take, roughly; for people and heuristics only. */
    long approximateBytes(KeyRange range);
}
