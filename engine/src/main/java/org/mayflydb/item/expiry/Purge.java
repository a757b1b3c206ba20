package org.mayflydb.item.expiry;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.EntryChanges;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.write.ItemEntries;
import org.mayflydb.partition.PartitionHead;
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
public final class Purge {
    /** A scan of the feed must get past the largest transaction, of a hundred items that share a sequence number. */
    private static final int FEED_ENTRIES_MIN = 101;

    private static final long SCAN_BYTES_MAX = 4L * 1024 * 1024;

    /** Bounds how long writers wait, whatever is indexed of the items. */
    private static final int CHANGES_MAX = 4_000;

    private final ItemEntries entries;

    /** For containers that do not count from {@code _ts}: how far the walk over all items has come; null at the start. Used by the leader alone. */
    private byte @Nullable [] walkedTo;

    /** What the last step has found if it has found nothing to delete; otherwise null. */
    private volatile @Nullable Rest rest;

    /** Nothing expires before the deadline under this rule, unless a commit changes the head. */
    private record Rest(PartitionHead head, ExpiryRule rule, long deadline) {
        @SuppressWarnings("ReferenceEquality") // rules are replaced, not changed
        boolean holds(PartitionHead nowHead, ExpiryRule nowRule, long deletionSecond) {
            return rule == nowRule && !ExpiryRule.isPast(deadline, deletionSecond) && head.equals(nowHead);
        }
    }

    public Purge(ItemEntries entries) {
        this.entries = entries;
    }

    /** Returns true if a step would find nothing to delete, as far as is known without reading. */
    public boolean isAtRest(PartitionHead head, ExpiryRule rule, long deletionSecond) {
        Rest known = rest;
        return known != null && known.holds(head, rule, deletionSecond);
    }

    /**
     * Deletes at most {@code itemsMax} items that have expired.
     *
     * @param deletionSecond what expired later stays for now, though nobody sees it
     */
    public PurgeResult step(Transaction transaction, ExpiryRule rule, int itemsMax, long deletionSecond) {
        if (!rule.ttl().isOn() || deletionSecond == Long.MIN_VALUE) {
            return PurgeResult.NOTHING;
        }
        long now = Math.min(transaction.now(), deletionSecond);
        return rule.ttl().clockPath() == null
                ? stepByDeadline(transaction, rule, itemsMax, now)
                : stepByWalk(transaction, rule, itemsMax, now);
    }

    private PurgeResult stepByDeadline(Transaction transaction, ExpiryRule rule, int itemsMax, long now) {
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

        Removal removal = new Removal(transaction, rule, now);
        boolean ownDone = removeDue(removal, due);
        boolean inheritingDone = feed == null
                ? rule.ttl().mode() != ContainerTtl.Mode.DEFAULT
                : removeInheriting(removal, feed, rule, itemsMax);
        PurgeResult result = removal.result(ownDone && inheritingDone);
        rest = result.done() && result.items() == 0
                ? new Rest(transaction.before(), rule, Math.min(removal.nextInherited, nextDeadline(transaction)))
                : null;
        return result;
    }

    /** The earliest deadline of an item with a lifetime of its own. */
    private static long nextDeadline(Transaction transaction) {
        KeyRange all = ItemKeys.expiryAfter(
                transaction.purgedDeadline(), transaction.purgedDeadlineLsn(), ExpiryRule.NEVER - 1);
        return transaction.scanStored(all, 1, SCAN_BYTES_MAX).entries().stream()
                .mapToLong(entry -> ExpiryEntry.decode(entry).deadline())
                .findFirst()
                .orElse(ExpiryRule.NEVER);
    }

    private static boolean removeDue(Removal removal, ScanPage due) {
        Transaction transaction = removal.transaction;
        transaction.fetch(() -> due.entries().stream()
                .map(entry -> ItemKeys.item(ExpiryEntry.decode(entry).locator()))
                .iterator());
        ExpiryEntry last = null;
        for (KeyValue keyValue : due.entries()) {
            if (removal.isFull()) {
                break;
            }
            last = ExpiryEntry.decode(keyValue);
            removal.remove(last.locator(), last.deadline());
        }
        boolean done = due.exhausted() && removal.items == due.entries().size();
        if (last != null && done) {
            transaction.markPurgedDeadline(removal.now + 1, 0);
        } else if (last != null) {
            // Others with this sequence number may follow.
            transaction.markPurgedDeadline(last.deadline(), last.lsn() - 1);
        }
        return done;
    }

    private static boolean removeInheriting(Removal removal, ScanPage feed, ExpiryRule rule, int itemsMax) {
        Transaction transaction = removal.transaction;
        int itemsBefore = removal.items;
        long cleanLsn = transaction.purgedLsn();
        transaction.fetch(() -> feed.entries().stream()
                .map(FeedEntry::decode)
                .filter(entry -> entry.kind() == Lifetime.Kind.INHERIT)
                .takeWhile(entry -> ExpiryRule.isPast(inheritedDeadline(rule, entry), removal.now))
                .limit(itemsMax)
                .map(entry -> ItemKeys.item(entry.locator()))
                .iterator());
        boolean done = feed.exhausted();
        for (KeyValue keyValue : feed.entries()) {
            FeedEntry entry = FeedEntry.decode(keyValue);
            // Others with this sequence number may follow, so only what lies before it is known to be clean.
            cleanLsn = entry.lsn() - 1;
            if (entry.kind() != Lifetime.Kind.INHERIT) {
                continue;
            }
            long deadline = inheritedDeadline(rule, entry);
            if (!ExpiryRule.isPast(deadline, removal.now)) {
                removal.nextInherited = deadline;
                done = true;
                break;
            }
            if (removal.items == itemsMax || removal.isFull()) {
                done = false;
                break;
            }
            removal.remove(entry.locator(), deadline);
        }
        // The mark alone is worth a commit only where it saves walking over the same entries again.
        if (removal.items > itemsBefore || !done) {
            transaction.markPurgedLsn(cleanLsn);
        }
        return done;
    }

    private static long inheritedDeadline(ExpiryRule rule, FeedEntry entry) {
        return rule.deadline(entry.timestamp(), Lifetime.Kind.INHERIT, 0);
    }

    /** Where the start of a lifetime is inside the document no range is ordered by deadline: walk over all items. */
    private PurgeResult stepByWalk(Transaction transaction, ExpiryRule rule, int itemsMax, long now) {
        KeyRange all = ItemKeys.items(new byte[0]);
        ScanPage page = transaction.scanStored(walkedTo == null ? all : all.after(walkedTo), itemsMax, SCAN_BYTES_MAX);
        Removal removal = new Removal(transaction, rule, now);
        byte[] last = walkedTo;
        boolean done = page.exhausted();
        for (KeyValue keyValue : page.entries()) {
            if (removal.isFull()) {
                done = false;
                break;
            }
            long deadline = rule.deadline(StoredItem.decode(keyValue.value()));
            if (ExpiryRule.isPast(deadline, now)) {
                removal.remove(ItemKeys.locatorOfItem(keyValue.key()), deadline);
            }
            last = keyValue.key();
        }
        byte[] next = done ? null : last;
        transaction.onCommit(() -> walkedTo = next);
        return removal.result(done);
    }

    /** What a step removes. Items may have thousands of entries in the index, so it ends early where they are many. */
    private final class Removal {
        private final Transaction transaction;
        private final ExpiryRule rule;
        private final long now;
        private int items;
        private long bytes;
        private double units;
        private int changes;
        private long lateSeconds;

        /** The earliest deadline of an item that inherits its lifetime and is not due yet. */
        private long nextInherited = ExpiryRule.NEVER;

        Removal(Transaction transaction, ExpiryRule rule, long now) {
            this.transaction = transaction;
            this.rule = rule;
            this.now = now;
        }

        void remove(byte[] locatorBytes, long deadline) {
            Locator locator = entries.locate(locatorBytes);
            StoredItem item = Invariant.present(entries.find(transaction, locator), "expiry entry without item");
            EntryChanges removed = entries.clear(transaction, locator, item, rule);
            changes += removed.entries();
            items++;
            lateSeconds = Math.max(lateSeconds, now - deadline);
            bytes += item.size();
            units += RequestCharge.write(item.size(), removed.values());
        }

        boolean isFull() {
            return changes > CHANGES_MAX;
        }

        PurgeResult result(boolean done) {
            return new PurgeResult(items, bytes, units, done, lateSeconds);
        }
    }
}
