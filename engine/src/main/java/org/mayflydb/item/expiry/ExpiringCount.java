package org.mayflydb.item.expiry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * Counts the items that are alive now and expired at a later second. Both indexes of expiry times are ordered, so the cost
 * follows from what expires in between, not from what is stored; only where the items themselves hold the start of their
 * TTL all of them are read. Takes no lock.
 */
public final class ExpiringCount {
    private final PartitionKeyDefinition partitionKey;
    private final ExpiryRule rule;
    private final long until;
    private final ReadBudget budget;
    private final int examplesMax;

    /** The next to expire, the last of them on top. */
    private final PriorityQueue<Candidate> candidates =
            new PriorityQueue<>(Comparator.comparingLong(Candidate::deadline)
                    .thenComparingLong(Candidate::lsn)
                    .reversed());

    private long items;
    private long bytes;
    private boolean complete = true;

    /** @param until the second by which they are to be expired */
    public ExpiringCount(
            PartitionKeyDefinition partitionKey, ExpiryRule rule, long until, int examplesMax, ReadBudget budget) {
        this.partitionKey = partitionKey;
        this.rule = rule;
        this.until = until;
        this.examplesMax = examplesMax;
        this.budget = budget;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Candidate(Partition partition, long now, long deadline, long lsn, byte[] locator) {}

    public Expiring count(List<Partition> partitions) {
        if (rule.ttl().isOn()) {
            partitions.forEach(this::count);
        }
        return new Expiring(items, bytes, complete, examples());
    }

    private void count(Partition partition) {
        // Its own time, which may be ahead of the clock: what has expired by it does not expire again.
        long now = partition.now();
        if (until <= now) {
            return;
        }
        if (!ExpiredEntries.areKnown(rule)) {
            countDocuments(partition, now);
            return;
        }
        countOwn(partition, now);
        if (rule.ttl().mode() == ContainerTtl.Mode.DEFAULT) {
            countInheriting(partition, now);
        }
    }

    private void countOwn(Partition partition, long now) {
        partition.store().walk(ItemKeys.expiryAfter(now + 1, -1, until), keyValue -> {
            ExpiryEntry entry = ExpiryEntry.decode(keyValue);
            if (!pay()) {
                return false;
            }
            add(new Candidate(partition, now, entry.deadline(), entry.lsn(), entry.locator()), entry.size());
            return true;
        });
    }

    private void countInheriting(Partition partition, long now) {
        PartitionHead head = partition.head();
        long first = firstWrittenAfter(partition, head, now - rule.ttl().defaultSeconds());
        partition.store().walk(ItemKeys.feedBetween(first, head.lastLsn()), keyValue -> {
            FeedEntry entry = FeedEntry.decode(keyValue);
            // As if every entry inherited: _ts never decreases along the feed, so nothing after it expires in time.
            long deadline = rule.deadline(entry.timestamp(), Lifetime.Kind.INHERIT, 0);
            if (deadline > until || !pay()) {
                return false;
            }
            if (entry.kind() == Lifetime.Kind.INHERIT && deadline > now) {
                add(new Candidate(partition, now, deadline, entry.lsn(), entry.locator()), entry.size());
            }
            return true;
        });
    }

    /** The LSN of the first write after the second, found by bisection. */
    private static long firstWrittenAfter(Partition partition, PartitionHead head, long second) {
        long low = head.purgedLsn() + 1;
        long high = head.lastLsn() + 1;
        while (low < high) {
            long middle = low + (high - low) / 2;
            FeedEntry entry = firstFrom(partition, middle);
            if (entry == null || entry.timestamp() > second) {
                high = middle;
            } else {
                low = entry.lsn() + 1;
            }
        }
        return low;
    }

    private static @Nullable FeedEntry firstFrom(Partition partition, long lsn) {
        ScanPage page = partition.store().scan(ItemKeys.feedAfter(lsn - 1), Direction.FORWARD, 1, Long.MAX_VALUE);
        return page.entries().isEmpty() ? null : FeedEntry.decode(page.entries().get(0));
    }

    private void countDocuments(Partition partition, long now) {
        partition.store().walk(ItemKeys.items(new byte[0]), keyValue -> {
            if (!pay()) {
                return false;
            }
            addDocument(partition, now, keyValue);
            return true;
        });
    }

    private void addDocument(Partition partition, long now, KeyValue keyValue) {
        StoredItem item = StoredItem.decode(keyValue.value());
        long deadline = rule.deadline(item);
        if (deadline > now && deadline <= until) {
            byte[] locator = ItemKeys.locatorOfItem(keyValue.key());
            add(new Candidate(partition, now, deadline, item.version().lsn(), locator), item.size());
        }
    }

    private boolean pay() {
        boolean paid = budget.pay();
        complete &= paid;
        return paid;
    }

    private void add(Candidate candidate, int size) {
        items++;
        bytes += size;
        candidates.add(candidate);
        if (candidates.size() > examplesMax) {
            candidates.remove();
        }
    }

    /** Reads the items themselves, except those written, deleted or expired meanwhile. */
    private List<LiveItem> examples() {
        List<LiveItem> found = new ArrayList<>();
        for (Candidate candidate : candidates) {
            byte[] value =
                    candidate.partition.store().get(ItemKeys.item(Locator.decode(partitionKey, candidate.locator)));
            StoredItem item = value == null ? null : StoredItem.decode(value);
            if (item != null && item.version().lsn() == candidate.lsn) {
                LiveItem live = rule.visible(item, candidate.now);
                if (live != null) {
                    found.add(live);
                }
            }
        }
        found.sort(Comparator.comparingLong(LiveItem::deadline)
                .thenComparingLong(item -> item.version().lsn()));
        return found;
    }
}
