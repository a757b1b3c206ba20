package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.StoredItem;

/**
 * Compares the index of a partition with its items, both ways: each item is to have exactly the entries of one policy, the
 * newest unless a rebuild has yet to visit it. Reads only, and must have the partition to itself.
 */
public final class IndexCheck {
    private final StorePartition store;
    private final Consumer<String> findings;
    private final @Nullable IndexState state;
    private long expectedEntries;

    public IndexCheck(StorePartition store, Consumer<String> findings) {
        this.store = store;
        this.findings = findings;
        byte[] stored = store.get(IndexKeys.state());
        this.state = stored == null ? null : IndexState.decode(stored, List.of());
    }

    /**
     * Looks for the entries of an item.
     *
     * @param name the item in words
     * @param itemKey the tag and the locator
     */
    public void checkItem(String name, byte[] itemKey, StoredItem item) {
        if (state == null) {
            findings.accept(name + " is in a partition that has no record of its index");
            return;
        }
        List<byte[]> present = null;
        for (IndexRules rules : state.policies()) {
            List<byte[]> keys = keys(rules, item);
            boolean mayBe = rules == state.newest() || isAhead(itemKey);
            if (mayBe && arePresent(keys, itemKey) && (present == null || present.size() < keys.size())) {
                present = keys;
            }
        }
        if (present == null) {
            findings.accept(name + " lacks entries in the index");
        } else {
            expectedEntries += present.size();
        }
    }

    private boolean isAhead(byte[] itemKey) {
        return state != null && (state.cursor() == null || Arrays.compareUnsigned(state.cursor(), itemKey) < 0);
    }

    private boolean arePresent(List<byte[]> keys, byte[] itemKey) {
        for (byte[] key : keys) {
            byte[] locator = store.get(Space.DERIVED, key);
            if (locator == null || !Arrays.equals(locator, 0, locator.length, itemKey, 1, itemKey.length)) {
                return false;
            }
        }
        return true;
    }

    private List<byte[]> keys(IndexRules rules, StoredItem item) {
        if (!item.isIndexed()) {
            return List.of(IndexKeys.shape(Shapes.NOT_INDEXED, item.documentNumber()));
        }
        ItemTerms terms = TermCollector.collect(rules, item.jsonForMaintenance());
        List<byte[]> keys = new ArrayList<>(terms.keys(item.documentNumber(), item.timestamp()));
        keys.add(IndexKeys.shape(shapeHash(terms), item.documentNumber()));
        return keys;
    }

    private long shapeHash(ItemTerms terms) {
        if (terms.rules().isIdle()) {
            return Shapes.NOT_INDEXED;
        }
        if (terms.isOverflowing()) {
            return Shapes.OVERFLOW;
        }
        ItemShape shape = terms.shape();
        byte[] registered = shape.isTooLarge() ? null : store.get(IndexKeys.shapeRecord(shape.hash()));
        return registered != null && Arrays.equals(registered, shape.encode()) ? shape.hash() : Shapes.UNKNOWN;
    }

    /** After all items: looks for entries that belong to none of them, and at the shapes. */
    public void finish() {
        long[] entries = {0};
        for (Keyspace keyspace : List.of(Keyspace.INDEX, Keyspace.SHAPE)) {
            store.walk(Space.DERIVED, KeyRange.prefix(keyspace.prefix()), entry -> {
                entries[0]++;
                return true;
            });
        }
        if (entries[0] != expectedEntries) {
            findings.accept("the index has " + entries[0] + " entries, but its items should have " + expectedEntries);
            findStrays();
        }
        checkShapes();
    }

    /** Takes an item apart for each of its entries, so it is done only where something is known to be wrong. */
    private void findStrays() {
        for (Keyspace keyspace : List.of(Keyspace.INDEX, Keyspace.SHAPE)) {
            store.walk(Space.DERIVED, KeyRange.prefix(keyspace.prefix()), entry -> {
                if (!belongs(entry.key(), entry.value())) {
                    findings.accept("the index has a stray entry " + Bytes.wrap(entry.key()));
                }
                return true;
            });
        }
    }

    private boolean belongs(byte[] key, byte[] locator) {
        byte[] itemKey = new byte[1 + locator.length];
        itemKey[0] = Keyspace.ITEM.tag();
        System.arraycopy(locator, 0, itemKey, 1, locator.length);
        byte[] value = store.get(itemKey);
        if (value == null || state == null) {
            return false;
        }
        StoredItem item = StoredItem.decode(value);
        return state.policies().stream()
                .filter(rules -> rules == state.newest() || isAhead(itemKey))
                .anyMatch(rules -> keys(rules, item).stream().anyMatch(each -> Arrays.equals(each, key)));
    }

    private void checkShapes() {
        int[] shapes = {0};
        store.walk(KeyRange.prefix(Keyspace.SHAPE_REGISTRY.prefix()), entry -> {
            if (entry.key().length != IndexKeys.HEADER_BYTES) {
                return true;
            }
            shapes[0]++;
            long hash = OrderedBytes.readUnsignedLong(entry.key(), 1);
            if (Shapes.isSpecial(hash)
                    ? entry.value().length > 0
                    : ItemShape.decode(entry.value()).hash() != hash) {
                findings.accept("the shape " + Long.toHexString(hash) + " is registered under the wrong name");
            }
            return true;
        });
        byte[] count = store.get(IndexKeys.shapeCount());
        int counted = count == null ? 0 : ShapeRegistry.decodeCount(count);
        if (counted != shapes[0]) {
            findings.accept("there are " + shapes[0] + " shapes, but " + counted + " are counted");
        }
    }
}
