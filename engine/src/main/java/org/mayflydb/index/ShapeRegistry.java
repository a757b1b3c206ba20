package org.mayflydb.index;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.StorePartition;

/**
 * The shapes of a partition. One is added in the commit of the first item that has it and never removed, so what was found
 * out about a shape holds for ever: an item that did not get its shape, because there were too many, never will.
 *
 * <p>Only shapes that are stored are remembered: those of a transaction may still be undone.
 */
final class ShapeRegistry {
    static final int SHAPES_MAX = 4096;

    private final StorePartition store;
    private final ConcurrentMap<Long, ItemShape> known = new ConcurrentHashMap<>();
    private volatile Shapes loaded = Shapes.NONE;

    ShapeRegistry(StorePartition store) {
        this.store = store;
    }

    /** All shapes, as of now. The number of them is stored too, so asking again costs one get. */
    Shapes current() {
        Shapes current = loaded;
        byte[] count = store.get(IndexKeys.shapeCount());
        if (current.size() != (count == null ? 0 : decodeCount(count))) {
            current = load(store);
            loaded = current;
        }
        return current;
    }

    static Shapes load(StorePartition store) {
        Map<Long, ItemShape> shapes = new HashMap<>();
        store.walk(KeyRange.prefix(Keyspace.SHAPE_REGISTRY.prefix()), entry -> {
            if (entry.key().length == IndexKeys.HEADER_BYTES) {
                shapes.put(OrderedBytes.readUnsignedLong(entry.key(), 1), ItemShape.decode(entry.value()));
            }
            return true;
        });
        return new Shapes(shapes);
    }

    static int decodeCount(byte[] value) {
        return OrderedBytes.readUnsignedInt(value, 0);
    }

    /** The shape that an item stands under which is stored already. */
    long find(Transaction transaction, ItemTerms terms) {
        if (terms.rules().isIdle()) {
            return Shapes.NOT_INDEXED;
        }
        if (terms.isOverflowing()) {
            return Shapes.OVERFLOW;
        }
        ItemShape shape = terms.shape();
        ItemShape registered = shape.isTooLarge() ? null : registered(transaction, shape.hash());
        return registered != null && registered.isSame(shape) ? shape.hash() : Shapes.UNKNOWN;
    }

    /** The shape that an item is to stand under, added if it is new. */
    long register(Transaction transaction, ItemTerms terms) {
        ItemShape shape = terms.shape();
        long hash = find(transaction, terms);
        boolean mayBeNew = hash == Shapes.UNKNOWN
                && !shape.isTooLarge()
                && registered(transaction, shape.hash()) == null
                && count(transaction) < SHAPES_MAX;
        if (mayBeNew) {
            add(transaction, shape.hash(), shape.encode());
            return shape.hash();
        }
        return registerSpecial(transaction, hash);
    }

    /** The shape of items that are excluded from the index. */
    long registerNotIndexed(Transaction transaction) {
        return registerSpecial(transaction, Shapes.NOT_INDEXED);
    }

    private long registerSpecial(Transaction transaction, long hash) {
        if (Shapes.isSpecial(hash) && registered(transaction, hash) == null) {
            add(transaction, hash, new byte[0]);
        }
        return hash;
    }

    private void add(Transaction transaction, long hash, byte[] value) {
        byte[] count = new byte[Integer.BYTES];
        OrderedBytes.putUnsignedInt(count, 0, count(transaction) + 1);
        transaction.put(IndexKeys.shapeRecord(hash), value);
        transaction.put(IndexKeys.shapeCount(), count);
    }

    private static int count(Transaction transaction) {
        byte[] count = transaction.get(IndexKeys.shapeCount());
        return count == null ? 0 : decodeCount(count);
    }

    private @Nullable ItemShape registered(Transaction transaction, long hash) {
        ItemShape remembered = known.get(hash);
        if (remembered != null) {
            return remembered;
        }
        byte[] key = IndexKeys.shapeRecord(hash);
        byte[] value = transaction.get(key);
        if (value == null) {
            return null;
        }
        ItemShape shape = ItemShape.decode(value);
        if (!transaction.isChanged(key)) {
            known.put(hash, shape);
        }
        return shape;
    }
}
