package org.mayflydb.storage;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An ordered key-value store, divided into numbered partitions that share nothing. Safe for use by many threads. */
public interface Store extends AutoCloseable {

    /** Where the data is, for messages to people. */
    String location();

    /** What it offers beyond reads and commits; always the same. */
    Set<Capability> capabilities();

    /** How much it takes at once; always the same. */
    StoreLimits limits();

    default boolean can(Capability capability) {
        return capabilities().contains(capability);
    }

    /** Whether the data outlives the process. */
    default boolean isDurable() {
        return can(Capability.DURABLE);
    }

    /** The numbers of the partitions that hold at least one key, ascending. */
    List<Integer> partitionNumbers();

    /** A view of one partition. It need not exist yet; one that does not has no keys. */
    StorePartition partition(int number);

    /**
     * Makes a partition with its first commit, which is conditional on the absence of a key, such as the head. Until then
     * a store need not take commits to it.
     *
     * @return {@link CommitOutcome#CONDITION_FAILED} if the partition has that key already; nothing was changed
     * @throws IllegalArgumentException if the commit has no such condition
     */
    default CommitOutcome createPartition(int number, Commit first) {
        if (first.conditions().stream().noneMatch(condition -> condition.value() == null)) {
            throw new IllegalArgumentException("the first commit of a partition needs a key that must be absent");
        }
        return partition(number).commit(first);
    }

    /**
     * Applies a commit if its conditions hold, and removes everything else from the partition, in both spaces. What the
     * commit puts stays, such as a head that keeps others from writing there again.
     *
     * <p>After a crash, or if the outcome is {@link CommitOutcome#UNKNOWN}, the commit may be applied and entries be left;
     * dropping the partition again removes them.
     */
    CommitOutcome drop(int number, Commit last);

    /** Removes every key of the partition, in both spaces, whoever writes there. For partitions that nobody else knows. */
    void drop(int number);

    /** Makes everything committed so far durable, relaxed commits too. Needs {@link Capability#SYNC}. */
    default void sync() {
        throw new UnsupportedOperationException("the store " + location() + " has no sync");
    }

    /**
     * Reads everything back and compares checksums, as far as the store keeps them.
     *
     * @throws StoreDamagedException saying what is damaged and where
     */
    void verifyChecksums();

    /** What copies this store while it is in use; present with {@link Capability#CHECKPOINTS} alone. */
    default Optional<StoreCopier> copier() {
        return Optional.empty();
    }

    /** Whether it takes writes. Reads memory only. */
    default StoreHealth health() {
        return StoreHealth.AVAILABLE;
    }

    /** Registers a listener for what happens from now on. */
    default void listen(StoreListener listener) {}

    @Override
    void close();
}
