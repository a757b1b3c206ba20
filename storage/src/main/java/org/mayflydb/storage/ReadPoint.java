package org.mayflydb.storage;

/**
 * A snapshot of a partition: it has all changes of a commit or none, whatever is committed during the read.
 * Ranges and partitions that are removed as a whole disappear from it all the same, perhaps not at once.
 *
 * <p>For use by one thread and for a short time, since the store keeps what it deletes and replaces meanwhile.
 */
public interface ReadPoint extends StoreReads, AutoCloseable {

    /** May be called again, and after the store was closed. */
    @Override
    void close();
}
