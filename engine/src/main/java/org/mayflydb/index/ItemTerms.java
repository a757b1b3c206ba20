package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the index holds of an item, before it is known which number the item has, when it was written, and under which
 * shape it stands.
 */
public final class ItemTerms {
    private static final long NO_NUMBER = -1;

    private final IndexRules rules;
    private final List<byte[]> termKeys;
    private final byte[][] slots;
    private final ItemShape shape;
    private final boolean overflowing;
    private long filledFor = NO_NUMBER;

    ItemTerms(
            IndexRules rules,
            List<byte[]> termKeys,
            boolean mayRepeat,
            byte[][] slots,
            ItemShape shape,
            boolean overflowing) {
        this.rules = rules;
        this.slots = slots;
        this.shape = shape;
        this.overflowing = overflowing;
        if (overflowing) {
            this.termKeys = List.of();
        } else {
            this.termKeys = mayRepeat ? distinct(termKeys) : termKeys;
        }
    }

    private static List<byte[]> distinct(List<byte[]> keys) {
        keys.sort(Arrays::compareUnsigned);
        List<byte[]> distinct = new ArrayList<>(keys.size());
        byte[] last = {};
        for (byte[] key : keys) {
            if (!Arrays.equals(key, last)) {
                distinct.add(key);
            }
            last = key;
        }
        return distinct;
    }

    /** The rules that these were collected by. */
    public IndexRules rules() {
        return rules;
    }

    /** How many entries the item has for its values, its shape not counted. */
    public int count() {
        if (rules.isIdle() || overflowing) {
            return 0;
        }
        return termKeys.size()
                + (rules.isTimestampIndexed() ? 1 : 0)
                + rules.compositeColumns().size();
    }

    /** Whether there are so many that the item has none. */
    boolean isOverflowing() {
        return overflowing;
    }

    ItemShape shape() {
        return shape;
    }

    /** The keys of all entries for the values of the item, its shape not among them. */
    List<byte[]> keys(long documentNumber, long timestamp) {
        List<byte[]> keys = new ArrayList<>(count() + 1);
        if (rules.isIdle() || overflowing) {
            return keys;
        }
        addTermKeys(keys, documentNumber);
        ValueEncoder encoder = new ValueEncoder();
        encoder.number((double) timestamp);
        PathNode timestampNode = rules.root().member(IndexRules.TIMESTAMP);
        if (timestampNode.isIndexed()) {
            byte[] key = IndexKeys.unnumberedTerm(timestampNode.hash(), encoder);
            IndexKeys.putNumber(key, documentNumber);
            keys.add(key);
        }
        byte[][] values = slots;
        if (timestampNode.hasSlot()) {
            values = slots.clone();
            values[timestampNode.slot()] = encoder.toBytes();
        }
        for (CompositeColumns composite : rules.compositeColumns()) {
            keys.add(composite.key(values, documentNumber));
        }
        return keys;
    }

    /** A write that is tried again may get another number; what the first try gave away must stay as it is. */
    private void addTermKeys(List<byte[]> keys, long documentNumber) {
        boolean copy = filledFor != NO_NUMBER && filledFor != documentNumber;
        for (byte[] termKey : termKeys) {
            byte[] key = copy ? termKey.clone() : termKey;
            IndexKeys.putNumber(key, documentNumber);
            keys.add(key);
        }
        filledFor = copy ? filledFor : documentNumber;
    }
}
