package org.mayflydb.ownership;

import org.jspecify.annotations.Nullable;
import org.mayflydb.partition.PartitionHead;

/** What a split needs to know about the entries that it copies. */
public interface SplitContents {

    /**
     * The part of some entries, or of the changes of one commit, that belongs to a child; null if none does.
     *
     * @param child 0 for the lower half of the keys, 1 for the upper one
     */
    @Nullable
    Object part(Object entries, int child);

    /** The head of a child that is complete, apart from its ownership. */
    PartitionHead complete(PartitionHead parent, int child);

    /** The children are taken anew, so what was copied to them is gone. */
    default void restart() {}

    /** With no more waiting commits than this the parent may be fenced. */
    default int lastCommits() {
        return 0;
    }

    /** What the changes of one commit take in memory while they wait to be copied, approximately. */
    default long bytes(Object changes) {
        return 0;
    }

    /** If more than this waits to be copied, the split begins again. */
    default long waitingBytesMax() {
        return Long.MAX_VALUE;
    }
}
