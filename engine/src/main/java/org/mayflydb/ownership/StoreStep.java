package org.mayflydb.ownership;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.CommitOutcome;

/**
 * One read or one conditional commit. Whoever performs it passes the result to {@code then}, which returns the next step, or
 * null at the end. A commit touches one partition, and its condition is on exactly one record.
 */
public sealed interface StoreStep {

    /** The next step if a read gets no result. */
    default @Nullable StoreStep unanswered() {
        return null;
    }

    /** Reads all node records. */
    record ReadNodes(Function<List<NodeRecord>, @Nullable StoreStep> then) implements StoreStep {}

    /** Reads a node record from the store, never from a copy. */
    record ReadNode(UUID id, Function<@Nullable NodeRecord, @Nullable StoreStep> then) implements StoreStep {}

    /**
     * Commits a node record.
     *
     * @param expected what must be stored; null if nothing may be
     * @param next null to delete the record
     */
    record WriteNode(
            @Nullable NodeRecord expected, @Nullable NodeRecord next, Function<CommitOutcome, @Nullable StoreStep> then)
            implements StoreStep {}

    /** Reads the head of a partition, null if there is none. */
    record ReadHead(
            int partition,
            Function<@Nullable PartitionHead, @Nullable StoreStep> then,
            Supplier<@Nullable StoreStep> orElse)
            implements StoreStep {
        ReadHead(int partition, Function<@Nullable PartitionHead, @Nullable StoreStep> then) {
            this(partition, then, () -> null);
        }

        @Override
        public @Nullable StoreStep unanswered() {
            return orElse.get();
        }
    }

    /**
     * Commits a head with changes of the partition.
     *
     * @param expected the head that must be stored; null if none may be
     * @param wipes whether everything else in the partition is removed
     * @param changes what the caller gave; null for none
     */
    record WriteHead(
            int partition,
            @Nullable PartitionHead expected,
            PartitionHead next,
            boolean wipes,
            @Nullable Object changes,
            Function<CommitOutcome, @Nullable StoreStep> then)
            implements StoreStep {}

    /** Reads the catalog from the store. */
    record ReadCatalog(Function<CatalogView, @Nullable StoreStep> then) implements StoreStep {}

    /**
     * Asks the owner of the system partition for a change of the catalog.
     *
     * @param then gets true if the catalog is known to be changed
     */
    record ChangeCatalog(CatalogEdit edit, Function<Boolean, @Nullable StoreStep> then) implements StoreStep {}

    /**
     * Reads entries of a partition that is being split.
     *
     * @param after where the last page ended; null at first
     */
    record ReadPage(int partition, @Nullable Object after, Function<Page, @Nullable StoreStep> then)
            implements StoreStep {}

    /**
     * Entries of a partition.
     *
     * @param end where the page ended; null if it was the last one
     */
    record Page(Object entries, @Nullable Object end) {}
}
