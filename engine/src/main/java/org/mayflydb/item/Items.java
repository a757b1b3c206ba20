package org.mayflydb.item;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.Invariant;
import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.index.ContainerIndex;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.expiry.DeletedKeys;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.write.ItemAddresses;
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.item.write.SizeLimit;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.KeyDeletion;

/**
 * The items of one open container: their partitions and the settings in force, and everything that can be done with them.
 * Safe for use by many threads.
 */
public final class Items {
    private final ItemLayout layout;
    private final ItemRules rules;
    private final SizeLimit sizeLimit;
    private final Shards shards;
    private final ContainerIndex index;
    private final RuleInForce rule;
    private final ItemWriter writer;
    private final ItemReads reads;
    private final ItemExpiry expiry;
    private final Removal removal;

    /** By what the logs are kept, as it was last put in force. */
    private volatile LogPolicy logPolicy = LogPolicy.NONE;

    /**
     * Opens the items.
     *
     * @param specs all partitions of the container
     * @param partitions those that this process owns
     */
    public Items(
            ItemLayout layout,
            List<PartitionSpec> specs,
            List<Partition> partitions,
            ContainerTtl ttl,
            IndexRules indexRules,
            ItemRules rules) {
        this.layout = layout;
        this.rules = rules;
        this.sizeLimit = new SizeLimit(rules.containerBytesMax(), this::storedBytes, this::liveBytes);
        List<Shard> opened = new ArrayList<>();
        List<KeyDeletion> deletions = new ArrayList<>();
        for (Partition partition : partitions) {
            Shard shard = Shard.open(partition, layout, rules, sizeLimit, indexRules);
            deletions.addAll(shard.deletedKeys().stored());
            opened.add(shard);
        }
        this.shards = new Shards(specs, opened);
        this.index = new ContainerIndex(shards.indexes(), indexRules);
        this.rule = new RuleInForce(ttl, layout.partitionKey(), deletions);
        ItemAddresses addresses = new ItemAddresses(layout.partitionKey());
        this.writer = new ItemWriter(layout, addresses, shards, rule, index::rules, sizeLimit);
        this.reads = new ItemReads(addresses, shards, rule);
        this.expiry = new ItemExpiry(addresses, shards, rule);
        this.removal = new Removal(shards, rule, addresses);
    }

    /** Creates, changes and deletes items. */
    public ItemWriter writer() {
        return writer;
    }

    /** Reads items. */
    public ItemReads reads() {
        return reads;
    }

    /** Shows why and when items expire. */
    public ItemExpiry expiry() {
        return expiry;
    }

    /** Removes expired items and deleted partition keys for good. */
    public Removal removal() {
        return removal;
    }

    /** The index of the items, and what must be done about it when its rules change. */
    public ContainerIndex index() {
        return index;
    }

    /** Where items have their partition keys. */
    public PartitionKeyDefinition partitionKey() {
        return layout.partitionKey();
    }

    /** Returns true if these are its partitions, and those that this process owns can be written. */
    public boolean has(List<PartitionSpec> specs, Predicate<PartitionSpec> isOwned) {
        return shards.are(specs, isOwned);
    }

    /** The partitions that this process owns, in the order of their ranges. */
    public List<Partition> partitions() {
        return shards.all().stream().map(Shard::partition).toList();
    }

    /** The partition with this number; null if it is none of these. */
    public @Nullable Partition partition(int number) {
        Shard shard = shards.numbered(number);
        return shard == null ? null : shard.partition();
    }

    /** The LSN of a partition; empty if it was split. */
    public OptionalLong lastLsn(int rangeId) {
        return shards.lastLsn(rangeId);
    }

    /** How many items there are and how large; expired ones count in neither. */
    public Usage usage() {
        shards.checkOpen();
        return removal.usage();
    }

    /** Returns the usage as long as it need not be counted, because nothing can have expired; otherwise null. */
    public @Nullable Usage knownUsage() {
        ExpiryRule current = rule.get();
        return current.ttl().isOn() || !current.deletions().isEmpty() ? null : shards.stored();
    }

    /** Returns the same for each partition, by its range id. */
    public Map<Integer, Usage> usageByRange() {
        shards.checkOpen();
        return removal.usageByRange();
    }

    /**
     * Replaces the partitions. Those that stay are not touched; an operation that has begun with one that goes may end with
     * it.
     *
     * @param open opens a partition that was not there before; null if this process does not own it
     */
    public void replacePartitions(List<PartitionSpec> specs, Function<PartitionSpec, @Nullable Partition> open) {
        List<Shard> gone = shards.replace(specs, spec -> {
            Partition partition = open.apply(spec);
            return partition == null ? null : opened(partition);
        });
        index.replacePartitions(shards.indexes());
        gone.forEach(shard -> rule.changeDeletions(shard.partition(), List.of()));
    }

    /** A partition that replaces another. It is not used before its deleted keys are known. */
    private Shard opened(Partition partition) {
        Shard shard = Shard.open(partition, layout, rules, sizeLimit, index.rules());
        shard.log().change(logPolicy);
        rule.changeDeletions(shard.partition(), shard.deletedKeys().stored());
        return shard;
    }

    /** The TTL setting in force. */
    public ContainerTtl ttl() {
        return rule.get().ttl();
    }

    /**
     * Puts another TTL setting in force, for every item, immediately. Waits for a purge step that uses the old one: items
     * that are live again must not be deleted afterwards.
     */
    public void changeTtl(ContainerTtl ttl) {
        if (!ttl.equals(ttl())) {
            removal.changeTtl(ttl);
        }
    }

    /** How long all versions and deletes are kept. */
    public LogPolicy logPolicy() {
        return logPolicy;
    }

    /** Keeps all versions and deletes for another time from now on, or no longer. */
    public synchronized void changeLog(LogPolicy policy) {
        shards.all().forEach(shard -> shard.log().change(policy));
        logPolicy = policy;
    }

    /**
     * Removes from the logs what may be read no more, at most so many records of each partition, in one commit each.
     *
     * @return true if there may be more to remove
     */
    public boolean trimLog(int recordsMax) {
        shards.checkOpen();
        boolean more = false;
        for (Shard shard : shards.all()) {
            try {
                more |= shard.log().trim(recordsMax);
            } catch (GoneException split) {
                more = true;
            }
        }
        return more;
    }

    /** Makes the LSNs of all partitions continue after this one; to be called before anything is written. */
    public void startAfter(long lsn) {
        shards.all().forEach(shard -> skip(shard, transaction -> lsn));
    }

    /** Leaves out so many LSNs in each partition. */
    public void skipLsns(long count) {
        shards.all().forEach(shard -> skip(shard, transaction -> transaction.lastLsn() + count));
    }

    private static void skip(Shard shard, ToLongFunction<Transaction> target) {
        long last = shard.partition().writeAlone(transaction -> {
            transaction.skipTo(target.applyAsLong(transaction));
            return transaction.lastLsn();
        });
        Invariant.check(last <= shard.partition().head().lastLsn(), "skipped LSNs are not given out");
    }

    /** Returns true if a partition of a container that is not open has deleted partition keys whose items are stored. */
    public static boolean hasDeletedKeys(StorePartition store) {
        return DeletedKeys.exist(store);
    }

    /** Lets writes in progress finish and refuses everything later: the container is gone. */
    public void close() {
        shards.close();
    }

    private long storedBytes() {
        return shards.storedBytes();
    }

    private long liveBytes() {
        return usage().bytes();
    }
}
