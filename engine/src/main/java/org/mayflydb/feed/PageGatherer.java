package org.mayflydb.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.ItemFeed;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyMatcher;

/**
 * Fills one page. Changes with one sequence number are taken together or left for the next page together, so that a
 * sequence number is all that a reader must remember.
 */
final class PageGatherer {
    /** What the service sends at most in one page. */
    private static final long PAGE_BYTES_MAX = 4L * 1024 * 1024;

    /** A page looks at no more entries than this before it is sent, and with them at what has expired or is not asked for. */
    static final int PAGE_ENTRIES_MAX = 10_000;

    private static final long PAGE_NANOS_MAX = 1_000_000_000L;
    private static final int CHUNK_ENTRIES_MAX = 1000;

    private final ItemFeed feed;
    private final ChangeSource source;
    private final EpkRange range;
    private final @Nullable KeyMatcher key;
    private final boolean everything;
    private final int itemsMax;
    private final LongSupplier nanoTime;

    private final List<FeedChange> changes = new ArrayList<>();
    private long bytes;
    private int entries;
    private long position;

    /** @param key the one partition key, or the beginning of one, whose changes are wanted; null for all in the range */
    PageGatherer(
            ItemFeed feed,
            ChangeSource source,
            EpkRange range,
            @Nullable KeyMatcher key,
            int itemsMax,
            LongSupplier nanoTime) {
        this.feed = feed;
        this.source = source;
        this.range = range;
        this.key = key;
        this.everything = range.containsAll(feed.partition().range());
        this.itemsMax = itemsMax;
        this.nanoTime = nanoTime;
    }

    FeedPage gather(long afterLsn) {
        long startNanos = nanoTime.getAsLong();
        long lastLsn = feed.lastLsn();
        // A number from another time, when there were more, would let its reader wait for ever.
        position = afterLsn <= lastLsn ? afterLsn : Math.min(afterLsn, feed.storedLastLsn());
        int chunkEntries = Math.min(itemsMax, CHUNK_ENTRIES_MAX) + 1;
        long chunkBytes = PAGE_BYTES_MAX;
        boolean atEnd = false;
        boolean full = false;
        while (!atEnd && !full && nanoTime.getAsLong() - startNanos < PAGE_NANOS_MAX) {
            lastLsn = feed.lastLsn();
            ChangeSource.Chunk chunk = source.read(position, chunkEntries, chunkBytes);
            int complete = completeEntries(chunk);
            if (complete == 0 && !chunk.exhausted()) {
                // One write made more changes than this; its page takes them all.
                chunkEntries *= 4;
                chunkBytes *= 4;
                continue;
            }
            boolean taken = add(chunk.entries().subList(0, complete));
            atEnd = taken && chunk.exhausted();
            full = !taken || isFull() || entries >= PAGE_ENTRIES_MAX;
            chunkEntries = Math.max(chunkEntries, Math.min(2 * chunkEntries, CHUNK_ENTRIES_MAX));
        }
        if (atEnd) {
            // Everything up to here had been committed before the last look.
            position = Math.max(position, lastLsn);
        }
        return new FeedPage(changes, position, atEnd, feed.partition().rangeId(), Math.max(lastLsn, position));
    }

    /** How many entries there are before the last sequence number, of which the chunk may have a part only. */
    private static int completeEntries(ChangeSource.Chunk chunk) {
        int count = chunk.entries().size();
        if (chunk.exhausted() || count == 0) {
            return count;
        }
        long lastLsn = chunk.entries().get(count - 1).lsn();
        while (count > 0 && chunk.entries().get(count - 1).lsn() == lastLsn) {
            count--;
        }
        return count;
    }

    /** Takes what fits; answers false if something did not. */
    private boolean add(List<? extends ChangeSource.Entry> found) {
        int start = 0;
        while (start < found.size()) {
            if (isFull()) {
                return false;
            }
            long lsn = found.get(start).lsn();
            int end = start;
            while (end < found.size() && found.get(end).lsn() == lsn) {
                end++;
            }
            if (!addWrite(found.subList(start, end))) {
                return false;
            }
            position = lsn;
            entries += end - start;
            start = end;
        }
        return true;
    }

    private boolean isFull() {
        return changes.size() >= itemsMax || bytes >= PAGE_BYTES_MAX;
    }

    /** Takes the changes of one write, unless there are others already and it would be too many with them. */
    private boolean addWrite(List<? extends ChangeSource.Entry> write) {
        List<FeedChange> visible = new ArrayList<>(write.size());
        long visibleBytes = 0;
        for (ChangeSource.Entry entry : write) {
            FeedChange change = everything || feed.isWithin(range, entry.locator()) ? entry.change() : null;
            if (change != null && (key == null || change.has(key))) {
                visible.add(change);
                visibleBytes += change.size();
            }
        }
        boolean fits = changes.size() + visible.size() <= itemsMax && bytes + visibleBytes <= PAGE_BYTES_MAX;
        if (!visible.isEmpty() && !changes.isEmpty() && !fits) {
            return false;
        }
        changes.addAll(visible);
        bytes += visibleBytes;
        return true;
    }
}
