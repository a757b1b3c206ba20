package org.mayflydb.query.access;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;

/** Goes through entries of the index, range after range. It reads few at first and more at a time the longer it goes. */
final class EntryWalk {
    static final int ENTRIES_FIRST = 32;
    private static final int ENTRIES_MAX = 2000;

    private final PartitionView view;
    private final Direction direction;
    private final Iterator<KeyRange> ranges;
    private @Nullable KeyRange rest;
    private Iterator<KeyValue> page = List.<KeyValue>of().iterator();
    private int pageSize = ENTRIES_FIRST;

    /** A walk through ranges in the order given; within each in the direction given. */
    EntryWalk(PartitionView view, List<KeyRange> ranges, Direction direction) {
        this.view = view;
        this.direction = direction;
        this.ranges = ranges.iterator();
    }

    @Nullable
    KeyValue next() {
        while (!page.hasNext()) {
            if (rest == null) {
                if (!ranges.hasNext()) {
                    return null;
                }
                rest = ranges.next();
            }
            read(rest);
        }
        return page.next();
    }

    /** How much to read after so much was read and used. */
    static int next(int pageSize) {
        return Math.min(pageSize * 4, ENTRIES_MAX);
    }

    private void read(KeyRange range) {
        ScanPage read = view.scanIndex(range, direction, pageSize);
        pageSize = next(pageSize);
        page = read.entries().iterator();
        if (read.exhausted()) {
            rest = null;
        } else {
            byte[] last = read.entries().get(read.entries().size() - 1).key();
            rest = direction == Direction.FORWARD ? range.after(last) : range.before(last);
        }
    }
}
