package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;

/** Index entries of one partition, at most one for each item, in the order of their document numbers or of creation. */
interface EntrySource {
    /** The next entry, or null at the end. */
    @Nullable
    IndexEntry next();
}
