package org.mayflydb.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.mayflydb.ttl.ExpiryRule;

/** The slots of a forecast, numbered: expired, the buckets, later, never. */
final class ForecastSlots {
    static final int EXPIRED = 0;

    private final long now;
    private final long[] ends;

    ForecastSlots(Horizon horizon, long now) {
        this.now = now;
        this.ends = horizon.borders().stream().mapToLong(border -> now + border).toArray();
    }

    int count() {
        return ends.length + 3;
    }

    int never() {
        return ends.length + 2;
    }

    /** @param partitionNow the second of the item's partition, which may be ahead of the forecast's */
    int placeOf(long deadline, long partitionNow) {
        if (ExpiryRule.isPast(deadline, partitionNow)) {
            return EXPIRED;
        }
        if (deadline == ExpiryRule.NEVER) {
            return never();
        }
        int found = Arrays.binarySearch(ends, deadline);
        return 1 + (found >= 0 ? found : -found - 1);
    }

    /** The forecast with these amounts at its slots. */
    Forecast forecast(IntFunction<Amount> amounts, Precision precision) {
        List<Bucket> buckets = new ArrayList<>();
        long after = now;
        for (int i = 0; i < ends.length; i++) {
            buckets.add(new Bucket(after, ends[i], amounts.apply(1 + i)));
            after = ends[i];
        }
        return new Forecast(
                now,
                buckets,
                amounts.apply(EXPIRED),
                amounts.apply(ends.length + 1),
                amounts.apply(never()),
                precision);
    }
}
