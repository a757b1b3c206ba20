package org.mayflydb.storage.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;

/** The result of a scan while it is put together from what is stored and what was there before. */
final class GatheredPage {
    private final int entriesMax;
    private final long bytesMax;
    private final List<KeyValue> entries = new ArrayList<>();
    private long bytes;
    private boolean overflown;

    GatheredPage(int entriesMax, long bytesMax) {
        this.entriesMax = entriesMax;
        this.bytesMax = bytesMax;
    }

    /** Adds entries until one does not fit. Where a key was changed, what was there before counts. */
    void addAll(List<KeyValue> stored, Iterator<Map.Entry<byte[], byte[]>> changed, Direction direction) {
        Iterator<KeyValue> unchanged = stored.iterator();
        KeyValue now = following(unchanged);
        Map.Entry<byte[], byte[]> was = following(changed);
        while (!overflown && (now != null || was != null)) {
            int order = order(now, was, direction);
            if (order < 0 && now != null) {
                add(now);
            } else if (was != null && was.getValue() != OldValues.ABSENT) {
                add(new KeyValue(was.getKey().clone(), was.getValue().clone()));
            }
            now = order <= 0 ? following(unchanged) : now;
            was = order >= 0 ? following(changed) : was;
        }
    }

    private static int order(@Nullable KeyValue now, Map.@Nullable Entry<byte[], byte[]> was, Direction direction) {
        if (now == null || was == null) {
            return now == null ? 1 : -1;
        }
        int order = Arrays.compareUnsigned(now.key(), was.getKey());
        return direction == Direction.FORWARD ? order : -order;
    }

    private static <T> @Nullable T following(Iterator<T> iterator) {
        return iterator.hasNext() ? iterator.next() : null;
    }

    private void add(KeyValue entry) {
        if (isFull()) {
            overflown = true;
        } else {
            entries.add(entry);
            bytes += entry.key().length + entry.value().length;
        }
    }

    /** True if nothing more fits. */
    boolean isFull() {
        return entries.size() == entriesMax || (bytes >= bytesMax && !entries.isEmpty());
    }

    /** True if there was more than fits. */
    boolean isOverflown() {
        return overflown;
    }

    int entriesLeft() {
        return entriesMax - entries.size();
    }

    long bytesLeft() {
        return bytesMax - bytes;
    }

    ScanPage toPage(boolean exhausted) {
        return new ScanPage(entries, exhausted);
    }
}
