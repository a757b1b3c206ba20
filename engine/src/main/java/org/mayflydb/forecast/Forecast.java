package org.mayflydb.forecast;

import java.util.List;

/**
 * When the items of a container expire. Every stored item is in exactly one of the amounts.
 *
 * @param now the second it was made at
 * @param buckets what expires ahead, stretch by stretch
 * @param expired what has expired and is not purged yet
 * @param later what expires after the last bucket
 * @param never what does not expire
 */
public record Forecast(
        long now, List<Bucket> buckets, Amount expired, Amount later, Amount never, Precision precision) {
    public Forecast {
        buckets = List.copyOf(buckets);
    }

    /** What can be read now. */
    public Amount live() {
        return buckets.stream().map(Bucket::amount).reduce(later.plus(never), Amount::plus);
    }
}
