package org.mayflydb.storage;

/** Hears what happens to a store. Called by a thread of the store, one call at a time. */
public interface StoreListener {

    /** The store's health has changed. */
    default void healthChanged(StoreHealth health) {}

    /**
     * The store cannot tidy its files up and needs more and more space, but takes writes. Told again while it lasts, at
     * most once a minute.
     *
     * @param reason for people: what is wrong and what to do
     */
    default void compactionFailed(String reason) {}

    /**
     * The store has settled commits whose outcome was {@link CommitOutcome#UNKNOWN}: from now on reads show what became of
     * them.
     */
    default void settled() {}
}
