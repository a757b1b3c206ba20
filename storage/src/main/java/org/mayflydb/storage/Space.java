package org.mayflydb.storage;

/**
 * The two key spaces of a partition. A key may exist in both. A commit may change both, and a snapshot covers both; apart
 * from that they share nothing.
 */
public enum Space {
    /** What cannot be derived from anything else, and what conditions of commits are about. */
    MAIN,
    /** Entries that can be rebuilt from those of {@link #MAIN}, such as an index. Large sorted sets are ingested here. */
    DERIVED
}
