package org.mayflydb.storage.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

/**
 * The keys and values of one partition, shared by every handle to it.
 *
 * <p>The skip list alone would let a reader see half a commit, one key new and the next still old. So commits hold a
 * write lock and scans a read lock. A get only asks afterwards whether a commit was under way, and waits for it then; the
 * skip list is what makes it safe to have looked meanwhile.
 */
final class MemoryEntries {

    private final ConcurrentNavigableMap<byte[], byte[]> values = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    private final StampedLock lock = new StampedLock();

    boolean isEmpty() {
        long stamp = lock.readLock();
        try {
            return values.isEmpty();
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** The stored array itself; not to be given to a caller of the store. */
    byte @Nullable [] find(byte[] key) {
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

    ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        long stamp = lock.readLock();
        try {
            return gather(within(range, direction), entriesMax, bytesMax);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private static ScanPage gather(Map<byte[], byte[]> found, int entriesMax, long bytesMax) {
        List<KeyValue> page = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<byte[], byte[]> entry : found.entrySet()) {
            if (page.size() == entriesMax || (bytes >= bytesMax && !page.isEmpty())) {
                return new ScanPage(page, false);
            }
            page.add(new KeyValue(entry.getKey().clone(), entry.getValue().clone()));
            bytes += entry.getKey().length + entry.getValue().length;
        }
        return new ScanPage(page, true);
    }

    KeyPage scanKeys(KeyRange range, int keysMax) {
        long stamp = lock.readLock();
        try {
            List<byte[]> keys = new ArrayList<>();
            for (byte[] key : within(range, Direction.FORWARD).keySet()) {
                if (keys.size() == keysMax) {
                    return new KeyPage(keys, false);
                }
                keys.add(key.clone());
            }
            return new KeyPage(keys, true);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** True if the conditions held and the changes were made. */
    boolean apply(MemoryStore store, Commit commit) {
        long stamp = lock.writeLock();
        try {
            store.checkOpen();
            for (Commit.Condition condition : commit.conditions()) {
                if (!Arrays.equals(values.get(condition.key()), condition.value())) {
                    return false;
                }
            }
            for (Commit.Change change : commit.changes()) {
                apply(change);
            }
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void apply(Commit.Change change) {
        byte[] value = change.value();
        if (value == null) {
            values.remove(change.key());
        } else {
            values.put(change.key(), value);
        }
    }

    void remove(MemoryStore store, KeyRange range) {
        long stamp = lock.writeLock();
        try {
            store.checkOpen();
            within(range, Direction.FORWARD).clear();
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    void clear(MemoryStore store) {
        remove(store, KeyRange.all());
    }

    /** Counted without a lock: a commit under way may be counted in part, which an estimate may. */
    long countBytes(KeyRange range) {
        long bytes = 0;
        for (Map.Entry<byte[], byte[]> entry : within(range, Direction.FORWARD).entrySet()) {
            bytes += entry.getKey().length + entry.getValue().length;
        }
        return bytes;
    }

    /** Returns once no commit that began earlier is still being applied. */
    void awaitCommit() {
        lock.unlockWrite(lock.writeLock());
    }

    private ConcurrentNavigableMap<byte[], byte[]> within(KeyRange range, Direction direction) {
        ConcurrentNavigableMap<byte[], byte[]> forward;
        if (range.isEmpty()) {
            // The map refuses bounds that are the wrong way round; nothing lies before the empty key.
            forward = values.headMap(new byte[0], false);
        } else if (range.upper() == null) {
            forward = values.tailMap(range.lower(), true);
        } else {
            forward = values.subMap(range.lower(), true, range.upper(), false);
        }
        return direction == Direction.FORWARD ? forward : forward.descendingMap();
    }
}
