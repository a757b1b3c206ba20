package org.mayflydb.storage;

/** What an applied commit promises. */
public enum Durability {
    /** It survives a power failure: the log was synced before the commit was acknowledged. */
    SYNCED,
    /** It survives a process crash, and a power failure once the operating system has written it. */
    RELAXED
}
