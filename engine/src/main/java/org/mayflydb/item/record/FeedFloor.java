package org.mayflydb.item.record;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How far the beginning of a partition's feed is known to be empty. Entries leave the feed and new ones come at its end
 * only, so what was empty once stays empty, and nobody has to walk twice over what was deleted there.
 */
public final class FeedFloor {
    private final AtomicLong emptyLsn = new AtomicLong();

    /** Up to here the feed has no entry. */
    public long lsn() {
        return emptyLsn.get();
    }

    /** The first entry after {@code afterLsn} was found at {@code foundLsn}. */
    public void found(long afterLsn, long foundLsn) {
        if (afterLsn <= emptyLsn.get()) {
            emptyLsn.accumulateAndGet(foundLsn - 1, Math::max);
        }
    }
}
