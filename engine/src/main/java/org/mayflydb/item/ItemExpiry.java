package org.mayflydb.item;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.item.expiry.ExpiredListing;
import org.mayflydb.item.expiry.ExpiredPage;
import org.mayflydb.item.expiry.Expiring;
import org.mayflydb.item.expiry.ExpiringCount;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.expiry.LifeReader;
import org.mayflydb.item.expiry.ReadBudget;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.record.ListContinuation;
import org.mayflydb.item.write.ItemAddresses;
import org.mayflydb.item.write.ItemAddresses.Address;
import org.mayflydb.item.write.ItemSlot;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.partition.Partition;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.StoredItem;

/** Shows why and when the items of one container expire, and which have expired but are still stored. */
public final class ItemExpiry {
    private final ItemAddresses addresses;
    private final Shards shards;
    private final RuleInForce rule;

    ItemExpiry(ItemAddresses addresses, Shards shards, RuleInForce rule) {
        this.addresses = addresses;
        this.shards = shards;
        this.rule = rule;
    }

    /** Why and when an item expires, be it live, expired or absent. */
    public Explanation explain(String id, PartitionKey partitionKey) {
        shards.checkOpen();
        Address address = addresses.of(id, partitionKey);
        ExpiryRule current = rule.get();
        Partition partition = shards.of(address.hash()).partition();
        long now = partition.now();
        StoredItem item = ItemSlot.find(partition, address.name()).item();
        return item == null || current.deletions().cover(item)
                ? Explanation.absent(now, current)
                : Explanation.of(item, now, current);
    }

    /**
     * Counts the live items that will have expired at a later second.
     *
     * @param examplesMax how many of them are returned
     */
    public Expiring expiringBy(long second, int examplesMax, ReadBudget budget) {
        shards.checkOpen();
        return new ExpiringCount(addresses.definition(), rule.get(), second, examplesMax, budget)
                .count(shards.partitions(EpkRange.FULL));
    }

    /** Readers that show when the items of each partition expire. */
    public List<LifeReader> lives() {
        shards.checkOpen();
        ExpiryRule current = rule.get();
        return shards.all().stream()
                .map(shard -> new LifeReader(shard.partition(), addresses.definition(), current))
                .toList();
    }

    /**
     * Lists items that have expired and are not purged yet.
     *
     * @param itemsMax how many items a page has at most
     * @param continuation from the page before; null for the first
     */
    public ExpiredPage expired(int itemsMax, @Nullable String continuation) {
        shards.checkOpen();
        if (itemsMax <= 0) {
            throw new BadRequestException("A page has at least one item.");
        }
        return new ExpiredListing(addresses.definition(), rule.get(), itemsMax)
                .page(
                        shards.partitions(EpkRange.FULL),
                        continuation == null
                                ? null
                                : ListContinuation.decode(ContinuationToken.Kind.EXPIRED_ITEMS, continuation));
    }
}
