package org.mayflydb.forecast;

/**
 * What expires in a stretch of time.
 *
 * @param afterSecond where it begins, in seconds since the epoch; what expires in this second expired before
 * @param untilSecond where it ends; what expires in this second is the last of the bucket
 */
public record Bucket(long afterSecond, long untilSecond, Amount amount) {}
