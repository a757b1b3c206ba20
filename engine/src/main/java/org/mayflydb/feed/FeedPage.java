package org.mayflydb.feed;

import java.util.List;

/**
 * Some changes of one partition.
 *
 * @param changes in the order in which they were made
 * @param lsn LSN to continue after; later than before, even if there are no changes, unless it is the end
 * @param atEnd whether there was nothing beyond
 * @param rangeId the partition key range that was asked
 * @param lastLsn the newest sequence number of the partition
 */
public record FeedPage(List<FeedChange> changes, long lsn, boolean atEnd, int rangeId, long lastLsn) {
    public FeedPage {
        changes = List.copyOf(changes);
    }

    /** Whether there was nothing to answer and nothing left to look at. */
    public boolean isUnchanged() {
        return atEnd && changes.isEmpty();
    }
}
