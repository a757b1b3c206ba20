package org.mayflydb.forecast;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.item.expiry.LifeReader;

/**
 * The LSNs from the oldest item of a partition to the newest, without long gaps: restores and unclean stops leave out more
 * LSNs than there ever were writes. The rest is numbered from 0.
 */
final class WrittenLsns {
    /** Each level of bisection takes twice as many reads of one key; a gap that none of them meets is a short one. */
    private static final int LEVELS_MAX = 8;

    /** A gap is left out if it is longer than this part of the LSNs around it. */
    private static final int GAP_PART = 8;

    private final LifeReader reader;
    private final List<Stretch> stretches = new ArrayList<>();
    private long count;

    /** @param position the number of its first LSN */
    private record Stretch(long first, long last, long position) {
        long end() {
            return position + last - first + 1;
        }
    }

    /** Takes a range of LSNs, both ends included. */
    @FunctionalInterface
    interface RangeVisitor {
        void visit(long firstLsn, long lastLsn);
    }

    WrittenLsns(LifeReader reader) {
        this.reader = reader;
        long first = reader.firstLsnFrom(1);
        if (first > 0) {
            find(first, reader.lastLsnUntil(Long.MAX_VALUE), LEVELS_MAX);
        }
    }

    /** Bisects what lies between two written LSNs. */
    private void find(long first, long last, int levels) {
        long middle = first + (last - first) / 2;
        long before = levels == 0 || last == first ? 0 : reader.lastLsnUntil(middle);
        long after = before == 0 ? 0 : reader.firstLsnFrom(middle + 1);
        // Items that are written over meanwhile move to the end.
        if (before < first || after <= before || after > last) {
            add(first, last);
        } else if (after - before > (last - first) / GAP_PART) {
            find(first, before, levels - 1);
            find(after, last, levels - 1);
        } else {
            find(first, middle, levels - 1);
            find(middle + 1, last, levels - 1);
        }
    }

    private void add(long first, long last) {
        Stretch previous = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
        if (previous != null && previous.last + 1 == first) {
            stretches.set(stretches.size() - 1, new Stretch(previous.first, last, previous.position));
        } else {
            stretches.add(new Stretch(first, last, count));
        }
        count += last - first + 1;
    }

    /** How many LSNs there are; 0 if there is no item. */
    long count() {
        return count;
    }

    /** Visits the LSNs with these numbers, in ascending order. */
    void visit(long from, long until, RangeVisitor visitor) {
        for (Stretch stretch : stretches) {
            long start = Math.max(from, stretch.position);
            long end = Math.min(until, stretch.end());
            if (start < end) {
                visitor.visit(stretch.first + start - stretch.position, stretch.first + end - 1 - stretch.position);
            }
        }
    }
}
