package org.mayflydb.storage.memory;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Walks over entries as they were: over those of now and those that were changed side by side, in their order. */
final class EntriesBefore implements Iterator<Map.Entry<byte[], byte[]>> {
    private final Iterator<Map.Entry<byte[], byte[]>> present;
    private final Iterator<Map.Entry<byte[], byte[]>> changed;
    private final Comparator<? super byte[]> order;

    private Map.@Nullable Entry<byte[], byte[]> nextPresent;
    private Map.@Nullable Entry<byte[], byte[]> nextChanged;
    private Map.@Nullable Entry<byte[], byte[]> next;

    /** Both maps have the same order; where a key is in both, the changed entries count. */
    EntriesBefore(NavigableMap<byte[], byte[]> present, NavigableMap<byte[], byte[]> changed) {
        this.present = present.entrySet().iterator();
        this.changed = changed.entrySet().iterator();
        this.order = present.comparator();
        this.nextPresent = following(this.present);
        this.nextChanged = following(this.changed);
        this.next = take();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Map.Entry<byte[], byte[]> next() {
        Map.Entry<byte[], byte[]> taken = next;
        if (taken == null) {
            throw new NoSuchElementException();
        }
        next = take();
        return taken;
    }

    private Map.@Nullable Entry<byte[], byte[]> take() {
        while (true) {
            Map.Entry<byte[], byte[]> now = nextPresent;
            Map.Entry<byte[], byte[]> was = nextChanged;
            if (was == null) {
                nextPresent = following(present);
                return now;
            }
            int comparison = now == null ? 1 : order.compare(now.getKey(), was.getKey());
            if (comparison < 0) {
                nextPresent = following(present);
                return now;
            }
            nextChanged = following(changed);
            if (comparison == 0) {
                nextPresent = following(present);
            }
            if (was.getValue() != MemoryReadPoint.ABSENT) {
                return was;
            }
        }
    }

    private static Map.@Nullable Entry<byte[], byte[]> following(Iterator<Map.Entry<byte[], byte[]>> entries) {
        return entries.hasNext() ? entries.next() : null;
    }
}
