package org.mayflydb.item.expiry;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.record.StoredLife;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/**
 * Shows when the items of one partition expire, for whoever counts many of them: from small entries where these tell, else
 * from the items. Content is never shown. Items that are written while somebody walks may be met or not.
 */
public final class LifeReader {
    private final Partition partition;
    private final PartitionKeyDefinition partitionKey;
    private final ExpiryRule rule;
    private final PartitionHead head;
    private final long now;

    public LifeReader(Partition partition, PartitionKeyDefinition partitionKey, ExpiryRule rule) {
        this.partition = partition;
        this.partitionKey = partitionKey;
        this.rule = rule;
        this.head = partition.head();
        this.now = partition.now();
    }

    /** The number of the partition. */
    public int partition() {
        return partition.number();
    }

    /** The rule in force when this was made. */
    public ExpiryRule rule() {
        return rule;
    }

    /** The time of the partition when this was made, in seconds. */
    public long now() {
        return now;
    }

    /** How many items were stored when this was made, expired ones included. */
    public long items() {
        return head.items();
    }

    /** The size of their JSON. */
    public long bytes() {
        return head.bytes();
    }

    /** Walks over the items with a lifetime of their own, in the order in which it ends, until one is refused. */
    public void walkOwn(Predicate<StoredLife> visitor) {
        partition
                .store()
                .walk(
                        ItemKeys.expiryAfter(head.purgedDeadline(), head.purgedDeadlineLsn(), Long.MAX_VALUE - 1),
                        entry -> visitor.test(new OwnLife(ExpiryEntry.decode(entry))));
    }

    /** Walks over the items that inherit, in the order of their writes, until one is refused. */
    public void walkInheriting(Predicate<StoredLife> visitor) {
        partition.store().walk(ItemKeys.feedBetween(head.purgedLsn() + 1, head.lastLsn()), keyValue -> {
            FeedEntry entry = FeedEntry.decode(keyValue);
            return entry.kind() != Lifetime.Kind.INHERIT || visitor.test(new FedLife(entry));
        });
    }

    /** Walks over all items themselves, as must be done where they hold the start of their lifetime, until one is refused. */
    public void walkItems(Predicate<StoredLife> visitor) {
        partition
                .store()
                .walk(
                        ItemKeys.items(new byte[0]),
                        keyValue -> visitor.test(new ItemLife(StoredItem.decode(keyValue.value()))));
    }

    /** The lowest LSN from this one on of the last write of an item; 0 if there is none. */
    public long firstLsnFrom(long lsn) {
        return onlyLsn(ItemKeys.feedAfter(lsn - 1), Direction.FORWARD);
    }

    /** The highest LSN up to this one of the last write of an item, as of when this was made; 0 if there is none. */
    public long lastLsnUntil(long lsn) {
        return onlyLsn(ItemKeys.feedBetween(1, Math.min(lsn, head.lastLsn())), Direction.BACKWARD);
    }

    private long onlyLsn(KeyRange range, Direction direction) {
        ScanPage page = partition.store().scan(range, direction, 1, Long.MAX_VALUE);
        return page.entries().isEmpty()
                ? 0
                : ItemKeys.lsnOfFeed(page.entries().get(0).key());
    }

    /**
     * Walks over the items whose last writes have these sequence numbers, both included.
     *
     * @param fromDocuments whether deadlines depend on what is in the items
     */
    public void walkWrites(long fromLsn, long untilLsn, boolean fromDocuments, Predicate<StoredLife> visitor) {
        partition.store().walk(ItemKeys.feedBetween(fromLsn, untilLsn), keyValue -> {
            StoredLife life = life(FeedEntry.decode(keyValue), fromDocuments);
            return life == null || visitor.test(life);
        });
    }

    /** A feed entry does not tell how long an own lifetime is, so its item is read; null if that was written since. */
    private @Nullable StoredLife life(FeedEntry entry, boolean fromDocuments) {
        if (!fromDocuments && entry.kind() != Lifetime.Kind.SECONDS) {
            return new FedLife(entry);
        }
        byte[] value = partition.store().get(ItemKeys.item(Locator.decode(partitionKey, entry.locator())));
        StoredItem item = value == null ? null : StoredItem.decode(value);
        return item == null || item.version().lsn() != entry.lsn() ? null : new ItemLife(item);
    }

    private record OwnLife(ExpiryEntry entry) implements StoredLife {
        @Override
        public int size() {
            return entry.size();
        }

        @Override
        public long deadline(ExpiryRule by) {
            return by.deadlineOfOwn(entry.deadline());
        }
    }

    private record FedLife(FeedEntry entry) implements StoredLife {
        @Override
        public int size() {
            return entry.size();
        }

        @Override
        public long deadline(ExpiryRule by) {
            return by.deadline(entry.timestamp(), entry.kind(), 0);
        }
    }

    private record ItemLife(StoredItem item) implements StoredLife {
        @Override
        public int size() {
            return item.size();
        }

        @Override
        public long deadline(ExpiryRule by) {
            return by.deadline(item);
        }
    }
}
