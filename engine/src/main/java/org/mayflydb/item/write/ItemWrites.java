package org.mayflydb.item.write;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.record.ItemName;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.record.SystemProperties;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.ItemVersion;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** What each kind of operation does inside a transaction of one partition. */
public final class ItemWrites {
    /** As a {@code ttl}, that its item never expires. */
    private static final Integer FOREVER = -1;

    private final ItemEntries entries;
    private final SystemProperties systemProperties;
    private final ItemRules rules;
    private final PartitionKeyDefinition partitionKey;
    private final UniqueKeyPolicy uniqueKeys;
    private final DocumentNumbers numbers;
    private final int partitionNumber;
    private final int rangeId;
    private final SizeLimit sizeLimit;

    public ItemWrites(
            ItemEntries entries, ItemLayout layout, ItemRules rules, SizeLimit sizeLimit, PartitionSpec partition) {
        this.sizeLimit = sizeLimit;
        this.entries = entries;
        this.systemProperties = new SystemProperties(layout.database(), layout.container());
        this.rules = rules;
        this.partitionKey = layout.partitionKey();
        this.uniqueKeys = layout.uniqueKeys();
        this.numbers = new DocumentNumbers(layout.partitionKey(), partition.range());
        this.partitionNumber = partition.number();
        this.rangeId = partition.rangeId();
    }

    public ItemResult create(Transaction transaction, ItemName name, IncomingItem incoming, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        if (slot.item() != null && !rule.isExpired(slot.item(), transaction.now())) {
            throw ConflictException.id();
        }
        return insert(transaction, name, slot, incoming, rule);
    }

    public ItemResult upsert(
            Transaction transaction, ItemName name, IncomingItem incoming, ItemConditions conditions, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.item();
        if (present == null || rule.isExpired(present, transaction.now())) {
            // As at the service, If-Match asks nothing of an upsert that inserts.
            return insert(transaction, name, slot, incoming, rule);
        }
        conditions.checkBeforeChange(present.version());
        return replace(transaction, name, slot.locator(), present, incoming, rule);
    }

    public ItemResult replace(
            Transaction transaction, ItemName name, IncomingItem incoming, ItemConditions conditions, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.live(rule, transaction.now());
        conditions.checkBeforeChange(present.version());
        return replace(transaction, name, slot.locator(), present, incoming, rule);
    }

    /** Refuses to replace an item by one with another partition key, if there is such an item to replace. */
    public ItemResult refuseOtherKey(
            Transaction transaction, ItemName name, ItemConditions conditions, ExpiryRule rule) {
        conditions.checkBeforeChange(
                ItemSlot.find(transaction, name).live(rule, transaction.now()).version());
        throw BadRequestException.partitionKeyMismatch();
    }

    /**
     * Replaces an item by one with another id, which keeps its number and so its resource id. In the log this is a delete
     * and a create, because readers know items by their ids.
     */
    public ItemResult rename(
            Transaction transaction,
            ItemName name,
            ItemName next,
            IncomingItem incoming,
            ItemConditions conditions,
            ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.live(rule, transaction.now());
        conditions.checkBeforeChange(present.version());
        ItemSlot target = ItemSlot.find(transaction, next);
        if (target.item() != null && !rule.isExpired(target.item(), transaction.now())) {
            throw new BadRequestException("The item cannot be renamed: another item has the id of the body.");
        }
        Lifetime lifetime = rules.lifetime(incoming.ttlText(), rule.ttl());
        long lsn = transaction.nextLsn();
        entries.claimPlace(transaction, target.locator(), target.item(), rule, lsn);
        entries.claimUniqueValues(transaction, slot.locator(), next.key(), incoming.uniqueDigests(), rule, lsn);
        int values = entries.remove(transaction, slot.locator(), present, lsn);
        ItemResult created =
                put(transaction, target.locator(), incoming, lsn, lifetime, present.documentNumber(), null, rule);
        return new ItemResult(
                ItemResult.Outcome.REPLACED,
                created.item(),
                created.version(),
                lsn,
                rangeId,
                created.charge() + RequestCharge.write(present.size(), values));
    }

    public ItemResult delete(Transaction transaction, ItemName name, ItemConditions conditions, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.live(rule, transaction.now());
        conditions.checkBeforeChange(present.version());
        long lsn = transaction.nextLsn();
        int values = entries.remove(transaction, slot.locator(), present, lsn);
        return new ItemResult(
                ItemResult.Outcome.DELETED,
                null,
                present.version(),
                lsn,
                rangeId,
                RequestCharge.write(present.size(), values));
    }

    /** Writes an expired item again, with its number and so its resource id, but with another lifetime. */
    public ItemResult restore(
            Transaction transaction, ItemName name, Lifetime lifetime, IndexRules indexRules, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.item();
        if (present == null || rule.deletions().cover(present)) {
            throw NotFoundException.resource();
        }
        if (!rule.isExpired(present, transaction.now())) {
            throw ConflictException.alive();
        }
        // What has expired does not count, so all of it comes back; its replacement claims only what it adds.
        sizeLimit.claim(transaction, present.size());
        Integer ttlSeconds = switch (lifetime.kind()) {
            case INHERIT -> null;
            case NEVER -> FOREVER;
            case SECONDS -> lifetime.seconds();
        };
        ItemResult result = replace(
                transaction,
                name,
                slot.locator(),
                present,
                IncomingItem.again(present.jsonForMaintenance(), partitionKey, uniqueKeys, indexRules, ttlSeconds)
                        .withIndexed(present.isIndexed()),
                rule);
        // Where lifetimes count from a second inside the item, a new one may be over already.
        if (result.item() != null && ExpiryRule.isPast(result.item().deadline(), transaction.now())) {
            throw new BadRequestException(
                    "The item would be expired again at once: its lifetime counts from a second that it holds itself.");
        }
        return result;
    }

    /** Reads what the mutations before leave, at the time of the transaction. */
    public ItemResult read(Transaction transaction, ItemName name, ItemConditions conditions, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.live(rule, transaction.now());
        boolean unchanged = conditions.isUnchanged(present.version());
        return new ItemResult(
                unchanged ? ItemResult.Outcome.NOT_MODIFIED : ItemResult.Outcome.READ,
                unchanged ? null : rule.visible(present, transaction.now()),
                present.version(),
                transaction.lastLsn(),
                rangeId,
                RequestCharge.read(unchanged ? 0 : present.size()));
    }

    public ItemResult modify(
            Transaction transaction, ItemName name, ItemEdit edit, WriteOptions options, ExpiryRule rule) {
        ItemSlot slot = ItemSlot.find(transaction, name);
        StoredItem present = slot.live(rule, transaction.now());
        options.conditions().checkBeforeChange(present.version());
        LiveItem live = Invariant.present(rule.visible(present, transaction.now()), "who is found alive is visible");
        byte[] json = edit.apply(live, transaction.now());
        IncomingItem incoming = IncomingItem.read(json, partitionKey, uniqueKeys, entries.rules(), null)
                .withIndexed(options.indexed());
        boolean sameId = Arrays.equals(
                ItemAddresses.idBytes(incoming.id()), name.locator().id());
        if (!sameId || !incoming.partitionKey().equals(name.key().key())) {
            throw new BadRequestException("The id and the partition key of an item cannot be changed.");
        }
        return replace(transaction, name, slot.locator(), present, incoming, rule);
    }

    /** Puts a new item where nothing is stored, or an expired item with the same id and partition key. */
    private ItemResult insert(
            Transaction transaction, ItemName name, ItemSlot slot, IncomingItem incoming, ExpiryRule rule) {
        Lifetime lifetime = rules.lifetime(incoming.ttlText(), rule.ttl());
        long lsn = transaction.nextLsn();
        Locator locator = slot.locator();
        entries.claimPlace(transaction, locator, slot.item(), rule, lsn);
        entries.claimUniqueValues(transaction, locator, name.key(), incoming.uniqueDigests(), rule, lsn);
        long number = numbers.number(locator.epk(partitionKey), transaction.nextDocumentNumber());
        return put(transaction, locator, incoming, lsn, lifetime, number, null, rule);
    }

    private ItemResult replace(
            Transaction transaction,
            ItemName name,
            Locator locator,
            StoredItem present,
            IncomingItem incoming,
            ExpiryRule rule) {
        Lifetime lifetime = rules.lifetime(incoming.ttlText(), rule.ttl());
        long lsn = transaction.nextLsn();
        entries.claimUniqueValues(transaction, locator, name.key(), incoming.uniqueDigests(), rule, lsn);
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
        ItemVersion version = new ItemVersion(partitionNumber, lsn, transaction.ordinal());
        byte[] tail = systemProperties.tail(documentNumber, version, transaction.now());
        byte[] value = StoredItem.encode(
                lifetime,
                transaction.writeTime(),
                version,
                documentNumber,
                incoming.keyDigest(),
                incoming.content(),
                tail);
        if (!incoming.indexed()) {
            StoredItem.markNotIndexed(value);
        }
        StoredItem item = StoredItem.decode(value);
        sizeLimit.claim(transaction, item.size() - (replaced == null ? 0L : replaced.size()));
        double charge;
        if (replaced == null) {
            entries.add(transaction, locator, value, item, incoming);
            charge = RequestCharge.write(
                    item.size(), incoming.indexed() ? incoming.terms().count() : 0);
        } else {
            int values = entries.replace(transaction, locator, replaced, value, item, incoming);
            charge = RequestCharge.replace(replaced.size(), item.size(), values);
        }
        return new ItemResult(
                replaced == null ? ItemResult.Outcome.CREATED : ItemResult.Outcome.REPLACED,
                rule.written(item),
                version,
                version.lsn(),
                rangeId,
                charge);
    }
}
