package org.mayflydb.partition;

import org.mayflydb.key.EpkRange;

/**
 * Where a partition is and what it holds.
 *
 * @param number which partition of the store it is; never used twice
 * @param rangeId the id of the partition key range towards clients, counted per container
 * @param range the effective partition keys of its items
 */
public record PartitionSpec(int number, int rangeId, EpkRange range) {}
