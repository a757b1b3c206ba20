package org.mayflydb.conformance.history;

/** An item as one write left it. */
record Version(Content content, String etag, long writtenSecond, long lsn) {
    long deadline(int defaultTtl) {
        return content.deadline(writtenSecond, defaultTtl);
    }

    boolean isLive(long now, int defaultTtl) {
        return now < deadline(defaultTtl);
    }
}
