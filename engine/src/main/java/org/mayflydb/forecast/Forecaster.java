package org.mayflydb.forecast;

import java.util.List;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.LifeReader;
import org.mayflydb.item.record.StoredLife;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;

/** Looks ahead for one container. */
public final class Forecaster {
    private final List<LifeReader> readers;
    private final Horizon horizon;
    private final Effort effort;

    private Forecaster(Items items, Horizon horizon, Effort effort) {
        this.readers = items.expiry().lives();
        this.horizon = horizon;
        this.effort = effort;
    }

    /** When the items of a container expire. */
    public static Forecast forecast(Items items, Horizon horizon, Effort effort) {
        return new Forecaster(items, horizon, effort).forecast();
    }

    /** What another time to live would do to the items of a container. */
    public static WhatIf whatIf(Items items, ContainerTtl proposed, Horizon horizon, Effort effort) {
        return new Forecaster(items, horizon, effort).whatIf(new ExpiryRule(proposed));
    }

    private Forecast forecast() {
        ExpiryRule rule = readers.get(0).rule();
        ForecastSlots slots = slots();
        Totals totals = new LifetimeCount(readers, List.of(rule), effort).count(new OneRule(rule, slots));
        return slots.forecast(totals::amount, totals.precision());
    }

    private WhatIf whatIf(ExpiryRule proposed) {
        ExpiryRule present = readers.get(0).rule();
        ForecastSlots slots = slots();
        TwoRules sorting = new TwoRules(present, proposed, slots);
        Totals totals = new LifetimeCount(readers, List.of(present, proposed), effort).count(sorting);
        Precision precision = totals.precision();
        return new WhatIf(
                slots.forecast(totals::amount, precision),
                slots.forecast(slot -> totals.amount(slots.count() + slot), precision),
                totals.amount(sorting.removed()),
                totals.amount(sorting.broughtBack()));
    }

    /** A partition's time may be ahead of the clock; what is ahead for one partition is ahead of the earliest. */
    private ForecastSlots slots() {
        return new ForecastSlots(
                horizon, readers.stream().mapToLong(LifeReader::now).min().orElseThrow());
    }

    private record OneRule(ExpiryRule rule, ForecastSlots scale) implements Sorting {
        @Override
        public int slots() {
            return scale.count();
        }

        @Override
        public int[] slotsOfNever() {
            return new int[] {scale.never()};
        }

        @Override
        public int sort(StoredLife life, long partitionNow, int[] target) {
            target[0] = scale.placeOf(life.deadline(rule), partitionNow);
            return 1;
        }
    }

    /** The slots by one rule, those by the other behind them, and two for those whose visibility differs. */
    private record TwoRules(ExpiryRule present, ExpiryRule proposed, ForecastSlots scale) implements Sorting {
        @Override
        public int slots() {
            return 2 * scale.count() + 2;
        }

        int removed() {
            return 2 * scale.count();
        }

        int broughtBack() {
            return 2 * scale.count() + 1;
        }

        @Override
        public int[] slotsOfNever() {
            return new int[] {scale.never(), scale.count() + scale.never()};
        }

        @Override
        public int sort(StoredLife life, long partitionNow, int[] target) {
            int before = scale.placeOf(life.deadline(present), partitionNow);
            int after = scale.placeOf(life.deadline(proposed), partitionNow);
            target[0] = before;
            target[1] = scale.count() + after;
            if ((before == ForecastSlots.EXPIRED) == (after == ForecastSlots.EXPIRED)) {
                return 2;
            }
            target[2] = after == ForecastSlots.EXPIRED ? removed() : broughtBack();
            return 3;
        }
    }
}
