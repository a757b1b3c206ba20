package org.mayflydb.app.transfer;

/** What is done where an item is there already. */
public enum ImportMode {
    /** It stays, and that is an error. */
    CREATE,
    /** It is replaced. */
    UPSERT,
    /** It stays. */
    SKIP
}
