package org.mayflydb.feed;

/** Which changes a feed has. The numbers are in continuations and never change. */
public enum FeedMode {
    /** Every item as it is now, where it was last written. */
    LATEST_VERSION(1),
    /** Everything that was ever done to an item, removals included, as far back as the container keeps it. */
    ALL_VERSIONS(2);

    private final byte number;

    FeedMode(int number) {
        this.number = (byte) number;
    }

    byte number() {
        return number;
    }
}
