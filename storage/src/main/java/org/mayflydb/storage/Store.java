package org.mayflydb.storage;

import java.util.List;
import java.util.Optional;

/** An ordered key-value store, divided into numbered partitions that share nothing. Safe for use by many threads. */
public interface Store extends AutoCloseable {

    /** Keys longer than this are refused: some distributed engines take no longer ones. */
    int KEY_BYTES_MAX = 4 * 1024;

    /** Values longer than this are refused. An item is at most 2 MB. */
    int VALUE_BYTES_MAX = 4 * 1024 * 1024;

    /** Commits with more changes than this are refused. */
    int COMMIT_CHANGES_MAX = 100_000;

    /** Where the data is, for messages to people. */
    String location();

    /** Whether the data outlives the process. */
    default boolean isDurable() {
        return true;
    }

    /** The numbers of the partitions that hold at least one key, ascending. */
    List<Integer> partitionNumbers();

    /** A view of one partition. A partition without keys is the same as one that was never written. */
    StorePartition partition(int number);

    /** Removes every key of the partition, in both spaces. */
    void drop(int number);

    /** Makes everything committed so far durable, relaxed commits too. */
    void sync();

    /**
     * Reads everything back and compares checksums, as far as the store keeps them.
     *
     * @throws StoreDamagedException saying what is damaged and where
     */
    void verifyChecksums();

    /** What copies this store while it is in use; empty if it cannot be copied. */
    default Optional<StoreCopier> copier() {
        return Optional.empty();
    }

    /** Whether it takes writes. Reads memory only. */
    default StoreHealth health() {
        return StoreHealth.AVAILABLE;
    }

    /** Tells somebody what happens from now on. */
    default void listen(StoreListener listener) {}

    @Override
    void close();
}
