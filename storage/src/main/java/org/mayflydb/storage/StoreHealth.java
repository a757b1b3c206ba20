package org.mayflydb.storage;

/**
 * Whether a store takes writes.
 *
 * @param reason for people: why it does not, and what to do; empty if it does
 */
public record StoreHealth(State state, String reason) {

    public static final StoreHealth AVAILABLE = new StoreHealth(State.AVAILABLE, "");

    /** What can be done with a store. */
    public enum State {
        /** Reads and writes. */
        AVAILABLE,
        /** Reads only. The store tries by itself to take writes again. */
        REFUSING_WRITES,
        /** Reads only, as far as they succeed, until the store is opened again. */
        NEEDS_RESTART
    }

    public boolean isAvailable() {
        return state == State.AVAILABLE;
    }
}
