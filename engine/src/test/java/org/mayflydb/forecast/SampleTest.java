package org.mayflydb.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.testing.Repetitions;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.ContainerTtl;

/** Samples keep the error that they promise, on data that is as uneven as may be. */
class SampleTest {
    private static final Effort EXACT = new Effort(Long.MAX_VALUE, 1, 1);
    private static final Effort SAMPLED = new Effort(0, 2000, 500);
    private static final int ITEMS = 12_000;
    private static final int SCENARIOS = Repetitions.of(12);

    private int numbers;
    private int kept;

    @Test
    void errorIsKeptInNineteenOfTwentyNumbersAndNeverPassedByFar() {
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            compare(seed);
        }
        assertThat((double) kept / numbers).as("%d of %d", kept, numbers).isGreaterThanOrEqualTo(0.95);
    }

    private void compare(long seed) {
        Random random = new Random(seed);
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
        EngineSettings settings = EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER);
        try (Engine engine = Engine.open(TestStores.open(), settings)) {
            engine.createDatabase("d");
            JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]},"
                    + "\"indexingPolicy\":{\"automatic\":true,\"indexingMode\":\"consistent\",\"includedPaths\":[],"
                    + "\"excludedPaths\":[{\"path\":\"/*\"}]},\"defaultTtl\":" + 20_000 + "}");
            engine.createContainer("d", properties, null);
            Items items = engine.items("d", "c");
            fill(items, clock, random);
            String slot = "seed " + seed;
            for (Horizon horizon : new Horizon[] {Horizon.AUTOMATIC, Horizon.even(500, 60)}) {
                check(Forecaster.forecast(items, horizon, EXACT), Forecaster.forecast(items, horizon, SAMPLED), slot);
            }
            ContainerTtl proposed = ContainerTtl.of(1 + random.nextInt(20_000), null);
            WhatIf exact = Forecaster.whatIf(items, proposed, Horizon.AUTOMATIC, EXACT);
            WhatIf sampled = Forecaster.whatIf(items, proposed, Horizon.AUTOMATIC, SAMPLED);
            check(exact.proposed(), sampled.proposed(), slot);
            check(exact.removed(), sampled.removed(), sampled.present().precision(), slot);
            assertThat(Forecaster.whatIf(items, proposed, Horizon.AUTOMATIC, SAMPLED))
                    .as("the same draw gives the same answer")
                    .isEqualTo(sampled);
        }
    }

    /** Bursts and pauses, a few lifetimes that many share, some items a hundred times as large, hot ones written over, LSNs that jump. */
    private static void fill(Items items, MovableClock clock, Random random) {
        boolean rewritten = random.nextBoolean();
        int[] lifetimes = {10 + random.nextInt(100), 3600, 86_400, 100_000_000, -1};
        boolean jumping = random.nextBoolean();
        for (int i = 0; i < ITEMS; i++) {
            if (jumping && random.nextInt(3000) == 0) {
                items.skipLsns(1L << random.nextInt(41));
            }
            if (random.nextInt(random.nextInt(10) == 0 ? 20 : 2000) == 0) {
                clock.advance(Duration.ofSeconds(random.nextInt(1000)));
            }
            int which = random.nextInt(12);
            String ttl = which < lifetimes.length ? ",\"ttl\":" + lifetimes[which] : "";
            String filler = "x".repeat(random.nextInt(100) == 0 ? 2000 : 20);
            int id = rewritten && random.nextInt(3) > 0 ? random.nextInt(50) : i;
            upsert(items, "{\"id\":\"" + id + "\"" + ttl + ",\"f\":\"" + filler + "\"}");
        }
        if (rewritten) {
            // Most of the feed is empty but for its end.
            for (int i = 0; i < ITEMS / 4; i++) {
                upsert(items, "{\"id\":\"late" + i + "\"}");
            }
        }
    }

    private static void upsert(Items items, String json) {
        items.writer()
                .upsert(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
    }

    private void check(Forecast exact, Forecast sampled, String slot) {
        assertThat(exact.precision().exact()).isTrue();
        assertThat(sampled.precision().exact()).isFalse();
        assertThat(sampled.precision().entries()).as(slot).isLessThan(4000);
        assertThat(sampled.live().plus(sampled.expired()).items())
                .as(slot)
                .isCloseTo(exact.live().plus(exact.expired()).items(), within(60L));
        Precision precision = sampled.precision();
        check(exact.expired(), sampled.expired(), precision, slot);
        check(exact.later(), sampled.later(), precision, slot);
        check(exact.never(), sampled.never(), precision, slot);
        for (int i = 0; i < exact.buckets().size(); i++) {
            check(
                    exact.buckets().get(i).amount(),
                    sampled.buckets().get(i).amount(),
                    precision,
                    slot + ", bucket " + i);
        }
    }

    private void check(Amount exact, Amount sampled, Precision precision, String slot) {
        long offItems = Math.abs(exact.items() - sampled.items());
        long offBytes = Math.abs(exact.bytes() - sampled.bytes());
        numbers += 2;
        kept += (offItems <= precision.errorItems() ? 1 : 0) + (offBytes <= precision.errorBytes() ? 1 : 0);
        assertThat(offItems).as(slot + ": " + exact).isLessThanOrEqualTo(2 * precision.errorItems());
        assertThat(offBytes).as(slot + ": " + exact).isLessThanOrEqualTo(2 * precision.errorBytes());
        assertThat(precision.errorItems()).as("a promise that says something").isLessThan(ITEMS / 10);
    }
}
