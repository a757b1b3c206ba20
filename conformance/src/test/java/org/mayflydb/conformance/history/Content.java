package org.mayflydb.conformance.history;

/**
 * What clients put into an item.
 *
 * @param serial different for every write, so that the log tells whose it is
 * @param count raised by one with every patch
 * @param ttlSeconds 0 inherits, -1 is for ever
 */
record Content(long serial, long count, int ttlSeconds) {
    /** What the container of {@link HistoryTest} says for items that say nothing. */
    static final int DEFAULT_TTL_SECONDS = 30;

    private static final long NEVER = Long.MAX_VALUE;

    /** What a patch makes of it. */
    Content patched(long newSerial) {
        return new Content(newSerial, count + 1, ttlSeconds);
    }

    /** The second from which an item that was written at this one is gone. */
    long deadline(long writtenSecond, int defaultTtl) {
        int seconds = ttlSeconds == 0 ? defaultTtl : ttlSeconds;
        return defaultTtl == Circumstances.OFF || seconds == -1 ? NEVER : writtenSecond + seconds;
    }
}
