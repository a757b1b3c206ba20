package org.mayflydb.item;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.StoredItem;

/**
 * Looks for items of other partition keys that have the hash of the key to be deleted. The record of a deletion has only the
 * hash and would delete them as well.
 *
 * <p>Nearly all of it is done before the deletion takes its turn among writes; then only what was written meanwhile is left.
 */
final class KeyCollisions {
    /** What may be left to look at within the turn. */
    private static final int LATE_WRITES_MAX = 500;

    private static final int CATCH_UPS_MAX = 10;
    private static final int PAGE_ENTRIES = 1000;
    private static final long PAGE_BYTES = 4L * 1024 * 1024;

    private final Partition partition;
    private final PartitionKeyDefinition definition;
    private final EffectivePartitionKey epk;
    private final KeyMatcher key;
    private long checkedLsn;

    KeyCollisions(Partition partition, PartitionKeyDefinition definition, EffectivePartitionKey epk, KeyMatcher key) {
        this.partition = partition;
        this.definition = definition;
        this.epk = epk;
        this.key = key;
    }

    /**
     * Looks at every item with the hash. The cost follows from how many there are; they are all read once more when they are
     * removed.
     *
     * @throws BadRequestException if one that may be seen has another key
     */
    void check(ExpiryRule rule) {
        if (key.isDecidedByHash()) {
            return;
        }
        try (ReadPoint stored = partition.store().readPoint()) {
            long now = partition.now();
            checkedLsn = PartitionHead.stored(stored).lastLsn();
            stored.walk(ItemKeys.items(Locator.prefixOf(definition, epk)), entry -> {
                check(StoredItem.decode(entry.value()), rule, now);
                return true;
            });
        }
        for (int i = 0; i < CATCH_UPS_MAX && partition.head().lastLsn() - checkedLsn > LATE_WRITES_MAX; i++) {
            catchUp(rule);
        }
    }

    private void catchUp(ExpiryRule rule) {
        try (ReadPoint stored = partition.store().readPoint()) {
            long now = partition.now();
            long end = PartitionHead.stored(stored).lastLsn();
            stored.walk(ItemKeys.feedAfter(checkedLsn), entry -> {
                checkWritten(entry, stored::get, rule, now);
                return true;
            });
            checkedLsn = end;
        }
    }

    /** Looks at what was written since, within the mutation that deletes the key, before it changes anything. */
    void checkLateWrites(Transaction transaction, ExpiryRule rule) {
        if (key.isDecidedByHash()) {
            return;
        }
        if (transaction.lastLsn() - checkedLsn > 2 * LATE_WRITES_MAX) {
            throw new TooBusyException("Too much is written to delete a whole partition key meanwhile.");
        }
        ScanPage page = transaction.scanStored(ItemKeys.feedAfter(checkedLsn), PAGE_ENTRIES, PAGE_BYTES);
        while (true) {
            for (KeyValue entry : page.entries()) {
                checkWritten(entry, transaction::get, rule, transaction.now());
            }
            if (page.exhausted()) {
                return;
            }
            byte[] last = page.entries().get(page.entries().size() - 1).key();
            page = transaction.scanStored(ItemKeys.feedAfter(checkedLsn).after(last), PAGE_ENTRIES, PAGE_BYTES);
        }
    }

    private void checkWritten(KeyValue feedEntry, StoreGet stored, ExpiryRule rule, long now) {
        Locator locator = Locator.decode(definition, FeedEntry.decode(feedEntry).locator());
        if (EpkRange.prefix(epk).contains(locator.epk(definition))) {
            byte[] item = stored.get(ItemKeys.item(locator));
            if (item != null) {
                check(StoredItem.decode(item), rule, now);
            }
        }
    }

    /** The value of a key, or null. */
    private interface StoreGet {
        byte @Nullable [] get(byte[] key);
    }

    private void check(StoredItem item, ExpiryRule rule, long now) {
        if (!item.has(key) && !rule.isExpired(item, now)) {
            throw BadRequestException.partitionKeyCollision();
        }
    }
}
