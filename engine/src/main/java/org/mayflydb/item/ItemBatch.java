package org.mayflydb.item;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;

/**
 * Operations on items of one logical partition that are done all or none: in order, each seeing what those before it have
 * done, at one time, under one sequence number, in one commit. Used by one thread until it is performed or submitted.
 */
public final class ItemBatch {
    /** Leaves room in a commit for the group that the batch is in, and for the last operation of the batch. */
    private static final int CHANGES_MAX = 50_000;

    private static final long CHANGED_BYTES_MAX = 16L << 20;

    /** What the items of an answer may have together; clients refuse larger answers. */
    public static final long ANSWER_BYTES_MAX = 4L << 20;

    private final Supplier<ItemWrite.Place> place;
    private final Supplier<ExpiryRule> rule;
    private final List<Step> steps = new ArrayList<>();
    private long bytes;

    /**
     * An operation, or why it was refused before anything was done.
     *
     * @param wantsItem whether the item is to be in the answer
     */
    private record Step(
            @Nullable ItemWrite operation, @Nullable MayflyException refusal, boolean wantsItem) {}

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

    ItemBatch(Supplier<ItemWrite.Place> place, Supplier<ExpiryRule> rule) {
        this.place = place;
        this.rule = rule;
    }

    /**
     * Adds an operation. One that is refused at a glance is refused when its turn comes, like any other.
     *
     * @param wantsItem whether the item is to be in the answer
     */
    public ItemBatch add(Supplier<ItemWrite> operation, boolean wantsItem) {
        try {
            ItemWrite write = operation.get();
            steps.add(new Step(write, null, wantsItem));
            bytes += write.bytes();
        } catch (MayflyException refusal) {
            steps.add(new Step(null, outcomeOnly(refusal), wantsItem));
        }
        return this;
    }

    /** Does it, and waits until it is done. */
    public Outcome perform() {
        return routed().perform();
    }

    /**
     * Has it done and does not wait.
     *
     * @param leaders whose threads do the work
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<Outcome> completion) {
        routed().submit(leaders, completion);
    }

    private RoutedWrite<Outcome> routed() {
        return new RoutedWrite<>(bytes, () -> {
            ItemWrite.Place found = place.get();
            return new RoutedWrite.Target<>(found.partition(), transaction -> apply(found, transaction));
        });
    }

    private Outcome apply(ItemWrite.Place where, Transaction transaction) {
        int rangeId = where.partition().spec().rangeId();
        transaction.shareLsn();
        ExpiryRule current = rule.get();
        List<ItemResult> results = new ArrayList<>(steps.size());
        long answerBytes = 0;
        for (Step step : steps) {
            try {
                ItemResult result = apply(step, where.writes(), transaction, current);
                answerBytes += result.item() == null ? 0 : result.item().size();
                checkSizes(transaction, answerBytes);
                results.add(result);
            } catch (MayflyException failure) {
                MayflyException outcome = outcomeOnly(failure);
                transaction.rollback();
                return new Outcome(List.of(), results.size(), outcome, rangeId, transaction.lastLsn());
            }
        }
        return new Outcome(List.copyOf(results), -1, null, rangeId, transaction.lastLsn());
    }

    private static ItemResult apply(Step step, ItemWrites writes, Transaction transaction, ExpiryRule rule) {
        if (step.refusal != null) {
            throw step.refusal;
        }
        ItemResult result = Invariant.present(step.operation, "what was not refused is to be done")
                .apply(writes, transaction, rule);
        return step.wantsItem ? result : result.withoutItem();
    }

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
