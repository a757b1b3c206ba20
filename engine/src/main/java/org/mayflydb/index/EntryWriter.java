package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.StoredItem;

/** Puts and removes the entries of items in transactions. Every method returns the number of entries it changed. */
final class EntryWriter {
    private final ShapeRegistry shapes;

    EntryWriter(ShapeRegistry shapes) {
        this.shapes = shapes;
    }

    /** Puts the entries of a new item. */
    int put(Transaction transaction, byte[] locator, StoredItem item, ItemTerms terms) {
        List<byte[]> keys = keys(transaction, terms, item);
        keys.forEach(key -> transaction.putDerived(key, locator));
        return keys.size();
    }

    /**
     * Turns the entries of an item into those of its next version, or of the same version by other rules.
     *
     * @param policies by one of which the present entries were made; if there are several nobody knows by which
     */
    int replace(
            Transaction transaction,
            List<IndexRules> policies,
            byte[] locator,
            StoredItem replaced,
            StoredItem item,
            ItemTerms terms) {
        List<byte[]> before = storedKeys(transaction, policies, replaced);
        List<byte[]> after = keys(transaction, terms, item);
        before.sort(Arrays::compareUnsigned);
        after.sort(Arrays::compareUnsigned);
        int changes = 0;
        for (byte[] key : before) {
            if (!contains(after, key)) {
                transaction.deleteDerived(key);
                changes++;
            }
        }
        boolean certain = policies.size() == 1;
        for (byte[] key : after) {
            if (!certain || !contains(before, key)) {
                transaction.putDerived(key, locator);
                changes++;
            }
        }
        return changes;
    }

    /** Removes the entries of an item, by whichever of the policies they were made. */
    int remove(Transaction transaction, List<IndexRules> policies, StoredItem item) {
        List<byte[]> keys = storedKeys(transaction, policies, item);
        keys.forEach(transaction::deleteDerived);
        return keys.size();
    }

    private List<byte[]> keys(Transaction transaction, ItemTerms terms, StoredItem item) {
        List<byte[]> keys = terms.keys(item.documentNumber(), item.timestamp());
        keys.add(IndexKeys.shape(shapes.register(transaction, terms), item.documentNumber()));
        return keys;
    }

    /** Every key that an item may have by any of these policies, perhaps more than once. */
    private List<byte[]> storedKeys(Transaction transaction, List<IndexRules> policies, StoredItem item) {
        List<byte[]> keys = new ArrayList<>();
        byte @Nullable [] json = null;
        for (IndexRules rules : policies) {
            if (rules.isIdle()) {
                keys.add(IndexKeys.shape(Shapes.NOT_INDEXED, item.documentNumber()));
                continue;
            }
            json = json == null ? item.jsonForMaintenance() : json;
            ItemTerms terms = TermCollector.collect(rules, json);
            keys.addAll(terms.keys(item.documentNumber(), item.timestamp()));
            keys.add(IndexKeys.shape(shapes.find(transaction, terms), item.documentNumber()));
        }
        return keys;
    }

    private static boolean contains(List<byte[]> sorted, byte[] key) {
        return Collections.binarySearch(sorted, key, Arrays::compareUnsigned) >= 0;
    }
}
