package org.mayflydb.query;

/**
 * What the making of a page took.
 *
 * @param nanos from beginning to end
 * @param compileNanos of these, for the text
 * @param logicalPlanNanos of these, to find out what is known of the items
 * @param physicalPlanNanos of these, to open the partitions
 * @param entries index entries looked at
 * @param items items read, live or not
 * @param rowBytes the rows as JSON text, about
 */
public record QueryMetrics(
        long nanos,
        long compileNanos,
        long logicalPlanNanos,
        long physicalPlanNanos,
        long entries,
        long items,
        long itemBytes,
        int rows,
        long rowBytes) {}
