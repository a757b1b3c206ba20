package org.mayflydb.storage;

/** One partition of a {@link Store}: read as it is now, or as it was when a {@link ReadPoint} was made; changed by commits. */
public interface StorePartition extends StoreReads {

    /** Keeps what is committed by now readable, for whoever has to read several times and get one picture. */
    ReadPoint readPoint();

    /** Applies all changes if all conditions hold, or none. */
    CommitOutcome commit(Commit commit);

    /** Removes every key in {@code range}. Not atomic with commits, and idempotent. */
    void deleteRange(KeyRange range);

    /** How many bytes the keys and values of {@code range} take, roughly; for people and heuristics only. */
    long approximateBytes(KeyRange range);
}
