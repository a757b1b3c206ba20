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

    public static final QueryLimits DEFAULT = new QueryLimits(
            Duration.ofSeconds(2).toNanos(),
            Duration.ofSeconds(20).toNanos(),
            128 * MEGABYTE,
            4 * MEGABYTE,
            16 * MEGABYTE);
}
