package org.mayflydb.storage.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;

/**
 * The keys and values of one partition, shared by every handle to it.
 *
 * <p>The skip list alone would let a reader see half a commit, one key new and the next still old. So commits hold a
 * write lock and scans a read lock. A get only asks afterwards whether a commit was under way, and waits for it then; the
 * skip list is what makes it safe to have looked meanwhile.
 */
final class MemoryEntries {

    private final int number;
    private final ConcurrentMap<Integer, MemoryEntries> written;
    private boolean isWritten; // guarded by lock

    private final ConcurrentNavigableMap<byte[], byte[]> main = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    private final ConcurrentNavigableMap<byte[], byte[]> derived = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    private final StampedLock lock = new StampedLock();

    /** Those that are open: before a commit changes an entry, each is told what was there. */
    private final Set<MemoryReadPoint> readPoints = ConcurrentHashMap.newKeySet();

    /** @param written where they are kept while there are any, whether somebody looks at them or not */
    MemoryEntries(int number, ConcurrentMap<Integer, MemoryEntries> written) {
        this.number = number;
        this.written = written;
    }

    boolean isEmpty() {
        long stamp = lock.readLock();
        try {
            return main.isEmpty() && derived.isEmpty();
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private ConcurrentNavigableMap<byte[], byte[]> values(Space space) {
        return space == Space.MAIN ? main : derived;
    }

    /** The stored array itself; not to be given to a caller of the store. */
    byte @Nullable [] find(Space space, byte[] key) {
        ConcurrentNavigableMap<byte[], byte[]> values = values(space);
        long stamp = lock.tryOptimisticRead();
        if (stamp != 0) {
            byte[] value = values.get(key);
            if (lock.validate(stamp)) {
                return value;
            }
        }
        stamp = lock.readLock();
        try {
            return values.get(key);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** The same as of when the read point was made. */
    byte @Nullable [] find(Space space, byte[] key, MemoryReadPoint point) {
        long stamp = lock.readLock();
        try {
            return point.value(space, key, values(space));
        } finally {
            lock.unlockRead(stamp);
        }
    }

    MemoryReadPoint readPoint(MemoryStore store) {
        long stamp = lock.readLock();
        try {
            MemoryReadPoint point = new MemoryReadPoint(store, this);
            readPoints.add(point);
            return point;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    void release(MemoryReadPoint point) {
        readPoints.remove(point);
    }

    ScanPage scan(
            Space space,
            KeyRange range,
            Direction direction,
            int entriesMax,
            long bytesMax,
            @Nullable MemoryReadPoint point) {
        long stamp = lock.readLock();
        try {
            return gather(entries(space, range, direction, point), entriesMax, bytesMax);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private Iterable<Map.Entry<byte[], byte[]>> entries(
            Space space, KeyRange range, Direction direction, @Nullable MemoryReadPoint point) {
        NavigableMap<byte[], byte[]> present = range.within(values(space), direction);
        return point == null ? present.entrySet() : point.entries(space, present, range, direction);
    }

    private static ScanPage gather(Iterable<Map.Entry<byte[], byte[]>> found, int entriesMax, long bytesMax) {
        List<KeyValue> page = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<byte[], byte[]> entry : found) {
            if (page.size() == entriesMax || (bytes >= bytesMax && !page.isEmpty())) {
                return new ScanPage(page, false);
            }
            page.add(new KeyValue(entry.getKey().clone(), entry.getValue().clone()));
            bytes += entry.getKey().length + entry.getValue().length;
        }
        return new ScanPage(page, true);
    }

    KeyPage scanKeys(Space space, KeyRange range, int keysMax, @Nullable MemoryReadPoint point) {
        long stamp = lock.readLock();
        try {
            List<byte[]> keys = new ArrayList<>();
            for (Map.Entry<byte[], byte[]> entry : entries(space, range, Direction.FORWARD, point)) {
                if (keys.size() == keysMax) {
                    return new KeyPage(keys, false);
                }
                keys.add(entry.getKey().clone());
            }
            return new KeyPage(keys, true);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /**
     * Makes the changes of the commit if its conditions hold.
     *
     * @param derivedEntries are put first
     * @return true if the conditions held
     */
    boolean apply(MemoryStore store, Commit commit, List<Commit.Change> derivedEntries) {
        long stamp = lock.writeLock();
        try {
            store.checkOpen();
            if (!holds(commit)) {
                return false;
            }
            if (!isWritten) {
                written.put(number, this);
                isWritten = true;
            }
            derivedEntries.forEach(this::apply);
            commit.changes().forEach(this::apply);
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private boolean holds(Commit commit) {
        for (Commit.Condition condition : commit.conditions()) {
            if (!Arrays.equals(main.get(condition.key()), condition.value())) {
                return false;
            }
        }
        return true;
    }

    /** Removes everything and makes the changes of the commit, if its conditions hold; returns true if they did. */
    boolean dropAllBut(MemoryStore store, Commit last) {
        long stamp = lock.writeLock();
        try {
            store.checkOpen();
            if (!holds(last)) {
                return false;
            }
            clear(Space.MAIN, KeyRange.all());
            clear(Space.DERIVED, KeyRange.all());
            written.put(number, this);
            isWritten = true;
            last.changes().forEach(this::apply);
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void apply(Commit.Change change) {
        ConcurrentNavigableMap<byte[], byte[]> values = values(change.space());
        for (MemoryReadPoint point : readPoints) {
            point.changing(change.space(), change.key(), values.get(change.key()));
        }
        byte[] value = change.value();
        if (value == null) {
            values.remove(change.key());
        } else {
            values.put(change.key(), value);
        }
    }

    void remove(MemoryStore store, Space space, KeyRange range) {
        long stamp = lock.writeLock();
        try {
            store.checkOpen();
            clear(space, range);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Removes everything, and is forgotten with the last view. */
    void drop(MemoryStore store) {
        long stamp = lock.writeLock();
        try {
            store.checkOpen();
            clear(Space.MAIN, KeyRange.all());
            clear(Space.DERIVED, KeyRange.all());
            written.remove(number);
            isWritten = false;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void clear(Space space, KeyRange range) {
        range.within(values(space), Direction.FORWARD).clear();
        readPoints.forEach(point -> point.removing(space, range));
    }

    /** Counted without a lock: a commit under way may be counted in part, which an estimate may. */
    long countBytes(Space space, KeyRange range) {
        long bytes = 0;
        for (Map.Entry<byte[], byte[]> entry :
                range.within(values(space), Direction.FORWARD).entrySet()) {
            bytes += entry.getKey().length + entry.getValue().length;
        }
        return bytes;
    }

    /** Returns once no commit that began earlier is still being applied. */
    void awaitCommit() {
        lock.unlockWrite(lock.writeLock());
    }
}
