package org.mayflydb.database;

/** Whether the TTL guard examines a change of a container's TTL. */
public enum TtlChange {
    /** If it removes too many items at once it is refused. */
    GUARDED,
    /** It is made, whatever it removes. */
    CONFIRMED
}
