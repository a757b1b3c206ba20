package org.mayflydb.query.access;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.Shapes;
import org.mayflydb.item.expiry.ExpiredDocuments;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.KeyComponent;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.LiveItem;

/**
 * Counts live items by their entries, without reading them. Expired ones are known by their numbers beforehand.
 */
public final class EntryCount {
    /** Enough that most counts are one scan, few enough to notice in time that a count takes too long. */
    private static final int KEYS_MAX = 2000;

    private EntryCount() {}

    /**
     * How many live items are in scope, or null if that cannot be known without looking at them.
     *
     * @param overflow tells of an item that has no entries whether it counts
     */
    public static @Nullable Long ofAll(PartitionView view, Predicate<LiveItem> overflow) {
        KeyScope key = view.key();
        if (key != null) {
            // The last component, because many keys may have the first in common.
            int last = key.test().key().size() - 1;
            JsonValue value = key.test().key().components().get(last).toJson();
            if (value == null) {
                return null;
            }
            List<Condition.Bounds> ofKey = List.of(new Condition.Bounds.Equal(value));
            Long indexed = of(new Condition.Values(view.keyPath(last), ofKey, true), view, overflow);
            return indexed == null ? null : indexed + notIndexedCount(view, key);
        }
        if (!view.isWhole()) {
            return null;
        }
        ExpiredDocuments expired = view.expired();
        return expired == null ? null : view.storedItems() - expired.size();
    }

    /**
     * How many live items have one of the values, or null if that cannot be known without looking at them.
     *
     * @param overflow tells of an item that has no entries whether it counts
     */
    public static @Nullable Long of(Condition.Values values, PartitionView view, Predicate<LiveItem> overflow) {
        if (!view.index().covers(values.path()) || !Ranges.areExact(values)) {
            return null;
        }
        ExpiredDocuments expired = view.expired();
        if (expired == null) {
            return null;
        }
        List<KeyRange> ranges = Ranges.of(values, view.stretch());
        if (view.isWhole()) {
            return countKeys(ranges, view, expired) + overflowCount(view, overflow);
        }
        long inScope = countEntries(ranges, view, expired, null);
        KeyScope key = view.key();
        if (key != null && inScope > 0 && !key.test().isDecidedByHash() && !isKey(values, view, key)) {
            // The hash has found them; whether they have the key is for the entries of the key to say.
            KeyDocuments ofKey = KeyDocuments.find(view, key, inScope);
            if (ofKey == null) {
                return null;
            }
            inScope = countEntries(ranges, view, expired, ofKey);
        }
        return inScope + overflowCount(view, overflow);
    }

    /** Whether the values are the partition key itself. */
    private static boolean isKey(Condition.Values values, PartitionView view, KeyScope key) {
        return key.test().key().size() == 1
                && view.isFixed(values.path())
                && values.ranges().size() == 1
                && values.ranges().get(0) instanceof Condition.Bounds.Equal equal
                && key.test().key().equals(PartitionKey.ofComponents(List.of(KeyComponent.of(equal.value()))));
    }

    /** Where all items are in scope, keys say enough, and where none has expired, their number does. */
    private static long countKeys(List<KeyRange> ranges, PartitionView view, ExpiredDocuments expired) {
        long count = 0;
        for (KeyRange range : ranges) {
            count += expired.isEmpty() ? countAll(range, view) : countLive(range, view, expired);
        }
        return count;
    }

    private static long countAll(KeyRange range, PartitionView view) {
        KeyCount counted = view.countIndex(range, KEYS_MAX);
        long count = counted.keys();
        while (counted.next() != null) {
            counted = view.countIndex(new KeyRange(counted.next(), range.upper()), KEYS_MAX);
            count += counted.keys();
        }
        return count;
    }

    private static long countLive(KeyRange range, PartitionView view, ExpiredDocuments expired) {
        long count = 0;
        KeyRange rest = range;
        KeyPage page;
        do {
            page = view.scanIndexKeys(rest, KEYS_MAX);
            int dead = countExpired(page.keys(), expired);
            view.work().expiredEntries(dead);
            count += page.keys().size() - dead;
            if (!page.exhausted()) {
                rest = rest.after(page.keys().get(page.keys().size() - 1));
            }
        } while (!page.exhausted());
        return count;
    }

    private static int countExpired(List<byte[]> keys, ExpiredDocuments expired) {
        int count = 0;
        for (byte[] key : keys) {
            count += expired.contains(IndexEntry.documentNumber(key)) ? 1 : 0;
        }
        return count;
    }

    private static long countEntries(
            List<KeyRange> ranges, PartitionView view, ExpiredDocuments expired, @Nullable KeyDocuments ofKey) {
        long count = 0;
        EntryWalk entries = new EntryWalk(view, ranges, Direction.FORWARD);
        for (KeyValue stored = entries.next(); stored != null; stored = entries.next()) {
            view.countEntry();
            IndexEntry entry = IndexEntry.decode(stored);
            if (expired.contains(entry.documentNumber())) {
                view.work().expiredEntries(1);
            } else if (ofKey == null ? view.isInScope(entry) : ofKey.contain(entry)) {
                count++;
            }
        }
        return count;
    }

    private static long overflowCount(PartitionView view, Predicate<LiveItem> counts) {
        return view.shapes().hasOverflow()
                ? count(view, Shapes.entries(Shapes.OVERFLOW).keys(), counts)
                : 0;
    }

    /** A count of all items includes those that are excluded from the index. */
    private static long notIndexedCount(PartitionView view, KeyScope key) {
        return view.shapes().hashes().contains(Shapes.NOT_INDEXED)
                ? count(
                        view,
                        Shapes.entries(Shapes.NOT_INDEXED).within(key.numbers()).keys(),
                        item -> true)
                : 0;
    }

    private static long count(PartitionView view, KeyRange entries, Predicate<LiveItem> counts) {
        long count = 0;
        ItemCursor items = new EntryCursor(view, List.of(entries), null, item -> false);
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            count += counts.test(found.item()) ? 1 : 0;
        }
        return count;
    }
}
