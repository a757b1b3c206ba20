package org.mayflydb.storage.snapshot;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;

/**
 * What commits have replaced while read points were open. Read points are numbered in the order in which they were opened,
 * and a value is kept with the number of the newest that needs it: all that are older and have no older value of the key
 * need it too. So a commit costs the same for one open read point and for a thousand.
 *
 * <p>Guarded by the lock of the {@link PartitionHistory}.
 */
final class OldValues {
    /** Stands for no value at all; known by being this very array. */
    static final byte[] ABSENT = {};

    /** What an entry takes besides its bytes. */
    static final int ENTRY_BYTES = 160;

    private static final class Old {
        final Space space;
        final byte[] key;
        final long newestPoint;
        byte[] value;

        Old(Space space, byte[] key, long newestPoint, byte[] value) {
            this.space = space;
            this.key = key;
            this.newestPoint = newestPoint;
            this.value = value;
        }

        long bytes() {
            return (long) ENTRY_BYTES + key.length + value.length;
        }
    }

    /** The old values of each key, oldest first. */
    private final SpaceMaps<ArrayDeque<Old>> keys = new SpaceMaps<>();

    private final ArrayDeque<Old> oldestFirst = new ArrayDeque<>();
    private long bytes;

    long bytes() {
        return bytes;
    }

    /** Keeps a value for the newest read point, unless that has one of the key already. */
    void add(Space space, byte[] key, byte[] value, long newestPoint) {
        ArrayDeque<Old> values = keys.in(space).computeIfAbsent(key, absent -> new ArrayDeque<>(1));
        if (!values.isEmpty() && values.getLast().newestPoint >= newestPoint) {
            return;
        }
        Old old = new Old(space, key, newestPoint, value);
        values.addLast(old);
        oldestFirst.addLast(old);
        bytes += old.bytes();
    }

    /** The value of a key as a read point sees it, or {@link #ABSENT}; null if nothing has changed the key since. */
    byte @Nullable [] find(Space space, byte[] key, long point) {
        ArrayDeque<Old> values = keys.in(space).get(key);
        return values == null ? null : find(values, point);
    }

    /** From the newest on, since most read points are young. */
    private static byte @Nullable [] find(ArrayDeque<Old> values, long point) {
        byte[] found = null;
        for (Iterator<Old> newestFirst = values.descendingIterator(); newestFirst.hasNext(); ) {
            Old old = newestFirst.next();
            if (old.newestPoint < point) {
                break;
            }
            found = old.value;
        }
        return found;
    }

    /** What a read point sees of a range where something was changed since; no value is {@link #ABSENT}. */
    Iterator<Map.Entry<byte[], byte[]>> entries(Space space, KeyRange range, Direction direction, long point) {
        return range.within(keys.in(space), direction).entrySet().stream()
                .map(each -> entry(each.getKey(), find(each.getValue(), point)))
                .filter(entry -> entry != null)
                .iterator();
    }

    private static Map.@Nullable Entry<byte[], byte[]> entry(byte[] key, byte @Nullable [] value) {
        return value == null ? null : Map.entry(key, value);
    }

    /** A range is gone, and disappears from read points too. */
    void removed(Space space, KeyRange range) {
        for (ArrayDeque<Old> values :
                range.within(keys.in(space), Direction.FORWARD).values()) {
            for (Old old : values) {
                bytes -= old.value.length;
                old.value = ABSENT;
            }
        }
    }

    /** Forgets what only read points needed that are older than this one. */
    void forgetBefore(long oldestPoint) {
        while (!oldestFirst.isEmpty() && oldestFirst.getFirst().newestPoint < oldestPoint) {
            Old old = oldestFirst.removeFirst();
            bytes -= old.bytes();
            NavigableMap<byte[], ArrayDeque<Old>> ofSpace = keys.in(old.space);
            ArrayDeque<Old> values = requireNonNull(ofSpace.get(old.key));
            values.removeFirst();
            if (values.isEmpty()) {
                ofSpace.remove(old.key);
            }
        }
    }
}
