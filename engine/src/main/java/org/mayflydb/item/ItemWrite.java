package org.mayflydb.item;

import java.util.concurrent.Executor;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Partition;

/** A write to one item that has been checked as far as it can be without the store, and is done by one of these. */
public final class ItemWrite {
    private final Partition partition;
    private final long bytes;
    private final Mutation<ItemResult> mutation;

    ItemWrite(Partition partition, long bytes, Mutation<ItemResult> mutation) {
        this.partition = partition;
        this.bytes = bytes;
        this.mutation = mutation;
    }

    /** Does it, and waits until it is done. */
    public ItemResult perform() {
        return partition.write(mutation);
    }

    /**
     * Has it done and does not wait.
     *
     * @param leaders whose threads do the work
     * @param completion told on one of those threads how it ended
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<ItemResult> completion) {
        partition.submit(mutation, bytes, leaders, completion);
    }
}
