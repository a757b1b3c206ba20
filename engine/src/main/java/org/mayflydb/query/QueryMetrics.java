package org.mayflydb.query;

import java.util.List;

/**
 * What the making of a page took.
 *
 * @param nanos from beginning to end
 * @param entries index entries looked at
 * @param items items read, live or not
 * @param rowBytes the rows as JSON text, about
 * @param usedIndexes what of the index was used, as paths of an indexing policy such as {@code /a/?}
 */
public record QueryMetrics(
        long nanos, long entries, long items, long itemBytes, int rows, long rowBytes, List<String> usedIndexes) {
    public QueryMetrics {
        usedIndexes = List.copyOf(usedIndexes);
    }
}
