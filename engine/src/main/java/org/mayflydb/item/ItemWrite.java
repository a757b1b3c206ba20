package org.mayflydb.item;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;

/**
 * An operation on one item that has been checked as far as it can be without the store, and is done in its turn by the
 * partition's writer: by itself, by one of these methods, or as a part of an {@link ItemBatch}.
 */
public final class ItemWrite {
    private final long bytes;
    private final Supplier<Place> place;
    private final Supplier<ExpiryRule> rule;
    private final ItemAction action;

    /** The partition that an item is in, and what is done in it. */
    record Place(Partition partition, ItemWrites writes) {}

    /**
     * @param bytes what it keeps in memory, about
     * @param place where the item is; asked when it is done, because partitions are split
     */
    ItemWrite(long bytes, Supplier<Place> place, Supplier<ExpiryRule> rule, ItemAction action) {
        this.bytes = bytes;
        this.place = place;
        this.rule = rule;
        this.action = action;
    }

    /** Does it, and waits until it is done. */
    public ItemResult perform() {
        return routed().perform();
    }

    /**
     * Has it done and does not wait.
     *
     * @param leaders whose threads do the work
     * @param completion told on one of those threads how it ended
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<ItemResult> completion) {
        routed().submit(leaders, completion);
    }

    private RoutedWrite<ItemResult> routed() {
        return new RoutedWrite<>(bytes, () -> {
            Place found = place.get();
            return new RoutedWrite.Target<>(
                    found.partition, transaction -> action.apply(found.writes, transaction, rule.get()));
        });
    }

    /** The id of the partition key range that the item is in. */
    public int rangeId() {
        return place.get().partition.spec().rangeId();
    }

    /** What it keeps in memory, about. */
    long bytes() {
        return bytes;
    }

    ItemResult apply(ItemWrites writes, Transaction transaction, ExpiryRule current) {
        return action.apply(writes, transaction, current);
    }
}
