package org.mayflydb.item;

import java.util.List;
import java.util.function.Consumer;
import org.mayflydb.base.GoneException;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.KeyDeletion;

/**
 * Removes from a container what is gone for everybody already, because it has expired or because its whole logical partition
 * was deleted, and counts what is left to remove.
 */
final class Removal {
    private static final int DELETE_TRIES_MAX = 10;

    private final Shards shards;
    private final RuleInForce rule;
    private final PartitionKeyDefinition partitionKey;
    private final PurgeMeter meter = new PurgeMeter();

    /**
     * Held for a step from its look at the rule to the end of its commit, and by who changes the rule. Who only counts reads
     * a snapshot instead: a long count must not keep a change waiting.
     */
    private final Object removing = new Object();

    Removal(Shards shards, RuleInForce rule, PartitionKeyDefinition partitionKey) {
        this.shards = shards;
        this.rule = rule;
        this.partitionKey = partitionKey;
    }

    /** Waits for the step that goes by the old rule: what comes back to life must not be deleted afterwards. */
    void changeTtl(ContainerTtl ttl) {
        synchronized (removing) {
            rule.changeTtl(ttl);
        }
    }

    PurgeResult purge(int itemsMax) {
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

    /** A step that may be lost with the power. */
    PurgeResult purgeUnnoticed(Shard shard, int itemsMax, Runnable started) {
        return purge(shard, itemsMax, transaction -> {
            started.run();
            transaction.expendable();
        });
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
            } catch (GoneException split) {
                return PurgeResult.NOTHING.withDone(false);
            }
        }
    }

    /** Deletes whole logical partitions, for everybody at once. */
    void deleteAll(EffectivePartitionKey epk, KeyDigest digest) {
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
                shard.partition().writeAlone(transaction -> {
                    // Here, so that the very next write already goes by it.
                    rule.changeDeletions(shard, shard.deletedKeys().add(transaction, pending, epk, digest));
                    return true;
                });
                committed = true;
            } finally {
                if (!committed) {
                    // It may have been committed all the same; what is stored knows.
                    rule.changeDeletions(shard, pending);
                    rule.changeDeletions(shard, shard.deletedKeys().stored());
                }
            }
        }
    }

    /** Removes some items of deleted logical partitions from each partition; returns true if there are more. */
    boolean removeDeleted(int itemsMax) {
        for (Shard shard : shards.all()) {
            synchronized (removing) {
                try {
                    rule.changeDeletions(shard, shard.deletedKeys().step(rule.get(), itemsMax));
                } catch (GoneException split) {
                    // The partitions that it was split into are next.
                }
            }
        }
        return hasDeletedKeys();
    }

    boolean hasDeletedKeys() {
        return !rule.get().deletions().isEmpty();
    }

    Usage usage() {
        Usage usage = new Usage(0, 0);
        for (Shard shard : shards.all()) {
            usage = usage.plus(UsageCount.of(shard.partition(), partitionKey, rule.get()));
        }
        return usage;
    }

    PurgeLag lag() {
        // First, so that no item counts both as purged and as waiting.
        PurgeLag lag = new PurgeLag(0, 0, 0, purgedItems());
        for (Shard shard : shards.all()) {
            lag = lag.plus(UsageCount.lag(shard.partition(), rule.get()));
        }
        return lag;
    }

    long oldestExpiredSeconds() {
        ExpiryRule current = rule.get();
        return ExpiredEntries.areKnown(current)
                ? shards.all().stream()
                        .mapToLong(shard -> UsageCount.backlog(shard.partition(), current, 1)
                                .lateSeconds())
                        .max()
                        .orElse(0)
                : 0;
    }

    long purgedItems() {
        return meter.items();
    }

    PurgeProgress progress(long backlogMax) {
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
