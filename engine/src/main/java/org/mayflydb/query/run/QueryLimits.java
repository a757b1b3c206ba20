package org.mayflydb.query.run;

import java.time.Duration;

/**
 * What one request to run a query may take.
 *
 * @param pageNanosMax when a page is cut short, if the query can continue with another
 * @param queryNanosMax when a query fails that cannot
 * @param memoryBytesMax for groups, distinct values, rows to be sorted, and apart from that for intermediate values
 * @param pageBytesMax how large the rows of a page may be together; a single row may have more
 * @param rowBytesMax how large one row may be
 */
public record QueryLimits(
        long pageNanosMax, long queryNanosMax, long memoryBytesMax, long pageBytesMax, long rowBytesMax) {
    private static final long MEGABYTE = 1024L * 1024;

    /** Objects take more than is counted, and several queries run at the same time. */
    private static final int HEAP_SHARE = 16;

    public static final QueryLimits DEFAULT = new QueryLimits(
            Duration.ofSeconds(2).toNanos(),
            Duration.ofSeconds(20).toNanos(),
            Math.min(128 * MEGABYTE, Runtime.getRuntime().maxMemory() / HEAP_SHARE),
            4 * MEGABYTE,
            16 * MEGABYTE);
}
