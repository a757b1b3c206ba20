package org.mayflydb.item.write;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.record.UniqueDigest;
import org.mayflydb.item.record.UniqueValues;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.StoredItem;

/**
 * The entries that say which item holds a combination of values of a unique key.
 *
 * <p>The first partition key of a hash that has the values has the plain entry; further ones have entries with the digest of
 * the partition key. An item that has such an entry keeps it when the plain one becomes vacant, until it is next written.
 */
final class UniqueEntries {
    private final PartitionKeyDefinition partitionKey;
    private final UniqueKeyPolicy uniqueKeys;

    UniqueEntries(ItemLayout layout) {
        this.partitionKey = layout.partitionKey();
        this.uniqueKeys = layout.uniqueKeys();
    }

    /**
     * Finds who holds a combination of values and must give it up before an item can have it.
     *
     * @param number of the unique key
     * @param values a form of the digest
     * @param locator the item that is to have the values
     * @param key its partition key
     * @return another item with the same partition key; null if there is none
     */
    @Nullable
    ItemSlot otherHolder(Transaction transaction, int number, byte[] values, Locator locator, KeyMatcher key) {
        byte[] plain = ItemKeys.unique(number, locator.prefix(), values);
        byte[] first = transaction.get(plain);
        if (first == null && !transaction.hasCollisions()) {
            return null;
        }
        if (first != null) {
            ItemSlot holder = holder(transaction, first, locator);
            if (holder == null || holder.has(key)) {
                return holder;
            }
            // Another partition key with the same hash has the values, and will not be the only one.
            transaction.markCollisions();
        }
        byte[] second = transaction.get(ItemKeys.discriminated(plain, key.digest()));
        return second == null ? null : holder(transaction, second, locator);
    }

    /** The holder that an entry names; null if it is the item itself. */
    private static @Nullable ItemSlot holder(Transaction transaction, byte[] suffix, Locator locator) {
        if (Arrays.equals(suffix, locator.suffix())) {
            return null;
        }
        Locator other = locator.sibling(suffix);
        byte[] value = Invariant.present(transaction.get(ItemKeys.item(other)), "the holder of a unique value exists");
        return new ItemSlot(other, StoredItem.decode(value));
    }

    /** Makes an item the holder of values that {@linkplain #otherHolder no other} with its partition key holds. */
    void put(Transaction transaction, Locator locator, StoredItem item, List<UniqueDigest> values) {
        for (int i = 0; i < values.size(); i++) {
            byte[] plain = ItemKeys.unique(i, locator.prefix(), values.get(i).current());
            byte[] holder = transaction.hasCollisions() ? transaction.get(plain) : null;
            boolean vacant = holder == null || Arrays.equals(holder, locator.suffix());
            transaction.put(
                    vacant ? plain : ItemKeys.discriminated(plain, item.keyDigest(partitionKey)), locator.suffix());
        }
    }

    /** Removes the entries of an item. */
    void delete(Transaction transaction, Locator locator, StoredItem item) {
        if (uniqueKeys.uniqueKeys().isEmpty()) {
            return;
        }
        JsonObject json = (JsonObject) JsonValue.parse(item.jsonForMaintenance());
        List<UniqueDigest> digests = UniqueValues.digests(uniqueKeys, json);
        for (int i = 0; i < digests.size(); i++) {
            List<byte[]> forms = digests.get(i).forms();
            boolean isSure = forms.size() == 1 && !transaction.hasCollisions();
            for (byte[] values : forms) {
                byte[] plain = ItemKeys.unique(i, locator.prefix(), values);
                if (isSure || isHolder(transaction, plain, locator)) {
                    transaction.delete(plain);
                } else if (transaction.hasCollisions()) {
                    byte[] further = ItemKeys.discriminated(plain, item.keyDigest(partitionKey));
                    if (isHolder(transaction, further, locator)) {
                        transaction.delete(further);
                    }
                }
            }
        }
    }

    private static boolean isHolder(Transaction transaction, byte[] entry, Locator locator) {
        return Arrays.equals(transaction.get(entry), locator.suffix());
    }
}
