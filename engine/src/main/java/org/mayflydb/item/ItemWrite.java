package org.mayflydb.item;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

    /** Where it was sent first, which those behind it are sent as well; null before. */
    private @Nullable Place sentTo;

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
        return routed(place.get()).perform();
    }

    /**
     * Has it done and does not wait.
     *
     * @param leaders whose threads do the work
     * @param completion told on one of those threads how it ended
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<ItemResult> completion) {
        submit(null, leaders, completion);
    }

    /**
     * The same, in its turn behind another on the same partition key. If the partition is split between the two, this one is
     * sent to where the other was sent, so that both come from there to the new partition in their order.
     *
     * @param earlier submitted by the same thread; null for none
     */
    public void submit(@Nullable ItemWrite earlier, Executor leaders, Completion<ItemResult> completion) {
        Place first = earlier == null || earlier.sentTo == null ? place.get() : earlier.sentTo;
        sentTo = first;
        routed(first).submit(leaders, completion);
    }

    /** Tries one place first, and then wherever the item is. */
    private RoutedWrite<ItemResult> routed(Place first) {
        AtomicReference<@Nullable Place> untried = new AtomicReference<>(first);
        return new RoutedWrite<>(bytes, () -> {
            Place next = untried.getAndSet(null);
            Place found = next == null ? place.get() : next;
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
