package org.mayflydb.index;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.ttl.StoredItem;

/**
 * Finds items of a partition that have no shape entry: the format {@code mayfly 2} gave none to items that its policy did not
 * index. The partition is still laid out in that format.
 */
public final class MissingShapes {
    private final StoreReads partition;
    private final List<IndexRules> policies;

    public MissingShapes(StoreReads partition) {
        this.partition = partition;
        byte[] state = partition.get(IndexKeys.state());
        this.policies =
                state == null ? List.of() : IndexState.decode(state, List.of()).policies();
    }

    /** Returns false if every item has a shape entry. */
    public boolean isPossible() {
        return policies.stream().anyMatch(IndexRules::isIdle);
    }

    /** The key of the shape entry that an item lacks; null if it has one. */
    public byte @Nullable [] keyFor(StoredItem item) {
        for (IndexRules rules : policies) {
            if (!rules.isIdle() && partition.get(shapeKey(rules, item)) != null) {
                return null;
            }
        }
        return IndexKeys.shape(Shapes.NOT_INDEXED, item.documentNumber());
    }

    private byte[] shapeKey(IndexRules rules, StoredItem item) {
        ItemTerms terms = TermCollector.collect(rules, item.jsonForMaintenance());
        return IndexKeys.shape(shapeHash(terms), item.documentNumber());
    }

    private long shapeHash(ItemTerms terms) {
        if (terms.isOverflowing()) {
            return Shapes.OVERFLOW;
        }
        ItemShape shape = terms.shape();
        byte[] registered = shape.isTooLarge() ? null : partition.get(IndexKeys.shapeRecord(shape.hash()));
        return registered != null && Arrays.equals(registered, shape.encode()) ? shape.hash() : Shapes.UNKNOWN;
    }

    /** Adds to a commit what registers the shape of the keys that {@link #keyFor} returned. */
    public void register(Commit commit) {
        if (partition.get(IndexKeys.shapeRecord(Shapes.NOT_INDEXED)) != null) {
            return;
        }
        byte[] stored = partition.get(IndexKeys.shapeCount());
        byte[] count = new byte[Integer.BYTES];
        OrderedBytes.putUnsignedInt(count, 0, (stored == null ? 0 : ShapeRegistry.decodeCount(stored)) + 1);
        commit.put(IndexKeys.shapeRecord(Shapes.NOT_INDEXED), new byte[0]).put(IndexKeys.shapeCount(), count);
    }
}
