package org.mayflydb.storage;

/** One partition of a {@link Store}: read as it is now, or as it was when a {@link ReadPoint} was made; changed by commits. */
public interface StorePartition extends StoreReads {

    /** A snapshot of both spaces as they are now, for callers that read several times. Needs {@link Capability#SNAPSHOTS}. */
    default ReadPoint readPoint() {
        throw new UnsupportedOperationException("this store has no snapshots");
    }

    /** The same partition in a form that never waits. A store without {@link Capability#LOCAL_READS} has its own. */
    default AsyncPartition async() {
        return new DirectCalls(this);
    }

    /**
     * Applies all changes if all conditions hold, or none.
     *
     * @throws IllegalArgumentException if the commit exceeds the {@link StoreLimits}; nothing was changed
     * @throws StoreUnavailableException if it was certainly not applied
     */
    CommitOutcome commit(Commit commit);

    /**
     * Takes a sorted set of derived entries, and then commits the record that completes it.
     *
     * <p>If a condition of the record does not hold, none of the entries is taken. After a crash, or if the outcome is
     * {@link CommitOutcome#UNKNOWN}, some or all entries may be there without the record; ingesting the same set again
     * replaces them. A store that others share takes the entries in bounded commits, each with the conditions of the record,
     * and the record last.
     *
     * @throws IllegalArgumentException if an entry is not in {@link Space#DERIVED} or not in order
     */
    CommitOutcome ingest(DerivedSet set);

    /** Removes every key in {@code range}. Not atomic with commits, and idempotent. */
    void deleteRange(Space space, KeyRange range);

    /**
     * How many bytes the keys and values of {@code range} take, roughly; for people and heuristics only. Needs {@link
     * Capability#SIZE_ESTIMATES}.
     */
    default long approximateBytes(Space space, KeyRange range) {
        throw new UnsupportedOperationException("this store has no size estimates");
    }

    default void deleteRange(KeyRange range) {
        deleteRange(Space.MAIN, range);
    }

    default long approximateBytes(KeyRange range) {
        return approximateBytes(Space.MAIN, range);
    }
}
