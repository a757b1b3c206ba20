package org.mayflydb.query;

import java.util.List;

/**
 * What the making of a page took.
 *
 * @param nanos from beginning to end
 * @param entries index entries looked at
 * @param items items read, live or not
 * @param rowBytes the rows as JSON text, about
 * @param usedPaths the paths whose index was used, as in an indexing policy: {@code /a/?}
 * @param usedComposites the composite indexes that were used: {@code /a ASC}, {@code /b DESC}
 */
public record QueryMetrics(
        long nanos,
        long entries,
        long items,
        long itemBytes,
        int rows,
        long rowBytes,
        List<String> usedPaths,
        List<List<String>> usedComposites) {
    public QueryMetrics {
        usedPaths = List.copyOf(usedPaths);
        usedComposites = usedComposites.stream().map(List::copyOf).toList();
    }
}
