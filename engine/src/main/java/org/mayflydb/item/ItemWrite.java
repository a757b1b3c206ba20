package org.mayflydb.item;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.GoneException;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Transaction;
import org.mayflydb.partition.WaitingThread;
import org.mayflydb.ttl.ExpiryRule;

/**
 * A write to items of one partition key, checked as far as that is possible without the store. It is done once it is
 * {@link #submit submitted}, or as a part of an {@link ItemBatch}, in the partition where its items are then: if that was
 * split before its turn came, it is sent on to the partition that has taken its place.
 *
 * @param <R> the result of the write
 */
public final class ItemWrite<R> {
    /** A partition that came out of a split may be split itself, but not immediately. */
    private static final int TRIES_MAX = 10;

    private final long bytes;
    private final Shards shards;
    private final EffectivePartitionKey hash;
    private final RuleInForce rule;
    private final Operation<R> operation;
    private final Supplier<List<byte[]>> reads;

    /** Where it was sent first, and where those behind it are sent as well; null before. */
    private @Nullable Shard sentTo;

    /** What a write does inside a transaction of the partition that has its items. */
    @FunctionalInterface
    interface Operation<R> {
        R apply(Shard shard, Transaction transaction, ExpiryRule rule);
    }

    private final class PartitionMutation implements Mutation<R> {
        private final Shard shard;

        PartitionMutation(Shard shard) {
            this.shard = shard;
        }

        @Override
        public R apply(Transaction transaction) {
            return operation.apply(shard, transaction, rule.get());
        }

        @Override
        public List<byte[]> reads() {
            return ItemWrite.this.reads();
        }
    }

    /**
     * @param bytes what it keeps in memory, approximately
     * @param hash of the partition key of its items
     * @param reads the keys that the operation will read, as far as they are known
     */
    ItemWrite(
            long bytes,
            Shards shards,
            EffectivePartitionKey hash,
            RuleInForce rule,
            Operation<R> operation,
            Supplier<List<byte[]>> reads) {
        this.bytes = bytes;
        this.shards = shards;
        this.hash = hash;
        this.rule = rule;
        this.operation = operation;
        this.reads = reads;
    }

    /** Submits it and waits for its result. The calling thread commits it if the partition is idle. */
    public R join() {
        WaitingThread<R> caller = new WaitingThread<>();
        submit(caller, caller);
        return caller.result();
    }

    /**
     * Submits it and does not wait.
     *
     * @param leaders runs the work
     * @param completion called by one of those threads when it has ended
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<R> completion) {
        submit(null, leaders, completion);
    }

    /**
     * The same, in its turn behind another on the same partition key. If the partition is split between the two, this one is
     * sent to where the other was sent, so that both reach the new partition in their order.
     *
     * @param earlier submitted by the same thread; null for none
     */
    public void submit(@Nullable ItemWrite<?> earlier, Executor leaders, Completion<R> completion) {
        Shard first = earlier == null || earlier.sentTo == null ? shards.of(hash) : earlier.sentTo;
        sentTo = first;
        submit(first, leaders, completion, 1);
    }

    private void submit(Shard shard, Executor leaders, Completion<R> completion, int tries) {
        shard.partition()
                .submit(
                        new PartitionMutation(shard),
                        bytes,
                        leaders,
                        outcome -> ended(shard, leaders, completion, tries, outcome));
    }

    private void ended(Shard shard, Executor leaders, Completion<R> completion, int tries, Supplier<R> outcome) {
        if (tries == TRIES_MAX || !shard.partition().isRetired() || !wasSplit(outcome)) {
            completion.over(outcome);
            return;
        }
        try {
            submit(shards.of(hash), leaders, completion, tries + 1);
        } catch (RuntimeException refused) {
            completion.over(() -> {
                throw refused;
            });
        } catch (Error failure) {
            completion.over(() -> {
                throw failure;
            });
        }
    }

    private static <R> boolean wasSplit(Supplier<R> outcome) {
        try {
            R unused = outcome.get();
            return false;
        } catch (GoneException gone) {
            return gone.code() == FailureCode.COMPLETING_SPLIT;
        } catch (RuntimeException | Error another) {
            return false;
        }
    }

    /** The id of the partition key range that its items are in. */
    public int rangeId() {
        return shards.of(hash).partition().spec().rangeId();
    }

    /** What it keeps in memory, approximately. */
    long bytes() {
        return bytes;
    }

    List<byte[]> reads() {
        return reads.get();
    }

    /** Does it as a part of another write. */
    R apply(Shard shard, Transaction transaction, ExpiryRule current) {
        return operation.apply(shard, transaction, current);
    }
}
