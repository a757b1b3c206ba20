package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.ValueCode;
import org.mayflydb.index.ValueType;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery.SortKey;
import org.mayflydb.query.run.Frame;
import org.mayflydb.ttl.LiveItem;

/** What a query sorts by. Items that are equal in it come in the order of their numbers, or against it. */
public final class SortOrder {
    private final List<SortKey> keys;
    private final Frame frame;

    public SortOrder(List<SortKey> keys, Frame frame) {
        this.keys = List.copyOf(keys);
        this.frame = frame;
    }

    public List<SortKey> keys() {
        return keys;
    }

    /** Ties follow the direction of the first key. */
    public boolean descending() {
        return keys.get(0).descending();
    }

    /** What the item is sorted by, in the form that places are made of. */
    public List<SortValue> sortValues(LiveItem item) {
        return values(item).stream().map(SortValue::of).toList();
    }

    /** What the item is sorted by; null is undefined. */
    public List<@Nullable JsonValue> values(LiveItem item) {
        frame.document().show(item);
        List<@Nullable JsonValue> values = new ArrayList<>(keys.size());
        for (SortKey key : keys) {
            values.add(key.value().evaluate(frame));
        }
        return values;
    }

    RankedCursor.Ranked rank(LiveItem item) {
        return new RankedCursor.Ranked(
                item, key(values(item)), tie(item.stored().documentNumber()));
    }

    public long tie(long documentNumber) {
        return descending() ? -documentNumber : documentNumber;
    }

    long documentNumber(long tie) {
        return descending() ? -tie : tie;
    }

    /** The values as bytes in the order of the query. */
    public byte[] key(List<@Nullable JsonValue> values) {
        byte[] key = new byte[0];
        for (int i = 0; i < keys.size(); i++) {
            key = append(key, ValueCode.whole(values.get(i)), keys.get(i).descending());
        }
        return key;
    }

    /** The place of an item that has these values. */
    public SortPlace place(List<SortValue> values, long tie, boolean inclusive) {
        List<@Nullable JsonValue> outlines = new ArrayList<>(values.size());
        byte[] key = new byte[0];
        for (int i = 0; i < keys.size(); i++) {
            outlines.add(values.get(i).outline());
            key = append(key, values.get(i).code(), keys.get(i).descending());
        }
        return new SortPlace(outlines, key, tie, inclusive);
    }

    /** What the keys of all items begin with whose first value is of this type. */
    byte[] beginning(ValueType type) {
        return append(new byte[0], ValueCode.beginning(type), descending());
    }

    private static byte[] append(byte[] key, byte[] code, boolean descending) {
        int start = key.length;
        byte[] longer = Arrays.copyOf(key, start + code.length);
        for (int j = 0; j < code.length; j++) {
            longer[start + j] = (byte) (descending ? ~code[j] : code[j]);
        }
        return longer;
    }
}
