package org.mayflydb.storage.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.storage.StoreUnavailableException;

/** A snapshot of a partition whose store has none: what is stored now, and over it what was there before. */
final class SnapshotReadPoint implements ReadPoint {
    /** For pages that follow one of which nothing was left: large enough to get past what was added since. */
    private static final long FURTHER_PAGE_BYTES = 64 * 1024;

    private final SnapshotPartition partition;
    private final PartitionHistory history;
    private final long number;
    private @Nullable String endReason; // guarded by the history

    /** Reads a page of a range. */
    @FunctionalInterface
    private interface Pages {
        ScanPage read(KeyRange range, int entriesMax, long bytesMax);
    }

    SnapshotReadPoint(SnapshotPartition partition, PartitionHistory history, long number) {
        this.partition = partition;
        this.history = history;
        this.number = number;
    }

    long number() {
        return number;
    }

    /** True if its partition keeps old values. */
    boolean isCostly() {
        return history.hasOldValues();
    }

    /** Makes every later read fail for this reason. */
    void end(String reason) {
        history.end(this, reason);
    }

    void ended(String reason) {
        endReason = endReason == null ? reason : endReason;
    }

    void checkNotEnded() {
        if (endReason != null) {
            throw new StoreUnavailableException(endReason);
        }
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        byte[] was = history.find(this, space, key);
        if (was == null) {
            byte[] now = partition.get(space, key);
            was = history.find(this, space, key);
            if (was == null) {
                return now;
            }
        }
        return given(was);
    }

    private static byte @Nullable [] given(byte[] was) {
        return was == OldValues.ABSENT ? null : was.clone();
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        List<byte @Nullable []> values = new ArrayList<>(partition.getAll(space, keys));
        for (int i = 0; i < keys.size(); i++) {
            byte[] was = history.find(this, space, keys.get(i));
            if (was != null) {
                values.set(i, given(was));
            }
        }
        return values;
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return gather(
                space,
                range,
                direction,
                new GatheredPage(entriesMax, bytesMax),
                (rest, entries, bytes) -> partition.scan(space, rest, direction, entries, bytes));
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        GatheredPage gathered = new GatheredPage(keysMax, Long.MAX_VALUE);
        ScanPage page = gather(
                space,
                range,
                Direction.FORWARD,
                gathered,
                (rest, entries, bytes) -> withoutValues(partition.scanKeys(space, rest, entries)));
        return new KeyPage(page.entries().stream().map(KeyValue::key).toList(), page.exhausted());
    }

    private static ScanPage withoutValues(KeyPage page) {
        return new ScanPage(
                page.keys().stream().map(key -> new KeyValue(key, new byte[0])).toList(), page.exhausted());
    }

    /**
     * Reads pages until enough is there that was there before. One page does, unless entries were added since; what was
     * deleted since takes no call at all.
     */
    private ScanPage gather(Space space, KeyRange range, Direction direction, GatheredPage gathered, Pages pages) {
        KeyRange rest = range;
        int entries = gathered.entriesLeft();
        long bytes = gathered.bytesLeft();
        int further = StoreReads.WALK_PAGE_ENTRIES_FIRST;
        while (true) {
            ScanPage page = pages.read(rest, entries, bytes);
            KeyRange left = left(rest, direction, page);
            KeyRange covered = left == null ? rest : without(rest, direction, left);
            history.gather(this, space, covered, direction, page.entries(), gathered);
            if (gathered.isOverflown() || left == null) {
                return gathered.toPage(!gathered.isOverflown());
            }
            if (gathered.isFull() && !history.mayHideAll(this, space, left)) {
                return gathered.toPage(false);
            }
            rest = left;
            entries = Math.max(further, Math.min(gathered.entriesLeft(), StoreReads.WALK_PAGE_ENTRIES));
            bytes = Math.max(gathered.bytesLeft(), FURTHER_PAGE_BYTES);
            further = Math.min(4 * further, StoreReads.WALK_PAGE_ENTRIES);
        }
    }

    /** What is left of a range behind a page; null if the page is the last. */
    private static @Nullable KeyRange left(KeyRange range, Direction direction, ScanPage page) {
        if (page.exhausted()) {
            return null;
        }
        byte[] last = page.entries().get(page.entries().size() - 1).key();
        return direction == Direction.FORWARD ? range.after(last) : range.before(last);
    }

    private static KeyRange without(KeyRange range, Direction direction, KeyRange left) {
        return direction == Direction.FORWARD
                ? new KeyRange(range.lower(), left.lower())
                : new KeyRange(left.upper() == null ? new byte[0] : left.upper(), range.upper());
    }

    @Override
    public void close() {
        partition.close(this);
    }
}
