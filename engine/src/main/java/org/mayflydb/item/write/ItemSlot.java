package org.mayflydb.item.write;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.ItemName;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.StoredItem;

/**
 * Where the item with an id and a partition key is stored, or would be stored.
 *
 * <p>Nearly always that is the plain locator. Only where it belongs to another partition key with the same hash is the item at
 * the discriminated locator, and it stays there even if the plain one becomes vacant. So both must be read before an item is
 * known to be absent, but the second one only if the partition has collisions.
 *
 * @param item what is stored there, expired or not; null if nothing is
 */
public record ItemSlot(Locator locator, @Nullable StoredItem item) {

    /** Reads an entry. */
    @FunctionalInterface
    private interface Get {
        byte @Nullable [] value(byte[] key);
    }

    public static ItemSlot find(Transaction transaction, ItemName name) {
        return find(transaction::get, transaction::hasCollisions, name);
    }

    /** As of the last commit: a commit that makes a plain locator vacant comes after the one that set the mark. */
    public static ItemSlot find(Partition partition, ItemName name) {
        return find(partition.store()::get, () -> partition.head().collisions(), name);
    }

    private static ItemSlot find(Get stored, BooleanSupplier hasCollisions, ItemName name) {
        Locator plain = name.locator();
        StoredItem first = item(stored, plain);
        if (first == null ? !hasCollisions.getAsBoolean() : first.has(name.key())) {
            return new ItemSlot(plain, first);
        }
        Locator discriminated = plain.discriminated(name.key().digest());
        StoredItem second = item(stored, discriminated);
        return first == null && second == null ? new ItemSlot(plain, null) : new ItemSlot(discriminated, second);
    }

    /** Returns true if an item is stored there, expired or not, that has this partition key. */
    public boolean has(KeyMatcher key) {
        return item != null && item.has(key);
    }

    /**
     * The item, if it is visible.
     *
     * @throws NotFoundException if there is none, or it has expired
     */
    public StoredItem live(ExpiryRule rule, long now) {
        if (item == null || rule.isExpired(item, now)) {
            throw NotFoundException.resource();
        }
        return item;
    }

    private static @Nullable StoredItem item(Get stored, Locator locator) {
        byte[] value = stored.value(ItemKeys.item(locator));
        return value == null ? null : StoredItem.decode(value);
    }
}
