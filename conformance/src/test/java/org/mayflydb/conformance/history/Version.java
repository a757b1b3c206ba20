package org.mayflydb.conformance.history;

/** An item as one write left it. */
record Version(Content content, String etag, long writtenSecond, long lsn) {
    long deadline() {
        return content.deadline(writtenSecond);
    }

    boolean isLive(long now) {
        return now < deadline();
    }
}
