package org.mayflydb.storage;

/** What an applied commit promises. */
public enum Durability {
    /** It survives the loss of power: the log was synced before the answer. */
    SYNCED,
    /** It survives the end of the process, and the loss of power once the operating system has written it. */
    RELAXED
}
