package org.mayflydb.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.OrderedBytes;

/**
 * Which member paths an item has and what kind of value stands at each, without regard to their order.
 *
 * <p>The identity of a shape is a sum over its paths, so it is there as soon as the item has been walked through. A second
 * sum, which is not stored, tells shapes apart that have the same identity: those that came later count as unknown.
 */
final class ItemShape {
    static final int PATHS_MAX = 256;

    private static final int PATH_BYTES = Long.BYTES + 1;
    private static final long SCALE = 0x9e3779b97f4a7c15L;

    /** The numbers are stored and never change. */
    enum Kind {
        SCALAR(1),
        ARRAY(2),
        OBJECT(3);

        private final byte number;

        Kind(int number) {
            this.number = (byte) number;
        }

        static Kind ofNumber(byte number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new CorruptStoreException("A shape holds the unknown kind " + number);
        }
    }

    private long[] paths = new long[32];
    private byte[] kinds = new byte[32];
    private int count;
    private long sum;
    private long otherSum;

    /** Adds a path, which is not in it yet. */
    void add(long pathHash, Kind kind) {
        if (count >= PATHS_MAX) {
            count = PATHS_MAX + 1;
            return;
        }
        if (count == paths.length) {
            paths = Arrays.copyOf(paths, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
        }
        paths[count] = pathHash;
        kinds[count] = kind.number;
        count++;
        long mixed = mix(pathHash + kind.number * SCALE);
        sum += mixed;
        otherSum += mix(mixed + SCALE);
    }

    /** Whether it has more paths than are kept. */
    boolean isTooLarge() {
        return count > PATHS_MAX;
    }

    /** What stands for the shape in keys; never one of the two that stand for none. */
    long hash() {
        return sum == Shapes.UNKNOWN || sum == Shapes.OVERFLOW ? SCALE : sum;
    }

    boolean isSame(ItemShape other) {
        return sum == other.sum && otherSum == other.otherSum && count == other.count;
    }

    /** Its paths with their kinds, in the order of their hashes. */
    byte[] encode() {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (left, right) -> Long.compare(paths[left], paths[right]));
        byte[] value = new byte[count * PATH_BYTES];
        int offset = 0;
        for (int i : order) {
            offset = OrderedBytes.putUnsignedLong(value, offset, paths[i]);
            value[offset++] = kinds[i];
        }
        return value;
    }

    static ItemShape decode(byte[] value) {
        if (value.length % PATH_BYTES != 0 || value.length > PATHS_MAX * PATH_BYTES) {
            throw new CorruptStoreException("A shape has a record of " + value.length + " bytes");
        }
        ItemShape shape = new ItemShape();
        for (int offset = 0; offset < value.length; offset += PATH_BYTES) {
            shape.add(OrderedBytes.readUnsignedLong(value, offset), Kind.ofNumber(value[offset + Long.BYTES]));
        }
        return shape;
    }

    /** What stands at a path, or null for nothing. Only for a shape that was decoded, whose paths are in order. */
    @Nullable
    Kind find(long pathHash) {
        int index = Arrays.binarySearch(paths, 0, count, pathHash);
        return index < 0 ? null : Kind.ofNumber(kinds[index]);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
