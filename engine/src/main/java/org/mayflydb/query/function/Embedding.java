package org.mayflydb.query.function;

/**
 * What a container says about the vectors at one path.
 *
 * @param distanceFunction how their distance is measured, in lower case
 * @param dimensions how long they are; a vector of another length has no distance to any
 */
public record Embedding(String distanceFunction, long dimensions) {}
