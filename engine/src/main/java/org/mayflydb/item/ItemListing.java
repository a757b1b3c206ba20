package org.mayflydb.item;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** Walks over items in key order, page by page. */
final class ItemListing {
    /** What the service sends at most in one page. */
    private static final long PAGE_BYTES_MAX = 4L * 1024 * 1024;

    /** A page looks at no more entries than this, so that a mass of expired items cannot hold a request for long. */
    private static final int PAGE_ENTRIES_MAX = 10_000;

    private final List<LiveItem> items = new ArrayList<>();
    private final @Nullable KeyMatcher key;
    private final int itemsMax;
    private long bytes;
    private int entries;

    private ItemListing(@Nullable KeyMatcher key, int itemsMax) {
        this.key = key;
        this.itemsMax = itemsMax;
    }

    /**
     * Lists the items of {@code range} in each of the partitions, in the order given.
     *
     * @param partitions in the order of their ranges
     * @param key that the items have; null for any
     * @param continuation where an earlier page stopped; null to start at the beginning
     */
    static ItemPage page(
            List<Partition> partitions,
            KeyRange range,
            @Nullable KeyMatcher key,
            RuleInForce rule,
            int itemsMax,
            @Nullable ListContinuation continuation) {
        int first = 0;
        if (continuation != null) {
            first = indexOf(partitions, continuation.partitionNumber());
            if (first < 0 || !isOf(continuation, partitions.get(first), range)) {
                throw ListContinuation.invalid();
            }
        }
        ItemListing listing = new ItemListing(key, itemsMax);
        for (Partition partition : partitions.subList(first, partitions.size())) {
            // The children of a split partition continue after the same key: each of their keys is before or after it.
            KeyRange rest = continuation != null && partition.spec().descendsFrom(continuation.partitionNumber())
                    ? range.intersect(KeyRange.all().after(continuation.lastKey()))
                    : range;
            byte[] stoppedAt = listing.walk(partition, rest, rule);
            if (stoppedAt != null) {
                return new ItemPage(
                        listing.items,
                        new ListContinuation(partition.number(), stoppedAt).encode(ContinuationToken.Kind.ITEMS));
            }
        }
        return new ItemPage(listing.items, null);
    }

    /** Clients ask each part of what was split with the same continuation, and its key lies in one of them only. */
    private static boolean isOf(ListContinuation continuation, Partition partition, KeyRange range) {
        return range.contains(continuation.lastKey()) || partition.number() != continuation.partitionNumber();
    }

    private static int indexOf(List<Partition> partitions, int number) {
        for (int i = 0; i < partitions.size(); i++) {
            if (partitions.get(i).spec().descendsFrom(number)) {
                return i;
            }
        }
        return -1;
    }

    /** Answers the last key looked at if the page is full, or null at the end of the range. */
    private byte @Nullable [] walk(Partition partition, KeyRange range, RuleInForce rule) {
        try (ReadPoint stored = partition.store().readPoint()) {
            // Asked after the moment is fixed: whatever a purge had removed by then, rule and time hide as a whole.
            return walk(stored, range, rule.get(), partition.now());
        }
    }

    private byte @Nullable [] walk(StoreReads stored, KeyRange range, ExpiryRule rule, long now) {
        KeyRange rest = range;
        while (true) {
            int wanted = Math.min(itemsMax - items.size(), PAGE_ENTRIES_MAX - entries);
            if (wanted <= 0 || bytes >= PAGE_BYTES_MAX) {
                // Full before this partition was looked at: the next page begins just before its first key.
                return Arrays.copyOf(range.lower(), range.lower().length);
            }
            ScanPage page = stored.scan(rest, Direction.FORWARD, wanted, PAGE_BYTES_MAX - bytes);
            byte[] last = add(page, rule, now);
            if (page.exhausted()) {
                return null;
            }
            if (last == null || items.size() >= itemsMax || bytes >= PAGE_BYTES_MAX || entries >= PAGE_ENTRIES_MAX) {
                return last;
            }
            rest = rest.after(last);
        }
    }

    private byte @Nullable [] add(ScanPage page, ExpiryRule rule, long now) {
        byte[] last = null;
        for (KeyValue entry : page.entries()) {
            LiveItem item = rule.visible(StoredItem.decode(entry.value()), now);
            if (item != null && (key == null || item.stored().has(key))) {
                items.add(item);
                bytes += item.size();
            }
            entries++;
            last = entry.key();
        }
        return last;
    }
}
