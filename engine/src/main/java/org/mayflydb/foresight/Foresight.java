package org.mayflydb.foresight;

import java.util.List;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.LifeReader;
import org.mayflydb.item.record.StoredLife;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;

/** Looks ahead for one container. */
public final class Foresight {
    private final List<LifeReader> readers;
    private final Horizon horizon;
    private final Effort effort;

    private Foresight(Items items, Horizon horizon, Effort effort) {
        this.readers = items.expiry().lives();
        this.horizon = horizon;
        this.effort = effort;
    }

    /** When the items of a container expire. */
    public static Forecast forecast(Items items, Horizon horizon, Effort effort) {
        return new Foresight(items, horizon, effort).forecast();
    }

    /** What another time to live would do to the items of a container. */
    public static WhatIf whatIf(Items items, ContainerTtl proposed, Horizon horizon, Effort effort) {
        return new Foresight(items, horizon, effort).whatIf(new ExpiryRule(proposed));
    }

    private Forecast forecast() {
        ExpiryRule rule = readers.get(0).rule();
        Places places = places();
        Totals totals = new Count(readers, List.of(rule), effort).count(new OneRule(rule, places));
        return places.forecast(totals::amount, totals.precision());
    }

    private WhatIf whatIf(ExpiryRule proposed) {
        ExpiryRule present = readers.get(0).rule();
        Places places = places();
        TwoRules sorting = new TwoRules(present, proposed, places);
        Totals totals = new Count(readers, List.of(present, proposed), effort).count(sorting);
        Precision precision = totals.precision();
        return new WhatIf(
                places.forecast(totals::amount, precision),
                places.forecast(place -> totals.amount(places.count() + place), precision),
                totals.amount(sorting.removed()),
                totals.amount(sorting.broughtBack()));
    }

    /** A partition's time may be ahead of the clock; what is ahead for one partition is ahead of the earliest. */
    private Places places() {
        return new Places(
                horizon, readers.stream().mapToLong(LifeReader::now).min().orElseThrow());
    }

    private record OneRule(ExpiryRule rule, Places scale) implements Sorting {
        @Override
        public int places() {
            return scale.count();
        }

        @Override
        public int[] placesOfNever() {
            return new int[] {scale.never()};
        }

        @Override
        public int sort(StoredLife life, long partitionNow, int[] target) {
            target[0] = scale.placeOf(life.deadline(rule), partitionNow);
            return 1;
        }
    }

    /** The places by one rule, those by the other behind them, and two for those whose visibility differs. */
    private record TwoRules(ExpiryRule present, ExpiryRule proposed, Places scale) implements Sorting {
        @Override
        public int places() {
            return 2 * scale.count() + 2;
        }

        int removed() {
            return 2 * scale.count();
        }

        int broughtBack() {
            return 2 * scale.count() + 1;
        }

        @Override
        public int[] placesOfNever() {
            return new int[] {scale.never(), scale.count() + scale.never()};
        }

        @Override
        public int sort(StoredLife life, long partitionNow, int[] target) {
            int before = scale.placeOf(life.deadline(present), partitionNow);
            int after = scale.placeOf(life.deadline(proposed), partitionNow);
            target[0] = before;
            target[1] = scale.count() + after;
            if ((before == Places.EXPIRED) == (after == Places.EXPIRED)) {
                return 2;
            }
            target[2] = after == Places.EXPIRED ? removed() : broughtBack();
            return 3;
        }
    }
}
