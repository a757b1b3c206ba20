package org.mayflydb.storage;

/**
 * A partition as it was at one moment: of each commit all changes are there or none, whatever is committed while one reads.
 * Ranges and partitions that are removed as a whole disappear from it all the same, perhaps not at once.
 *
 * <p>For use by one thread and for a short time, since the store keeps what it deletes and replaces meanwhile.
 */
public interface ReadPoint extends StoreReads, AutoCloseable {

    /** May be called again, and after the store was closed. */
    @Override
    void close();
}
