package org.mayflydb.feed;

/** Which changes a feed has. */
public enum FeedMode {
    /** Every item as it is now, where it was last written. */
    LATEST_VERSION,
    /** Everything that was ever done to an item, removals included, as far back as the container keeps it. */
    ALL_VERSIONS
}
