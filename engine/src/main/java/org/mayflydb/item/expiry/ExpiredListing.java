package org.mayflydb.item.expiry;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.ListContinuation;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiredItem;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/**
 * Lists what has expired and waits to be purged, page by page: in each partition first the items with a lifetime of their
 * own, by deadline, then those that inherit, by deadline too. It walks where a purge would, so its cost follows from what
 * has expired, except where only the items know their deadlines: there it walks over all of them.
 */
public final class ExpiredListing {
    private static final long PAGE_BYTES_MAX = 4L * 1024 * 1024;
    private static final int PAGE_ENTRIES_MAX = 10_000;
    private static final int SCAN_ENTRIES = 100;

    private final PartitionKeyDefinition partitionKey;
    private final ExpiryRule rule;
    private final int itemsMax;
    private final List<ExpiredItem> items = new ArrayList<>();
    private long bytes;
    private int entries;

    public ExpiredListing(PartitionKeyDefinition partitionKey, ExpiryRule rule, int itemsMax) {
        this.partitionKey = partitionKey;
        this.rule = rule;
        this.itemsMax = itemsMax;
    }

    /** A range in which expired items are found. */
    private record Stretch(KeyRange range, Look look) {}

    /** Looks at an entry. */
    @FunctionalInterface
    private interface Look {
        /** Takes the item it leads to if that has expired; false if nothing behind it has. */
        boolean take(KeyValue entry);
    }

    /**
     * Makes a page.
     *
     * @param continuation where an earlier page stopped; null to start at the beginning
     */
    public ExpiredPage page(List<Partition> partitions, @Nullable ListContinuation continuation) {
        boolean begun = continuation == null;
        for (Partition partition : partitions) {
            byte[] after = null;
            if (continuation != null && partition.number() == continuation.partitionNumber()) {
                begun = true;
                after = continuation.lastKey();
            }
            byte[] stoppedAt = begun ? walk(partition, after) : null;
            if (stoppedAt != null) {
                return new ExpiredPage(
                        items,
                        new ListContinuation(partition.number(), stoppedAt)
                                .encode(ContinuationToken.Kind.EXPIRED_ITEMS));
            }
        }
        if (!begun) {
            throw ListContinuation.invalid();
        }
        return new ExpiredPage(items, null);
    }

    /** Answers the last key looked at if the page is full, or null at the end of the partition. */
    private byte @Nullable [] walk(Partition partition, byte @Nullable [] after) {
        boolean begun = after == null;
        for (Stretch stretch : stretches(partition, partition.now())) {
            KeyRange rest = stretch.range;
            if (after != null && after.length > 0 && after[0] == rest.lower()[0]) {
                begun = true;
                rest = rest.intersect(rest.after(after));
            }
            // Stretches come in the order that pages do, so those before the one of the last key are done.
            byte[] stoppedAt = begun ? walk(partition, rest, stretch.look) : null;
            if (stoppedAt != null) {
                return stoppedAt;
            }
        }
        return null;
    }

    private byte @Nullable [] walk(Partition partition, KeyRange range, Look look) {
        KeyRange rest = range;
        while (!rest.isEmpty()) {
            ScanPage page = partition.store().scan(rest, Direction.FORWARD, SCAN_ENTRIES, PAGE_BYTES_MAX);
            for (KeyValue entry : page.entries()) {
                if (!look.take(entry)) {
                    return null;
                }
                entries++;
                if (items.size() >= itemsMax || bytes >= PAGE_BYTES_MAX || entries >= PAGE_ENTRIES_MAX) {
                    return entry.key();
                }
                rest = rest.after(entry.key());
            }
            if (page.exhausted()) {
                return null;
            }
        }
        return null;
    }

    private List<Stretch> stretches(Partition partition, long now) {
        if (!rule.ttl().isOn()) {
            return List.of();
        }
        if (!ExpiredEntries.areKnown(rule)) {
            KeyRange all = ItemKeys.items(new byte[0]);
            return List.of(new Stretch(all, entry -> take(StoredItem.decode(entry.value()), now)));
        }
        PartitionHead head = partition.head();
        List<Stretch> stretches = new ArrayList<>();
        stretches.add(
                new Stretch(ItemKeys.expiryAfter(head.purgedDeadline(), head.purgedDeadlineLsn(), now), keyValue -> {
                    ExpiryEntry entry = ExpiryEntry.decode(keyValue);
                    return take(partition, entry.locator(), entry.lsn(), now);
                }));
        if (rule.ttl().mode() == ContainerTtl.Mode.DEFAULT) {
            stretches.add(new Stretch(ItemKeys.feedAfter(head.purgedLsn()), keyValue -> {
                FeedEntry entry = FeedEntry.decode(keyValue);
                if (entry.kind() != Lifetime.Kind.INHERIT) {
                    return true;
                }
                return ExpiryRule.isPast(rule.deadline(entry.timestamp(), entry.kind(), 0), now)
                        && take(partition, entry.locator(), entry.lsn(), now);
            }));
        }
        return stretches;
    }

    /** Reads the item that an entry means, unless it was written or deleted since. */
    private boolean take(Partition partition, byte[] locator, long lsn, long now) {
        byte[] value = partition.store().get(ItemKeys.item(Locator.decode(partitionKey, locator)));
        StoredItem item = value == null ? null : StoredItem.decode(value);
        return item == null || item.version().lsn() != lsn || take(item, now);
    }

    private boolean take(StoredItem item, long now) {
        ExpiredItem expired = rule.expired(item, now);
        if (expired != null) {
            items.add(expired);
            bytes += expired.size();
        }
        return true;
    }
}
