package org.mayflydb.forecast;

import java.util.List;
import java.util.stream.LongStream;
import org.mayflydb.base.BadRequestException;

/**
 * How the time ahead is divided.
 *
 * @param borders where buckets end, in seconds from now, ascending
 */
public record Horizon(List<Long> borders) {
    /** More buckets than this are refused. */
    public static final int BUCKETS_MAX = 1000;

    /** The longest lifetime there is. Nothing that counts from its last write expires later. */
    private static final long SECONDS_MAX = Integer.MAX_VALUE;

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** From a minute to ten years, finer for what is near. */
    public static final Horizon AUTOMATIC = new Horizon(List.of(
            MINUTE,
            5 * MINUTE,
            15 * MINUTE,
            30 * MINUTE,
            HOUR,
            3 * HOUR,
            6 * HOUR,
            12 * HOUR,
            DAY,
            2 * DAY,
            7 * DAY,
            30 * DAY,
            90 * DAY,
            180 * DAY,
            365 * DAY,
            1826 * DAY,
            3652 * DAY));

    public Horizon {
        borders = List.copyOf(borders);
    }

    /** Buckets of the same length. */
    public static Horizon even(long bucketSeconds, int buckets) {
        if (buckets < 1 || buckets > BUCKETS_MAX || bucketSeconds < 1 || bucketSeconds > SECONDS_MAX) {
            throw new BadRequestException(
                    "A forecast has between 1 and " + BUCKETS_MAX + " buckets of 1 to " + SECONDS_MAX + " seconds.");
        }
        return new Horizon(LongStream.rangeClosed(1, buckets)
                .mapToObj(number -> number * bucketSeconds)
                .toList());
    }
}
