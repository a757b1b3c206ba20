package org.mayflydb.item;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.item.ItemResult.Outcome;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.ItemVersion;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/** What each kind of write does inside a transaction of one partition. */
final class ItemWrites {
    private final ItemEntries entries;
    private final SystemProperties systemProperties;
    private final ItemRules rules;
    private final PartitionKeyDefinition partitionKey;
    private final DocumentNumbers numbers;
    private final int partitionNumber;
    private final int rangeId;

    ItemWrites(ItemEntries entries, ItemLayout layout, ItemRules rules, PartitionSpec partition) {
        this.entries = entries;
        this.systemProperties = new SystemProperties(layout.database(), layout.container());
        this.rules = rules;
        this.partitionKey = layout.partitionKey();
        this.numbers = new DocumentNumbers(layout.partitionKey(), partition.range());
        this.partitionNumber = partition.number();
        this.rangeId = partition.rangeId();
    }

    ItemResult create(Transaction transaction, Locator locator, IncomingItem incoming, ExpiryRule rule) {
        StoredItem present = entries.find(transaction, locator);
        if (present != null && !rule.isExpired(present, transaction.now())) {
            throw ConflictException.id();
        }
        return insert(transaction, locator, present, incoming, rule);
    }

    ItemResult upsert(
            Transaction transaction,
            Locator locator,
            IncomingItem incoming,
            ItemConditions conditions,
            ExpiryRule rule) {
        StoredItem present = entries.find(transaction, locator);
        if (present == null || rule.isExpired(present, transaction.now())) {
            // As at the service, If-Match asks nothing of an upsert that inserts.
            return insert(transaction, locator, present, incoming, rule);
        }
        conditions.checkBeforeChange(present.version());
        return replace(transaction, locator, present, incoming, rule);
    }

    ItemResult replace(
            Transaction transaction,
            Locator locator,
            IncomingItem incoming,
            ItemConditions conditions,
            ExpiryRule rule) {
        StoredItem present = findLive(transaction, locator, rule);
        conditions.checkBeforeChange(present.version());
        return replace(transaction, locator, present, incoming, rule);
    }

    ItemResult delete(Transaction transaction, Locator locator, ItemConditions conditions, ExpiryRule rule) {
        StoredItem present = findLive(transaction, locator, rule);
        conditions.checkBeforeChange(present.version());
        long lsn = transaction.nextLsn();
        entries.remove(transaction, locator, present, lsn);
        return new ItemResult(
                Outcome.DELETED, null, present.version(), lsn, rangeId, RequestCharge.write(present.size(), 0));
    }

    private StoredItem findLive(Transaction transaction, Locator locator, ExpiryRule rule) {
        StoredItem present = entries.find(transaction, locator);
        if (present == null || rule.isExpired(present, transaction.now())) {
            throw NotFoundException.resource();
        }
        return present;
    }

    /** Puts a new item; {@code expired} is what still lies under its id, if anything. */
    private ItemResult insert(
            Transaction transaction,
            Locator locator,
            @Nullable StoredItem expired,
            IncomingItem incoming,
            ExpiryRule rule) {
        Lifetime lifetime = rules.lifetime(incoming.ttlText(), rule.ttl());
        long lsn = transaction.nextLsn();
        entries.claimPlace(transaction, locator, expired, rule, lsn);
        entries.claimUniqueValues(transaction, locator, incoming.uniqueDigests(), rule, lsn);
        long number = numbers.number(locator.epk(partitionKey), transaction.nextDocumentNumber());
        return put(transaction, locator, incoming, lsn, lifetime, number, null, rule);
    }

    private ItemResult replace(
            Transaction transaction, Locator locator, StoredItem present, IncomingItem incoming, ExpiryRule rule) {
        Lifetime lifetime = rules.lifetime(incoming.ttlText(), rule.ttl());
        long lsn = transaction.nextLsn();
        entries.claimUniqueValues(transaction, locator, incoming.uniqueDigests(), rule, lsn);
        return put(transaction, locator, incoming, lsn, lifetime, present.documentNumber(), present, rule);
    }

    private ItemResult put(
            Transaction transaction,
            Locator locator,
            IncomingItem incoming,
            long lsn,
            Lifetime lifetime,
            long documentNumber,
            @Nullable StoredItem replaced,
            ExpiryRule rule) {
        ItemVersion version = new ItemVersion(partitionNumber, lsn, (short) 0);
        byte[] tail = systemProperties.tail(documentNumber, version, transaction.now());
        byte[] value =
                StoredItem.encode(lifetime, transaction.now(), version, documentNumber, incoming.content(), tail);
        StoredItem item = StoredItem.decode(value);
        if (replaced == null) {
            entries.add(transaction, locator, value, item, incoming);
        } else {
            entries.replace(transaction, locator, replaced, value, item, incoming);
        }
        int terms = incoming.terms().count();
        double charge = replaced == null
                ? RequestCharge.write(item.size(), terms)
                : RequestCharge.replace(replaced.size(), item.size(), terms);
        return new ItemResult(
                replaced == null ? Outcome.CREATED : Outcome.REPLACED,
                rule.written(item),
                version,
                version.lsn(),
                rangeId,
                charge);
    }

    static byte[] idBytes(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }
}
