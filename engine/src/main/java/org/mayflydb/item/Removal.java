package org.mayflydb.item;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.GoneException;
import org.mayflydb.item.expiry.Backlog;
import org.mayflydb.item.expiry.ExpiredEntries;
import org.mayflydb.item.expiry.PurgeLag;
import org.mayflydb.item.expiry.PurgeMeter;
import org.mayflydb.item.expiry.PurgeProgress;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.item.expiry.UsageCount;
import org.mayflydb.item.write.ItemAddresses;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.KeyDeletion;

/**
 * Removes from a container for good what no reader sees any more, because it has expired or because its whole logical
 * partition was deleted, and counts what is left to remove.
 */
public final class Removal {
    /** Bounds one step, and with it how long writers wait for it. */
    public static final int PURGE_ITEMS_MAX = 1000;

    /** Small, so that writers hardly wait for a purge on request. */
    private static final int PURGE_STEP_ITEMS = 100;

    private static final int DELETE_TRIES_MAX = 10;

    private final Shards shards;
    private final RuleInForce rule;
    private final ItemAddresses addresses;
    private final PurgeMeter meter = new PurgeMeter();

    /**
     * Held by a step from its look at the rule to the end of its commit, and while the rule is changed. Counting reads a
     * snapshot instead: a long count must not keep a change waiting.
     */
    private final Object removing = new Object();

    public Removal(Shards shards, RuleInForce rule, ItemAddresses addresses) {
        this.shards = shards;
        this.rule = rule;
        this.addresses = addresses;
    }

    /** Waits for the step that uses the old rule: items that are live again must not be deleted afterwards. */
    public void changeTtl(ContainerTtl ttl) {
        synchronized (removing) {
            rule.changeTtl(ttl);
        }
    }

    /** Deletes at most {@code itemsMax} expired items, in one commit per partition. No reader notices. */
    public PurgeResult purge(int itemsMax) {
        shards.checkOpen();
        if (itemsMax <= 0 || itemsMax > PURGE_ITEMS_MAX) {
            throw new IllegalArgumentException("a step purges between 1 and " + PURGE_ITEMS_MAX + " items");
        }
        PurgeResult total = PurgeResult.NOTHING;
        for (Shard shard : shards.all()) {
            int left = itemsMax - total.items();
            if (left == 0) {
                return total.withDone(false);
            }
            total = total.plus(purge(shard, left, transaction -> {}));
        }
        return total;
    }

    /** Deletes expired items, step by step, until none is left. What expires meanwhile may stay. */
    public PurgeResult purgeAll() {
        PurgeResult total = PurgeResult.NOTHING;
        PurgeResult step;
        do {
            step = purge(PURGE_STEP_ITEMS);
            total = total.plus(step);
        } while (!step.done());
        return total.withDone(true);
    }

    /**
     * Deletes at most {@code itemsMax} expired items of one partition, in one commit with writes that wait. It is not
     * acknowledged to anyone, so it may be lost in a power failure; it is then done again.
     *
     * @param started runs when the partition's earlier writes are done; again if the commit has to be repeated
     */
    public PurgeResult purgeUnnoticed(PartitionSpec partition, int itemsMax, Runnable started) {
        shards.checkOpen();
        Shard shard = shards.numbered(partition.number());
        return shard == null
                ? PurgeResult.NOTHING
                : purge(shard, itemsMax, transaction -> {
                    started.run();
                    transaction.expendable();
                });
    }

    /** Returns true if {@link #purgeUnnoticed} would find nothing to delete in any partition. Looks at no entry. */
    public boolean isAtRest() {
        ExpiryRule current = rule.get();
        for (Shard shard : shards.all()) {
            Partition partition = shard.partition();
            if (!shard.purge().isAtRest(partition.head(), current, partition.deletionSecond())) {
                return false;
            }
        }
        return true;
    }

    private PurgeResult purge(Shard shard, int itemsMax, Consumer<Transaction> preparation) {
        synchronized (removing) {
            try {
                // The clock is asked after the transaction has taken its time from it: no jump escapes notice.
                PurgeResult step = shard.partition().writeFirst(transaction -> {
                    preparation.accept(transaction);
                    return shard.purge()
                            .step(
                                    transaction,
                                    rule.get(),
                                    itemsMax,
                                    shard.partition().deletionSecond());
                });
                meter.count(step, shard.partition().now());
                return step;
            } catch (GoneException gone) {
                if (gone.code() != FailureCode.COMPLETING_SPLIT) {
                    throw gone;
                }
                return PurgeResult.NOTHING.withDone(false);
            }
        }
    }

    /**
     * Deletes all items of a logical partition, or of all that the first levels of a hierarchical key begin. They are gone
     * immediately, however many they are, and are removed later by {@link #removeDeleted}.
     */
    public void deleteAll(PartitionKey partitionKey) {
        shards.checkOpen();
        PartitionKey key = addresses.checkedScope(partitionKey);
        deleteAll(PartitionKeyHasher.hash(addresses.definition(), key), KeyDigest.of(key));
    }

    private void deleteAll(EffectivePartitionKey epk, KeyDigest digest) {
        for (int tries = 1; ; tries++) {
            try {
                for (Shard shard : shards.in(EpkRange.prefix(epk))) {
                    deleteAll(shard, epk, digest);
                }
                return;
            } catch (GoneException split) {
                // Doing it twice in one of the partitions does no harm.
                if (tries == DELETE_TRIES_MAX) {
                    throw split;
                }
            }
        }
    }

    private void deleteAll(Shard shard, EffectivePartitionKey epk, KeyDigest digest) {
        synchronized (removing) {
            List<KeyDeletion> pending = rule.get().deletions().in(shard.number());
            boolean committed = false;
            try {
                committed = shard.partition().writeAlone(transaction -> {
                    List<KeyDeletion> next = shard.deletedKeys().add(transaction, pending, epk, digest);
                    // The very next write already uses it.
                    transaction.onCommit(() -> rule.changeDeletions(shard.partition(), next));
                    return true;
                });
            } finally {
                if (!committed) {
                    // It may have been committed all the same, which the stored records show.
                    rule.changeDeletions(shard.partition(), shard.deletedKeys().stored());
                }
            }
        }
    }

    /**
     * Removes at most {@code itemsMax} items of deleted logical partitions from each partition, in one commit each.
     *
     * @return true if there are more
     */
    public boolean removeDeleted(int itemsMax) {
        shards.checkOpen();
        for (Shard shard : shards.all()) {
            synchronized (removing) {
                try {
                    rule.changeDeletions(shard.partition(), shard.deletedKeys().step(rule.get(), itemsMax));
                } catch (GoneException split) {
                    // The partitions that it was split into are next.
                }
            }
        }
        return hasDeletedKeys();
    }

    /** Returns true if there are deleted logical partitions whose items are still stored. */
    public boolean hasDeletedKeys() {
        return !rule.get().deletions().isEmpty();
    }

    Map<Integer, Usage> usageByRange() {
        Map<Integer, Usage> usages = new TreeMap<>();
        for (Shard shard : shards.all()) {
            usages.put(
                    shard.partition().spec().rangeId(),
                    UsageCount.of(shard.partition(), addresses.definition(), rule.get()));
        }
        return usages;
    }

    public Usage usage() {
        return usageByRange().values().stream().reduce(new Usage(0, 0), Usage::plus);
    }

    /** How far deletion is behind expiry. The cost follows from how much has expired. */
    public PurgeLag lag() {
        shards.checkOpen();
        // First, so that no item counts both as purged and as waiting.
        PurgeLag lag = new PurgeLag(0, 0, 0, purgedItems());
        for (Shard shard : shards.all()) {
            lag = lag.plus(UsageCount.lag(shard.partition(), rule.get()));
        }
        return lag;
    }

    /** Returns true if nothing is purged because the clock is not trusted. */
    public boolean isPaused() {
        return shards.all().stream().anyMatch(shard -> shard.partition().deletionSecond() == Long.MIN_VALUE);
    }

    /**
     * For how many seconds the oldest item that is still stored has been expired; 0 if there is none. Costs a look at one
     * entry of each partition, and nothing where only the items know when they expire: those are left out.
     */
    public long oldestExpiredSeconds() {
        ExpiryRule current = rule.get();
        return ExpiredEntries.areKnown(current)
                ? shards.all().stream()
                        .mapToLong(shard -> UsageCount.backlog(shard.partition(), current, 1)
                                .lateSeconds())
                        .max()
                        .orElse(0)
                : 0;
    }

    /** How many items were purged since the container was opened. */
    public long purgedItems() {
        return meter.items();
    }

    /** The progress of deletion. At most {@code backlogMax} of the items that wait for it are counted. */
    public PurgeProgress progress(long backlogMax) {
        shards.checkOpen();
        // First, so that no item counts both as purged and as waiting.
        long items = meter.items();
        long bytes = meter.bytes();
        double units = meter.units();
        Backlog backlog = Backlog.NONE;
        long now = 0;
        for (Shard shard : shards.all()) {
            backlog = backlog.plus(UsageCount.backlog(shard.partition(), rule.get(), backlogMax - backlog.items()));
            now = Math.max(now, shard.partition().now());
        }
        return new PurgeProgress(backlog, items, bytes, units, meter.itemsPerSecond(now));
    }
}
