package org.mayflydb.item;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.read.ItemFeed;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ItemReader;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.ListContinuation;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.write.ItemAddresses;
import org.mayflydb.item.write.ItemAddresses.Address;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.ItemSlot;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** Reads the live items of one container: one at a time, in pages, by index, and by their changes. */
public final class ItemReads {
    private final ItemAddresses addresses;
    private final Shards shards;
    private final RuleInForce rule;

    ItemReads(ItemAddresses addresses, Shards shards, RuleInForce rule) {
        this.addresses = addresses;
        this.shards = shards;
        this.rule = rule;
    }

    /**
     * Reads an item.
     *
     * @throws NotFoundException if there is none
     */
    public ItemResult read(String id, PartitionKey partitionKey, ItemConditions conditions) {
        shards.checkOpen();
        Address address = addresses.of(id, partitionKey);
        Partition partition = shards.of(address.hash()).partition();
        long now = partition.now();
        StoredItem stored = ItemSlot.find(partition, address.name()).item();
        LiveItem item = stored == null ? null : rule.get().visible(stored, now);
        if (item == null) {
            throw NotFoundException.resource();
        }
        boolean unchanged = conditions.isUnchanged(item.version());
        return new ItemResult(
                unchanged ? ItemResult.Outcome.NOT_MODIFIED : ItemResult.Outcome.READ,
                unchanged ? null : item,
                item.version(),
                partition.head().lastLsn(),
                partition.spec().rangeId(),
                RequestCharge.read(unchanged ? 0 : item.stored().size()));
    }

    /**
     * Lists items in creation order; see {@link CreationPlace}.
     *
     * @param itemsMax how many items a page has at most
     * @param continuation from the page before; null for the first
     */
    public ItemPage list(ListScope scope, int itemsMax, @Nullable String continuation) {
        shards.checkOpen();
        if (itemsMax <= 0) {
            throw new BadRequestException("A page has at least one item.");
        }
        PartitionKeyDefinition definition = addresses.definition();
        ListContinuation from =
                continuation == null ? null : ListContinuation.decode(ContinuationToken.Kind.ITEMS, continuation);
        PartitionKey key = scope.partitionKey() == null ? null : checkedKey(scope.partitionKey());
        KeyRange keys = Locator.itemsOf(definition, scope.range());
        List<Shard> listed;
        if (key == null) {
            listed = shards.in(scope.range());
        } else {
            EffectivePartitionKey hash = PartitionKeyHasher.hash(definition, key);
            keys = keys.intersect(ItemKeys.items(Locator.prefixOf(definition, hash)));
            // Another process may own the partitions of other keys.
            listed = shards.in(EpkRange.prefix(hash)).stream()
                    .filter(shard -> shard.partition().range().overlaps(scope.range()))
                    .toList();
        }
        return ItemListing.page(listed, this::reader, keys, key == null ? null : keyMatcher(key), itemsMax, from);
    }

    private ItemReader reader(Shard shard) {
        return ItemReader.open(shard.partition(), shard.index(), addresses.definition(), rule);
    }

    /** Readers of the partitions that hold a part of the range, in the order of their ranges; to be closed. */
    public List<ItemReader> readers(EpkRange range) {
        shards.checkOpen();
        List<ItemReader> readers = new ArrayList<>();
        try {
            for (Shard shard : shards.in(range)) {
                readers.add(reader(shard));
            }
            return readers;
        } catch (RuntimeException failure) {
            readers.forEach(ItemReader::close);
            throw failure;
        }
    }

    /** The changes of the partitions that hold a part of the range, in the order of their ranges. */
    public List<ItemFeed> feeds(EpkRange range) {
        shards.checkOpen();
        ExpiryRule current = rule.get();
        return shards.in(range).stream()
                .map(shard ->
                        new ItemFeed(shard.partition(), addresses.definition(), current, shard.log(), shard.floor()))
                .toList();
    }

    /** Tells which items have the partition key of a scope; null if it has none. */
    public @Nullable KeyMatcher keyMatcher(ListScope scope) {
        return scope.partitionKey() == null ? null : keyMatcher(checkedKey(scope.partitionKey()));
    }

    /** Tells which items have a partition key, or begin with it, among those that have its hash. */
    public KeyMatcher keyMatcher(PartitionKey checkedKey) {
        return addresses.matcher(checkedKey);
    }

    /** A partition key as a scope, or the first levels of a hierarchical one; a bad request if it is neither. */
    public PartitionKey checkedKey(PartitionKey partitionKey) {
        return addresses.checkedScope(partitionKey);
    }

    /**
     * The effective partition keys that a scope leaves.
     *
     * @throws GoneException if there are none: the client uses ranges that do not exist
     */
    public EpkRange rangeOf(ListScope scope) {
        if (scope.partitionKey() == null) {
            return scope.range();
        }
        EpkRange ofKey =
                EpkRange.prefix(PartitionKeyHasher.hash(addresses.definition(), checkedKey(scope.partitionKey())));
        if (!ofKey.overlaps(scope.range())) {
            throw GoneException.partitionKeyRange();
        }
        return ofKey.intersect(scope.range());
    }
}
