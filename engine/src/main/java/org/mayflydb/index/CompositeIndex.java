package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Hash64;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.KeyRange;

/**
 * An index with one entry per item, sorted by several paths, each upwards or downwards. Where an item has no value, an
 * array or an object, the entry says so. Only items under {@link Shapes#OVERFLOW} have no entry.
 */
public record CompositeIndex(List<CompositePath> paths) {
    /** No path has a hash of input that begins so: that would take a place whose hash is this. */
    private static final long HASH_SEED = 0x636f6d706f736974L;

    public CompositeIndex {
        paths = List.copyOf(paths);
    }

    /** What entries hold for this index. */
    public long hash() {
        byte[] input = new byte[Long.BYTES + paths.size() * (Long.BYTES + 1)];
        int offset = OrderedBytes.putUnsignedLong(input, 0, HASH_SEED);
        for (CompositePath path : paths) {
            offset = OrderedBytes.putUnsignedLong(
                    input, offset, TermPath.of(path.path()).hash());
            input[offset++] = (byte) (isDescending(path) ? 1 : 0);
        }
        return Hash64.of(input, input.length);
    }

    /** All entries, which is all items. */
    public IndexRange whole() {
        return new IndexRange(KeyRange.prefix(IndexKeys.ofPath(hash())), true, false);
    }

    /**
     * The items that have these values at the first paths.
     *
     * @param values null stands for undefined
     */
    public IndexRange equalTo(List<@Nullable JsonValue> values) {
        boolean exact = values.stream().allMatch(value -> ValueCode.isExact(ValueCode.of(value)));
        byte[] beginning = beginning(values);
        return new IndexRange(KeyRange.prefix(beginning), exact, values.size() == paths.size());
    }

    /** The items that have these values at the first paths, and at the next path one between these bounds. */
    public IndexRange between(List<@Nullable JsonValue> values, @Nullable Bound lower, @Nullable Bound upper) {
        return next(values, next -> next.between(lower, upper));
    }

    /** The items that have these values at the first paths, and at the next path one of this type. */
    public IndexRange ofType(List<@Nullable JsonValue> values, JsonValue.Kind kind) {
        return next(values, next -> next.ofType(kind));
    }

    /** The items that have these values at the first paths, and at the next path a string that begins so. */
    public IndexRange startingWith(List<@Nullable JsonValue> values, String text) {
        return next(values, next -> next.startingWith(text));
    }

    private IndexRange next(List<@Nullable JsonValue> values, Function<ColumnRange, IndexRange> range) {
        Invariant.check(values.size() < paths.size(), "there is a path behind those that are given");
        boolean exact = equalTo(values).exact();
        ColumnRange next = new ColumnRange(beginning(values), isDescending(paths.get(values.size())));
        IndexRange found = range.apply(next);
        return new IndexRange(found.keys(), found.exact() && exact, false);
    }

    private byte[] beginning(List<@Nullable JsonValue> values) {
        Invariant.check(values.size() <= paths.size(), "there is a path for every value");
        byte[] beginning = IndexKeys.ofPath(hash());
        for (int i = 0; i < values.size(); i++) {
            beginning = new ColumnRange(beginning, isDescending(paths.get(i))).with(ValueCode.of(values.get(i)));
        }
        return beginning;
    }

    /** The values of an entry of this index, each as a {@link ValueCode}, as they sort upwards. */
    public List<byte[]> codes(IndexEntry entry) {
        byte[] rest = entry.code();
        List<byte[]> codes = new ArrayList<>(paths.size());
        int offset = 0;
        for (CompositePath path : paths) {
            if (isDescending(path)) {
                ValueCode.invert(rest, offset, rest.length);
            }
            int end = ValueCode.end(rest, offset);
            codes.add(Arrays.copyOfRange(rest, offset, end));
            if (isDescending(path)) {
                ValueCode.invert(rest, end, rest.length);
            }
            offset = end;
        }
        return codes;
    }

    static boolean isDescending(CompositePath path) {
        return path.order() == CompositePath.Order.DESCENDING;
    }
}
