package org.mayflydb.item;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;

/**
 * An operation on one item that has been checked as far as it can be without the store, and is done in its turn by the
 * partition's writer: by itself, by one of these methods, or as a part of an {@link ItemBatch}.
 */
public final class ItemWrite {
    private final Partition partition;
    private final long bytes;
    private final Supplier<ExpiryRule> rule;
    private final ItemAction action;

    ItemWrite(Partition partition, long bytes, Supplier<ExpiryRule> rule, ItemAction action) {
        this.partition = partition;
        this.bytes = bytes;
        this.rule = rule;
        this.action = action;
    }

    /** Does it, and waits until it is done. */
    public ItemResult perform() {
        return partition.write(mutation());
    }

    /**
     * Has it done and does not wait.
     *
     * @param leaders whose threads do the work
     * @param completion told on one of those threads how it ended
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<ItemResult> completion) {
        partition.submit(mutation(), bytes, leaders, completion);
    }

    /** The id of the partition key range that the item is in. */
    public int rangeId() {
        return partition.spec().rangeId();
    }

    private Mutation<ItemResult> mutation() {
        return transaction -> action.apply(transaction, rule.get());
    }

    Partition partition() {
        return partition;
    }

    /** What it keeps in memory, about. */
    long bytes() {
        return bytes;
    }

    ItemResult apply(Transaction transaction, ExpiryRule current) {
        return action.apply(transaction, current);
    }
}
