package org.mayflydb.storage.snapshot;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the partitions of a store share: how much they may remember together, and who is there to remember it for. */
final class SnapshotMemory {
    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong numbers = new AtomicLong();
    private final Set<SnapshotReadPoint> oldestFirst = new LinkedHashSet<>(); // guarded by itself
    private final Set<Object> inDoubt = ConcurrentHashMap.newKeySet();

    SnapshotMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    long bytesMax() {
        return bytesMax;
    }

    /** How much is remembered now. */
    long bytes() {
        return bytes.get();
    }

    /** The number of the next read point. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    void opened(SnapshotReadPoint point) {
        synchronized (oldestFirst) {
            oldestFirst.add(point);
        }
    }

    void closed(SnapshotReadPoint point) {
        synchronized (oldestFirst) {
            oldestFirst.remove(point);
        }
    }

    /** A partition remembers so much more, or less. */
    void add(long more) {
        bytes.addAndGet(more);
    }

    /** Ends the oldest read points until the rest fits. To be called without the lock of a partition. */
    void enforce() {
        while (bytes.get() > bytesMax) {
            SnapshotReadPoint oldest = takeOldest();
            if (oldest == null) {
                return;
            }
            oldest.end(tooOld());
        }
    }

    String tooOld() {
        return "a snapshot is too old: more than " + bytesMax + " bytes were replaced or deleted while it was open;"
                + " repeat the request";
    }

    /** Those of partitions where nothing was changed are in nobody's way. */
    private @Nullable SnapshotReadPoint takeOldest() {
        synchronized (oldestFirst) {
            for (Iterator<SnapshotReadPoint> candidates = oldestFirst.iterator(); candidates.hasNext(); ) {
                SnapshotReadPoint candidate = candidates.next();
                if (candidate.isCostly()) {
                    candidates.remove();
                    return candidate;
                }
            }
            return null;
        }
    }

    /** Keeps a partition in memory while one of its commits may still be applied, whether somebody holds it or not. */
    void keep(Object partition, boolean doubtful) {
        if (doubtful) {
            inDoubt.add(partition);
        } else {
            inDoubt.remove(partition);
        }
    }
}
