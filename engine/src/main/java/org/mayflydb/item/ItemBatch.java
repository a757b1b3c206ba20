package org.mayflydb.item;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;

/**
 * Operations on items of one logical partition that are done all or none: in order, each seeing what those before it have
 * done, at one time, under one sequence number, in one commit. Used by one thread until it is submitted.
 */
public final class ItemBatch {
    /** Leaves room in a commit for the group that the batch is in, and for the last operation of the batch. */
    private static final int CHANGES_MAX = 50_000;

    private static final long CHANGED_BYTES_MAX = 16L << 20;

    /** What the items of an answer may have together; clients refuse larger answers. */
    public static final long ANSWER_BYTES_MAX = 4L << 20;

    private final Shards shards;
    private final EffectivePartitionKey hash;
    private final RuleInForce rule;
    private final List<Step> steps = new ArrayList<>();
    private long bytes;

    /**
     * An operation, or why it was refused before anything was done.
     *
     * @param wantsItem whether the item is to be in the answer
     */
    private record Step(
            @Nullable ItemWrite<ItemResult> operation,
            @Nullable MayflyException refusal,
            boolean wantsItem) {}

    /**
     * How a batch ended.
     *
     * @param results one for each operation, in order; empty if the batch failed
     * @param failed which operation failed; -1 if none did
     * @param failure why it did
     * @param lsn the newest sequence number of the partition then
     */
    public record Outcome(
            List<ItemResult> results, int failed, @Nullable MayflyException failure, int rangeId, long lsn) {}

    /** @param hash of the partition key of all its items */
    ItemBatch(Shards shards, EffectivePartitionKey hash, RuleInForce rule) {
        this.shards = shards;
        this.hash = hash;
        this.rule = rule;
    }

    /**
     * Adds an operation. One that is refused at a glance is refused when its turn comes, like any other.
     *
     * @param wantsItem whether the item is to be in the answer
     */
    public ItemBatch add(Supplier<ItemWrite<ItemResult>> operation, boolean wantsItem) {
        try {
            ItemWrite<ItemResult> write = operation.get();
            steps.add(new Step(write, null, wantsItem));
            bytes += write.bytes();
        } catch (MayflyException refusal) {
            steps.add(new Step(null, outcomeOnly(refusal), wantsItem));
        }
        return this;
    }

    /** The operations so far as one write. */
    public ItemWrite<Outcome> write() {
        return new ItemWrite<>(bytes, shards, hash, rule, this::apply, this::reads);
    }

    private List<byte[]> reads() {
        List<byte[]> keys = new ArrayList<>();
        for (Step step : steps) {
            if (step.operation != null) {
                keys.addAll(step.operation.reads());
            }
        }
        return keys;
    }

    private Outcome apply(Shard shard, Transaction transaction, ExpiryRule current) {
        int rangeId = shard.partition().spec().rangeId();
        transaction.shareLsn();
        List<ItemResult> results = new ArrayList<>(steps.size());
        long answerBytes = 0;
        for (Step step : steps) {
            try {
                ItemResult result = apply(step, shard, transaction, current);
                answerBytes += result.item() == null ? 0 : result.item().size();
                boolean isLast = results.size() == steps.size() - 1;
                checkSizes(transaction, isLast ? answerBytes : 0);
                // An answer that is too large already is never sent.
                results.add(answerBytes > ANSWER_BYTES_MAX ? result.withoutItem() : result);
            } catch (MayflyException failure) {
                MayflyException outcome = outcomeOnly(failure);
                transaction.rollback();
                // The service finds a response too large when it is complete, and blames the last operation.
                int failed = outcome.code() == FailureCode.ANSWER_TOO_LARGE ? steps.size() - 1 : results.size();
                return new Outcome(List.of(), failed, outcome, rangeId, transaction.lastLsn());
            }
        }
        return new Outcome(List.copyOf(results), -1, null, rangeId, transaction.lastLsn());
    }

    private static ItemResult apply(Step step, Shard shard, Transaction transaction, ExpiryRule rule) {
        if (step.refusal != null) {
            throw step.refusal;
        }
        ItemResult result = Invariant.present(step.operation, "what was not refused is to be done")
                .apply(shard, transaction, rule);
        return step.wantsItem ? result : result.withoutItem();
    }

    /** @param answerBytes of all items if this was the last operation, which fails if they are too many */
    private static void checkSizes(Transaction transaction, long answerBytes) {
        if (transaction.ownChanges() > CHANGES_MAX || transaction.ownBytes() > CHANGED_BYTES_MAX) {
            throw TooLargeException.transaction();
        }
        if (answerBytes > ANSWER_BYTES_MAX) {
            throw TooLargeException.answer();
        }
    }

    /** Trouble of our own is no outcome of an operation: the batch as a whole has not been tried. */
    private static MayflyException outcomeOnly(MayflyException failure) {
        if (failure.status() >= 500 && failure.code() != FailureCode.NOT_IMPLEMENTED) {
            throw failure;
        }
        return failure;
    }
}
