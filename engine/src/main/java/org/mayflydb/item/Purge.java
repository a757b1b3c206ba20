package org.mayflydb.item;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/**
 * Deletes expired items of one partition, a bounded number at a time.
 *
 * <p>Two ranges know who is due. Items with a lifetime of their own stand in {@code EXPIRY} by deadline. Items that
 * inherit need no entry: {@code FEED} is ordered by last write, {@code _ts} never decreases along it, and they all live
 * equally long, so those that are due come first. Two marks in the head remember how far each range is clean, and a step
 * starts there: its cost follows from what has expired, not from what the container holds or once held.
 *
 * <p>A step is a mutation written alone, so what it scans is what the partition is: an item rewritten since has no entry
 * left under its old deadline. Nobody's view depends on any of this; {@link ExpiryRule} hides an item in time.
 */
final class Purge {
    /** A scan of the feed must get past the largest transaction, of a hundred items that share a sequence number. */
    private static final int FEED_ENTRIES_MIN = 101;

    private static final long SCAN_BYTES_MAX = 4L * 1024 * 1024;

    private final ItemEntries entries;

    /** For containers that do not count from {@code _ts}: how far the walk over all items has come; null at the start. */
    private byte @Nullable [] walkedTo;

    Purge(ItemEntries entries) {
        this.entries = entries;
    }

    /** Deletes at most {@code itemsMax} expired items. */
    PurgeResult step(Transaction transaction, ExpiryRule rule, int itemsMax) {
        if (!rule.ttl().isOn()) {
            return new PurgeResult(0, 0, true);
        }
        return rule.ttl().clockPath() == null
                ? stepByDeadline(transaction, rule, itemsMax)
                : stepByWalk(transaction, rule, itemsMax);
    }

    private PurgeResult stepByDeadline(Transaction transaction, ExpiryRule rule, int itemsMax) {
        long now = transaction.now();
        ScanPage due = transaction.scanStored(
                ItemKeys.expiryAfter(transaction.purgedDeadline(), transaction.purgedDeadlineLsn(), now),
                itemsMax,
                SCAN_BYTES_MAX);
        int itemsLeft = itemsMax - due.entries().size();
        boolean inheritingToo = rule.ttl().mode() == ContainerTtl.Mode.DEFAULT && itemsLeft > 0;
        ScanPage feed = inheritingToo
                ? transaction.scanStored(
                        ItemKeys.feedAfter(transaction.purgedLsn()),
                        Math.max(itemsLeft, FEED_ENTRIES_MIN),
                        SCAN_BYTES_MAX)
                : null;

        PurgeResult own = removeDue(transaction, due, now);
        if (feed != null) {
            return own.plus(removeInheriting(transaction, feed, rule, itemsLeft));
        }
        boolean inheritingDone = rule.ttl().mode() != ContainerTtl.Mode.DEFAULT;
        return new PurgeResult(own.items(), own.bytes(), own.done() && inheritingDone);
    }

    private PurgeResult removeDue(Transaction transaction, ScanPage due, long now) {
        long bytes = 0;
        ExpiryEntry last = null;
        for (KeyValue keyValue : due.entries()) {
            last = ExpiryEntry.decode(keyValue);
            byte[] feedKey = ItemKeys.feed(last.lsn(), last.ordinal());
            remove(transaction, last.locator(), feedKey, keyValue.key(), last.size());
            bytes += last.size();
        }
        if (last != null && due.exhausted()) {
            transaction.markPurgedDeadline(now + 1, 0);
        } else if (last != null) {
            // Others with this sequence number may follow.
            transaction.markPurgedDeadline(last.deadline(), last.lsn() - 1);
        }
        return new PurgeResult(due.entries().size(), bytes, due.exhausted());
    }

    private PurgeResult removeInheriting(Transaction transaction, ScanPage feed, ExpiryRule rule, int itemsMax) {
        int items = 0;
        long bytes = 0;
        long cleanLsn = transaction.purgedLsn();
        boolean done = feed.exhausted();
        for (KeyValue keyValue : feed.entries()) {
            FeedEntry entry = FeedEntry.decode(keyValue);
            // Others with this sequence number may follow, so only what lies before it is known to be clean.
            cleanLsn = entry.lsn() - 1;
            if (entry.kind() != Lifetime.Kind.INHERIT) {
                continue;
            }
            if (rule.deadline(entry.timestamp(), entry.kind(), 0) > transaction.now()) {
                done = true;
                break;
            }
            if (items == itemsMax) {
                done = false;
                break;
            }
            remove(transaction, entry.locator(), keyValue.key(), null, entry.size());
            items++;
            bytes += entry.size();
        }
        // The mark alone is worth a commit only where it saves walking over the same entries again.
        if (items > 0 || !done) {
            transaction.markPurgedLsn(cleanLsn);
        }
        return new PurgeResult(items, bytes, done);
    }

    private void remove(
            Transaction transaction, byte[] locatorBytes, byte[] feedKey, byte @Nullable [] expiryKey, int size) {
        Locator locator = entries.locate(locatorBytes);
        if (!entries.removableUnread()) {
            StoredItem item = entries.find(transaction, locator);
            if (item != null) {
                entries.remove(transaction, locator, item);
            }
            return;
        }
        transaction.deleteUnread(ItemKeys.item(locator));
        transaction.deleteUnread(feedKey);
        if (expiryKey != null) {
            transaction.deleteUnread(expiryKey);
        }
        transaction.count(-1, -size);
    }

    /** Where the start of a lifetime is inside the document no range is ordered by deadline: walk over all items. */
    private PurgeResult stepByWalk(Transaction transaction, ExpiryRule rule, int itemsMax) {
        KeyRange all = ItemKeys.items(new byte[0]);
        ScanPage page = transaction.scanStored(walkedTo == null ? all : all.after(walkedTo), itemsMax, SCAN_BYTES_MAX);
        List<KeyValue> found = page.entries();
        int items = 0;
        long bytes = 0;
        for (KeyValue keyValue : found) {
            StoredItem item = StoredItem.decode(keyValue.value());
            if (rule.isExpired(item, transaction.now())) {
                entries.remove(transaction, entries.locate(ItemKeys.locatorOfItem(keyValue.key())), item);
                items++;
                bytes += item.size();
            }
        }
        walkedTo = page.exhausted() ? null : found.get(found.size() - 1).key();
        return new PurgeResult(items, bytes, page.exhausted());
    }
}
