package org.mayflydb.app.endpoint;

/**
 * One physical partition of a container.
 *
 * @param minInclusive hash of a partition key, hexadecimal
 * @param maxExclusive the same
 */
public record PartitionKeyRange(String id, String minInclusive, String maxExclusive) {}
