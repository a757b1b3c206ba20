package org.mayflydb.item;

import java.util.List;
import java.util.function.Supplier;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.record.UniqueDigest;
import org.mayflydb.item.write.IncomingItem;
import org.mayflydb.item.write.ItemAddresses;
import org.mayflydb.item.write.ItemAddresses.Address;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemEdit;
import org.mayflydb.item.write.ItemEntries;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.ItemWrites;
import org.mayflydb.item.write.SizeLimit;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.ttl.Lifetime;

/**
 * The writes to the items of one container. Each method checks what can be checked without the store and returns a write
 * that is yet to be submitted. Safe for use by many threads.
 */
public final class ItemWriter {
    private final ItemLayout layout;
    private final ItemAddresses addresses;
    private final Shards shards;
    private final RuleInForce rule;
    private final Supplier<IndexRules> indexRules;
    private final SizeLimit sizeLimit;

    private record Incoming(Address address, IncomingItem item, int bytes) {}

    /** @param indexRules the rules that a new item is indexed by */
    ItemWriter(
            ItemLayout layout,
            ItemAddresses addresses,
            Shards shards,
            RuleInForce rule,
            Supplier<IndexRules> indexRules,
            SizeLimit sizeLimit) {
        this.layout = layout;
        this.addresses = addresses;
        this.shards = shards;
        this.rule = rule;
        this.indexRules = indexRules;
        this.sizeLimit = sizeLimit;
    }

    /** Where items have their partition keys. */
    public PartitionKeyDefinition partitionKey() {
        return layout.partitionKey();
    }

    /** Adds an item. Fails with a conflict if its id or a unique value is taken. */
    public ItemWrite<ItemResult> create(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return write(
                in.address,
                in.item.uniqueDigests(),
                in.bytes,
                (shard, tx, current) -> shard.writes().create(tx, in.address.name(), in.item, current));
    }

    /** Adds an item, or replaces the one with its id. */
    public ItemWrite<ItemResult> upsert(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return write(
                in.address,
                in.item.uniqueDigests(),
                in.bytes,
                (shard, tx, current) ->
                        shard.writes().upsert(tx, in.address.name(), in.item, options.conditions(), current));
    }

    /**
     * Replaces the item {@code id} by another that has the same partition key. Another id renames the item. Fails if there
     * is no item {@code id}, even if the partition key is wrong.
     */
    public ItemWrite<ItemResult> replace(String id, byte[] json, WriteOptions options) {
        shards.checkOpen();
        IncomingItem item = parse(json, options);
        PartitionKey key = givenKey(item, options);
        boolean sameKey = key.equals(item.partitionKey());
        boolean sameId = item.id().equals(id);
        Address address = sameKey && sameId ? addresses.of(item, key) : addresses.of(id, key);
        prepare(address, json.length);
        return write(address, item.uniqueDigests(), json.length, (shard, tx, current) -> {
            ItemWrites writes = shard.writes();
            if (!sameKey) {
                return writes.refuseOtherKey(tx, address.name(), options.conditions(), current);
            }
            return sameId
                    ? writes.replace(tx, address.name(), item, options.conditions(), current)
                    : writes.rename(
                            tx, address.name(), addresses.of(item, key).name(), item, options.conditions(), current);
        });
    }

    /** Removes an item. Fails if there is none. */
    public ItemWrite<ItemResult> delete(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Address at = locate(id, partitionKey);
        return write(
                at, List.of(), 0, (shard, tx, current) -> shard.writes().delete(tx, at.name(), conditions, current));
    }

    /** Makes the next version of an item from the current one, atomically. Fails if there is none. */
    public ItemWrite<ItemResult> modify(
            String id, PartitionKey partitionKey, ItemEdit edit, ItemConditions conditions) {
        return modify(id, partitionKey, edit, WriteOptions.NONE.withConditions(conditions));
    }

    /** The same, with the options of any other write but a lifetime; the partition key is that of the parameter. */
    public ItemWrite<ItemResult> modify(String id, PartitionKey partitionKey, ItemEdit edit, WriteOptions options) {
        Address at = locate(id, partitionKey);
        prepareForAnySize(at);
        return write(
                at, List.of(), 0, (shard, tx, current) -> shard.writes().modify(tx, at.name(), edit, options, current));
    }

    /** Reads an item in its turn among writes, so that it sees those before it. */
    public ItemWrite<ItemResult> read(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Address at = locate(id, partitionKey);
        return write(at, List.of(), 0, (shard, tx, current) -> shard.writes().read(tx, at.name(), conditions, current));
    }

    /**
     * Brings back an item that has expired and is not purged yet, as a write like any other. Fails if nothing is stored under
     * the id, and with a conflict if the item is live.
     *
     * @param lifetime the TTL that the item has from now on
     */
    public ItemWrite<ItemResult> restore(String id, PartitionKey partitionKey, Lifetime lifetime) {
        Address at = locate(id, partitionKey);
        prepareForAnySize(at);
        return write(
                at,
                List.of(),
                0,
                (shard, tx, current) -> shard.writes().restore(tx, at.name(), lifetime, indexRules.get(), current));
    }

    /** A batch of operations on the items with this partition key, as yet empty. */
    public ItemBatch batch(PartitionKey partitionKey) {
        shards.checkOpen();
        return new ItemBatch(shards, addresses.hash(partitionKey), rule);
    }

    /** Returns true if a write of so many bytes must first find out how much of what is stored has expired. */
    public boolean isNearSizeLimit(int bytes) {
        return sizeLimit.mustPrepare(bytes);
    }

    private ItemWrite<ItemResult> write(
            Address address, List<UniqueDigest> uniqueDigests, int bytes, ItemWrite.Operation<ItemResult> operation) {
        return new ItemWrite<>(
                bytes,
                shards,
                address.hash(),
                rule,
                operation,
                () -> ItemEntries.reads(address.name().locator(), uniqueDigests));
    }

    private Incoming receive(byte[] json, WriteOptions options) {
        shards.checkOpen();
        IncomingItem item = parse(json, options);
        PartitionKey given = givenKey(item, options);
        if (!given.equals(item.partitionKey())) {
            throw layout.partitionKey().isComplete(given)
                    ? BadRequestException.partitionKeyMismatch()
                    : BadRequestException.partitionKeyIncomplete();
        }
        Address address = addresses.of(item, given);
        prepare(address, json.length);
        return new Incoming(address, item, json.length);
    }

    private IncomingItem parse(byte[] json, WriteOptions options) {
        return IncomingItem.read(
                        json, layout.partitionKey(), layout.uniqueKeys(), indexRules.get(), options.ttlSeconds())
                .withIndexed(options.indexed());
    }

    /** Returns the key of the options, which may know its hash already, or else that of the item. */
    private PartitionKey givenKey(IncomingItem item, WriteOptions options) {
        return options.partitionKey() == null ? item.partitionKey() : addresses.normalised(options.partitionKey());
    }

    private Address locate(String id, PartitionKey partitionKey) {
        shards.checkOpen();
        return addresses.of(id, partitionKey);
    }

    /** For writes whose size is not known before they are done. */
    private void prepareForAnySize(Address address) {
        prepare(address, IncomingItem.BYTES_MAX);
    }

    private void prepare(Address address, int bytes) {
        sizeLimit.prepare(bytes, () -> shards.of(address.hash()).partition().now());
    }
}
