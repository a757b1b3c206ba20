package org.mayflydb.item.write;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.changelog.ChangeLog;
import org.mayflydb.changelog.LogOperation;
import org.mayflydb.index.EntryChanges;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.record.UniqueDigest;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/**
 * Everything that is stored for an item of one partition: its record and what hangs on it (its place in the feed, its
 * deadline, its unique values, its entries in the index). All of it comes and goes in one commit, and so does the record
 * of the change in the log, where one is kept.
 */
public final class ItemEntries {
    /** The record, feed entry and deadline of an item. */
    private static final int OTHER_ENTRIES = 3;

    private final PartitionKeyDefinition partitionKey;
    private final UniqueEntries unique;
    private final PartitionIndex index;
    private final ChangeLog log;

    public ItemEntries(ItemLayout layout, PartitionIndex index, ChangeLog log) {
        this.partitionKey = layout.partitionKey();
        this.unique = new UniqueEntries(layout);
        this.index = index;
        this.log = log;
    }

    /** The keys that a write to an item reads in any case; the values of its unique keys are those it is to have. */
    public static List<byte[]> reads(Locator locator, List<UniqueDigest> uniqueDigests) {
        List<byte[]> keys = new ArrayList<>();
        keys.add(ItemKeys.item(locator));
        for (int i = 0; i < uniqueDigests.size(); i++) {
            for (byte[] values : uniqueDigests.get(i).forms()) {
                keys.add(ItemKeys.unique(i, locator.prefix(), values));
            }
        }
        return keys;
    }

    @Nullable
    public StoredItem find(Transaction transaction, Locator locator) {
        byte[] value = transaction.get(ItemKeys.item(locator));
        return value == null ? null : StoredItem.decode(value);
    }

    /** The rules that the index goes by. */
    public IndexRules rules() {
        return index.rules();
    }

    /** Puts a new item. */
    public void add(Transaction transaction, Locator locator, byte[] value, StoredItem item, IncomingItem incoming) {
        if (locator.isDiscriminated()) {
            transaction.markCollisions();
        }
        attach(transaction, locator, value, item, incoming.uniqueDigests());
        index.put(transaction, locator.bytes(), item, incoming.terms());
        logWrite(transaction, LogOperation.CREATE, locator, item, 0);
    }

    /** Puts a new version of an item, and returns the number of indexed values that were added or removed. */
    public int replace(
            Transaction transaction,
            Locator locator,
            StoredItem replaced,
            byte[] value,
            StoredItem item,
            IncomingItem incoming) {
        detach(transaction, locator, replaced);
        attach(transaction, locator, value, item, incoming.uniqueDigests());
        int values = index.replace(transaction, locator.bytes(), replaced, item, incoming.terms())
                .values();
        logWrite(
                transaction,
                LogOperation.REPLACE,
                locator,
                item,
                replaced.version().lsn());
        return values;
    }

    /**
     * Removes an item with everything that hangs on it, in the write with this sequence number, and returns the number of its
     * indexed values.
     */
    public int remove(Transaction transaction, Locator locator, StoredItem item, long lsn) {
        logRemoval(transaction, LogOperation.DELETE, locator, item, lsn);
        return removeAll(transaction, locator, item).values();
    }

    /** Removes an item that is gone already, in the write with this sequence number, which needs its place. */
    private void displace(Transaction transaction, Locator locator, StoredItem gone, ExpiryRule rule, long lsn) {
        logRemoval(transaction, reason(gone, rule, transaction), locator, gone, lsn);
        removeAll(transaction, locator, gone);
    }

    /** Removes an item that is gone already. It is a write only if there is a log of it. */
    public EntryChanges clear(Transaction transaction, Locator locator, StoredItem gone, ExpiryRule rule) {
        if (log.isKept()) {
            logRemoval(transaction, reason(gone, rule, transaction), locator, gone, transaction.nextLsn());
        }
        return removeAll(transaction, locator, gone);
    }

    private static LogOperation reason(StoredItem gone, ExpiryRule rule, Transaction transaction) {
        return rule.isPastDeadline(gone, transaction.now()) ? LogOperation.EXPIRE : LogOperation.DELETE;
    }

    private EntryChanges removeAll(Transaction transaction, Locator locator, StoredItem item) {
        detach(transaction, locator, item);
        transaction.delete(ItemKeys.item(locator));
        EntryChanges indexed = index.remove(transaction, item);
        return new EntryChanges(OTHER_ENTRIES + indexed.entries(), indexed.values());
    }

    private void logWrite(
            Transaction transaction, LogOperation operation, Locator locator, StoredItem item, long previousLsn) {
        if (log.isKept()) {
            long lsn = item.version().lsn();
            log.append(transaction, lsn, operation, previousLsn, locator.bytes(), item.jsonForMaintenance());
        }
    }

    private void logRemoval(
            Transaction transaction, LogOperation operation, Locator locator, StoredItem item, long lsn) {
        if (log.isKept()) {
            JsonObject json = (JsonObject) JsonValue.parse(item.jsonForMaintenance());
            byte[] key = PartitionKey.from(partitionKey, json).toString().getBytes(StandardCharsets.UTF_8);
            log.append(transaction, lsn, operation, item.version().lsn(), locator.bytes(), key);
        }
    }

    private void attach(
            Transaction transaction, Locator locator, byte[] value, StoredItem item, List<UniqueDigest> uniqueDigests) {
        transaction.put(ItemKeys.item(locator), value);
        FeedEntry feed = feedEntry(locator, item);
        transaction.putUnread(feed.key(), feed.value());
        ExpiryEntry expiry = expiryEntry(locator, item);
        if (expiry != null) {
            transaction.putUnread(expiry.key(), expiry.value());
            // After the clock was moved back a deadline may lie where a purge has been already.
            if (expiry.deadline() < transaction.purgedDeadline()) {
                transaction.markPurgedDeadline(expiry.deadline(), 0);
            }
        }
        unique.put(transaction, locator, item, uniqueDigests);
        transaction.count(1, item.size());
    }

    /** Removes what hangs on an item, but not its record, which the caller puts anew or deletes, nor what is indexed. */
    private void detach(Transaction transaction, Locator locator, StoredItem item) {
        transaction.deleteUnread(
                ItemKeys.feed(item.version().lsn(), item.version().ordinal()));
        ExpiryEntry expiry = expiryEntry(locator, item);
        if (expiry != null) {
            transaction.deleteUnread(expiry.key());
        }
        unique.delete(transaction, locator, item);
        transaction.count(-1, -item.size());
    }

    /**
     * Checks that no other item with the same partition key has these unique values. An expired item that still holds one is
     * removed, so that it cannot come back beside its successor.
     */
    public void claimUniqueValues(
            Transaction transaction,
            Locator locator,
            KeyMatcher key,
            List<UniqueDigest> uniqueDigests,
            ExpiryRule rule,
            long lsn) {
        for (int i = 0; i < uniqueDigests.size(); i++) {
            for (byte[] values : uniqueDigests.get(i).forms()) {
                ItemSlot holder = unique.otherHolder(transaction, i, values, locator, key);
                if (holder == null || holder.item() == null) {
                    continue;
                }
                if (!rule.isExpired(holder.item(), transaction.now())) {
                    throw ConflictException.uniqueKey();
                }
                displace(transaction, holder.locator(), holder.item(), rule, lsn);
            }
        }
    }

    /** Makes room for an item where only an expired one, or nothing, stands in its way. */
    public void claimPlace(
            Transaction transaction, Locator locator, @Nullable StoredItem expired, ExpiryRule rule, long lsn) {
        if (expired != null) {
            displace(transaction, locator, expired, rule, lsn);
        }
    }

    public Locator locate(byte[] locatorBytes) {
        return Locator.decode(partitionKey, locatorBytes);
    }

    public static FeedEntry feedEntry(Locator locator, StoredItem item) {
        return new FeedEntry(
                item.version().lsn(),
                item.version().ordinal(),
                item.timestamp(),
                item.writeTime(),
                item.lifetime().kind(),
                item.size(),
                item.documentNumber(),
                locator.bytes());
    }

    /** The entry under its own deadline; null for an item that has none. It does not depend on the container's ttl. */
    public static @Nullable ExpiryEntry expiryEntry(Locator locator, StoredItem item) {
        Lifetime lifetime = item.lifetime();
        return lifetime.kind() == Lifetime.Kind.SECONDS
                ? new ExpiryEntry(
                        item.timestamp() + lifetime.seconds(),
                        item.version().lsn(),
                        item.version().ordinal(),
                        item.size(),
                        item.documentNumber(),
                        locator.bytes())
                : null;
    }
}
