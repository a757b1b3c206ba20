package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.StoredItem;

/** Puts and removes the entries of items in transactions. */
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
    EntryChanges replace(
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
        int entries = 0;
        int values = 0;
        for (byte[] key : before) {
            if (!contains(after, key)) {
                transaction.deleteDerived(key);
                entries++;
                values += isOfValue(key);
            }
        }
        boolean certain = policies.size() == 1;
        for (byte[] key : after) {
            boolean present = contains(before, key);
            if (!certain || !present) {
                transaction.putDerived(key, locator);
                entries++;
                values += present ? 0 : isOfValue(key);
            }
        }
        if (!certain) {
            values = changedValues(valueKeys(policies.get(policies.size() - 1), replaced), after);
        }
        return new EntryChanges(entries, keepsTimestamp(replaced, item, terms) ? values + 2 : values);
    }

    /** The second of the write counts as changed even if it is the same: nobody can choose it. */
    private static boolean keepsTimestamp(StoredItem replaced, StoredItem item, ItemTerms terms) {
        return replaced.timestamp() == item.timestamp()
                && terms.count() > 0
                && item.isIndexed()
                && terms.rules().isTimestampIndexed();
    }

    private static int changedValues(List<byte[]> before, List<byte[]> after) {
        before.sort(Arrays::compareUnsigned);
        int values = 0;
        for (byte[] key : before) {
            values += contains(after, key) ? 0 : 1;
        }
        for (byte[] key : after) {
            values += contains(before, key) ? 0 : isOfValue(key);
        }
        return values;
    }

    private static List<byte[]> valueKeys(IndexRules rules, StoredItem item) {
        return rules.isIdle() || !item.isIndexed()
                ? new ArrayList<>()
                : TermCollector.collect(rules, item.jsonForMaintenance()).keys(item.documentNumber(), item.timestamp());
    }

    private static int isOfValue(byte[] key) {
        return key[0] == Keyspace.SHAPE.tag() ? 0 : 1;
    }

    /** Removes the entries of an item, by whichever of the policies they were made. */
    EntryChanges remove(Transaction transaction, List<IndexRules> policies, StoredItem item) {
        List<byte[]> keys = storedKeys(transaction, policies, item);
        int values = 0;
        for (byte[] key : keys) {
            transaction.deleteDerived(key);
            values += isOfValue(key);
        }
        IndexRules newest = policies.get(policies.size() - 1);
        return new EntryChanges(
                keys.size(),
                policies.size() == 1 ? values : valueKeys(newest, item).size());
    }

    private List<byte[]> keys(Transaction transaction, ItemTerms terms, StoredItem item) {
        if (!item.isIndexed()) {
            List<byte[]> onlyShape = new ArrayList<>();
            onlyShape.add(IndexKeys.shape(shapes.registerNotIndexed(transaction), item.documentNumber()));
            return onlyShape;
        }
        List<byte[]> keys = terms.keys(item.documentNumber(), item.timestamp());
        keys.add(IndexKeys.shape(shapes.register(transaction, terms), item.documentNumber()));
        return keys;
    }

    /** Every key that an item may have by any of these policies, perhaps more than once. */
    private List<byte[]> storedKeys(Transaction transaction, List<IndexRules> policies, StoredItem item) {
        List<byte[]> keys = new ArrayList<>();
        byte @Nullable [] json = null;
        for (IndexRules rules : policies) {
            if (rules.isIdle() || !item.isIndexed()) {
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
