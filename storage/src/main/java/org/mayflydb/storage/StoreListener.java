package org.mayflydb.storage;

/** Hears what happens to a store. Called by a thread of the store, one call at a time. */
public interface StoreListener {

    /** The store's health has changed. */
    default void healthChanged(StoreHealth health) {}

    /**
     * The store has settled commits whose outcome was {@link CommitOutcome#UNKNOWN}: from now on reads show what became of
     * them.
     */
    default void settled() {}
}
