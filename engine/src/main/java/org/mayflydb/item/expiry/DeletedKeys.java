package org.mayflydb.item.expiry;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.write.ItemEntries;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.KeyDeletion;
import org.mayflydb.ttl.StoredItem;

/**
 * The logical partitions of one partition that were deleted as a whole.
 *
 * <p>Deleting one is a small record with a sequence number. From then on {@link ExpiryRule} hides every item of that key that
 * was last written before; what is written afterwards lives. The items are removed a bounded number at a time, and the
 * record with the last of them.
 */
public final class DeletedKeys {
    /** What may be waiting at a time: every read of an item compares it with these. */
    private static final int PENDING_MAX = 256;

    private static final long SCAN_BYTES_MAX = 4L * 1024 * 1024;
    private static final int CHANGES_MAX = 20_000;
    private static final KeyRange RECORDS = KeyRange.prefix(Keyspace.DELETED_KEY.prefix());

    private final Partition partition;
    private final PartitionKeyDefinition definition;
    private final ItemEntries entries;

    /** How far the removal of the oldest deletion has come; null at its start. Touched by one step at a time. */
    private @Nullable Cursor cursor;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Cursor(KeyDeletion deletion, byte[] lastKey) {}

    public DeletedKeys(Partition partition, PartitionKeyDefinition definition, ItemEntries entries) {
        this.partition = partition;
        this.definition = definition;
        this.entries = entries;
    }

    /** Whether the partition of a container that is not open has any. */
    public static boolean exist(StorePartition store) {
        return !store.scanKeys(RECORDS, 1).keys().isEmpty();
    }

    /** Those that are stored, the oldest first. */
    public List<KeyDeletion> stored() {
        List<KeyDeletion> found = new ArrayList<>();
        partition.store().walk(RECORDS, entry -> found.add(decode(partition.spec(), entry)));
        found.sort(Comparator.comparingLong(KeyDeletion::lsn));
        return found;
    }

    public static KeyDeletion decode(PartitionSpec partition, KeyValue entry) {
        if (entry.value().length != Long.BYTES) {
            throw new CorruptStoreException("The record of a deleted partition key has no known format");
        }
        long lsn = ByteBuffer.wrap(entry.value()).getLong();
        return deletion(
                partition, ItemKeys.epkOfDeletedKey(entry.key()), ItemKeys.digestOfDeletedKey(entry.key()), lsn);
    }

    private static KeyDeletion deletion(
            PartitionSpec partition, EffectivePartitionKey epk, @Nullable KeyDigest digest, long lsn) {
        List<Integer> ancestors = partition.ancestors().stream()
                .map(PartitionSpec.Ancestor::number)
                .toList();
        return new KeyDeletion(partition.number(), ancestors, epk, digest, lsn);
    }

    /** The deletion of a key, beside those that are pending; an older one of the same key needs no record any more. */
    public List<KeyDeletion> add(
            Transaction transaction, List<KeyDeletion> pending, EffectivePartitionKey epk, KeyDigest digest) {
        List<KeyDeletion> next = new ArrayList<>(pending);
        next.removeIf(deletion -> deletion.epk().equals(epk) && digest.equals(deletion.digest()));
        if (next.size() >= PENDING_MAX) {
            throw new TooBusyException("Too many deletions of whole partition keys are still under way.");
        }
        KeyDeletion deletion = deletion(partition.spec(), epk, digest, transaction.nextLsn());
        transaction.put(
                ItemKeys.deletedKey(epk, digest),
                ByteBuffer.allocate(Long.BYTES).putLong(deletion.lsn()).array());
        next.add(deletion);
        return next;
    }

    /** Is shown every item that is deleted and still stored, unless its time is over as well. */
    @FunctionalInterface
    public interface Visitor {
        void deleted(StoredItem item);
    }

    /** Walks over what waits to be removed; the cost follows from how much that is. */
    public static void walk(
            StoreReads stored,
            int partitionNumber,
            PartitionKeyDefinition definition,
            ExpiryRule rule,
            long now,
            Visitor visitor) {
        List<KeyDeletion> seen = new ArrayList<>();
        for (KeyDeletion deletion : rule.deletions().in(partitionNumber)) {
            stored.walk(itemsOf(definition, deletion), entry -> {
                StoredItem item = StoredItem.decode(entry.value());
                boolean counted = seen.stream().anyMatch(earlier -> earlier.covers(definition, item));
                if (deletion.covers(definition, item) && !counted && !rule.isPastDeadline(item, now)) {
                    visitor.deleted(item);
                }
                return true;
            });
            seen.add(deletion);
        }
    }

    private static KeyRange itemsOf(PartitionKeyDefinition definition, KeyDeletion deletion) {
        return ItemKeys.items(Locator.prefixOf(definition, deletion.epk()));
    }

    /**
     * What a step leaves.
     *
     * @param pending the deletions that are not through
     */
    private record Step(List<KeyDeletion> pending, @Nullable Cursor cursor) {}

    /** Removes at most {@code itemsMax} items of the oldest deletion, in one commit; answers which are not through. */
    public List<KeyDeletion> step(ExpiryRule rule, int itemsMax) {
        List<KeyDeletion> pending = rule.deletions().in(partition.number());
        if (pending.isEmpty()) {
            return pending;
        }
        Step step = partition.writeAlone(transaction -> step(transaction, rule, pending, itemsMax));
        cursor = step.cursor;
        return step.pending;
    }

    private Step step(Transaction transaction, ExpiryRule rule, List<KeyDeletion> pending, int itemsMax) {
        KeyDeletion oldest = pending.get(0);
        KeyRange all = itemsOf(definition, oldest);
        KeyRange rest = cursor != null && cursor.deletion.equals(oldest) ? all.after(cursor.lastKey) : all;
        ScanPage page = transaction.scanStored(rest, itemsMax, SCAN_BYTES_MAX);
        int changes = 0;
        for (KeyValue entry : page.entries()) {
            StoredItem item = StoredItem.decode(entry.value());
            if (oldest.covers(definition, item)) {
                Locator locator = entries.locate(ItemKeys.locatorOfItem(entry.key()));
                changes += entries.clear(transaction, locator, item, rule).entries();
            }
            if (changes > CHANGES_MAX) {
                return new Step(pending, new Cursor(oldest, entry.key()));
            }
        }
        if (page.exhausted()) {
            transaction.delete(ItemKeys.deletedKey(oldest.epk(), oldest.digest()));
            return new Step(pending.subList(1, pending.size()), null);
        }
        byte[] last = page.entries().get(page.entries().size() - 1).key();
        return new Step(pending, new Cursor(oldest, last));
    }
}
