package org.mayflydb.database;

/** Whether somebody knows what a change of a container's time to live does. */
public enum TtlChange {
    /** If it removes too many items at once it is refused. */
    GUARDED,
    /** It is made, whatever it removes. */
    CONFIRMED
}
