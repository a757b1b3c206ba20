package org.mayflydb.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the changes of one partition come from, in order. */
interface ChangeSource {
    /** Entries after a sequence number; those of the last sequence number may be incomplete. */
    Chunk read(long afterLsn, int entriesMax, long bytesMax);

    /** What may turn out to be a change. */
    interface Entry {
        long lsn();

        byte[] locator();

        /** The change, or null if there is nothing to see any more. */
        @Nullable
        FeedChange change();
    }

    /**
     * Some entries.
     *
     * @param exhausted whether there was nothing beyond them
     */
    record Chunk(List<? extends Entry> entries, boolean exhausted) {}
}
