package org.mayflydb.storage.memory;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;

/**
 * The entries as they were: those that are there now, but for what was changed since. Of that it keeps what was there
 * before the first change, so it costs nothing while nobody writes.
 */
final class MemoryReadPoint implements ReadPoint {
    /** Stands for no value at all; known by being this very array. */
    static final byte[] ABSENT = {};

    private final MemoryStore store;
    private final MemoryEntries entries;

    /** What was there where something was changed since. Guarded by the lock of the entries, as they are. */
    private final NavigableMap<byte[], byte[]> main = new TreeMap<>(Arrays::compareUnsigned);

    private final NavigableMap<byte[], byte[]> derived = new TreeMap<>(Arrays::compareUnsigned);

    MemoryReadPoint(MemoryStore store, MemoryEntries entries) {
        this.store = store;
        this.entries = entries;
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        store.checkOpen();
        byte[] value = entries.find(space, key, this);
        return value == null ? null : value.clone();
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.checkOpen();
        MemoryPartition.checkEntries(entriesMax);
        return entries.scan(space, range, direction, entriesMax, bytesMax, this);
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        store.checkOpen();
        MemoryPartition.checkEntries(keysMax);
        return entries.scanKeys(space, range, keysMax, this);
    }

    @Override
    public void close() {
        entries.release(this);
    }

    private NavigableMap<byte[], byte[]> before(Space space) {
        return space == Space.MAIN ? main : derived;
    }

    /** An entry is about to be changed; only what was there before the first change counts. */
    void changing(Space space, byte[] key, byte @Nullable [] value) {
        before(space).putIfAbsent(key, value == null ? ABSENT : value);
    }

    /** A range is gone for good. */
    void removing(Space space, KeyRange range) {
        range.within(before(space), Direction.FORWARD).clear();
    }

    byte @Nullable [] value(Space space, byte[] key, Map<byte[], byte[]> present) {
        byte[] was = before(space).get(key);
        if (was == null) {
            return present.get(key);
        }
        return was == ABSENT ? null : was;
    }

    /** The entries of the range, of which {@code present} are those that are there now. */
    Iterable<Map.Entry<byte[], byte[]>> entries(
            Space space, NavigableMap<byte[], byte[]> present, KeyRange range, Direction direction) {
        NavigableMap<byte[], byte[]> changed = range.within(before(space), direction);
        return changed.isEmpty() ? present.entrySet() : () -> new EntriesBefore(present, changed);
    }
}
