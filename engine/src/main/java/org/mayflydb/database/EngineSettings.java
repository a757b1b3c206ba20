package org.mayflydb.database;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.SystemTime;
import org.mayflydb.catalog.TimeToLive;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.item.ItemRules;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.storage.Durability;

/**
 * How an engine behaves.
 *
 * @param clock what time it is
 * @param durability what an acknowledged write promises
 * @param itemRules what an item's {@code "ttl": null} means
 * @param nullDefaultTtl what a {@code "defaultTtl": null} means when a container is created
 * @param random for numbers that must not be guessed or repeated
 * @param background where indexes are rebuilt, one short step after another; null for a thread of the engine's own
 * @param purgeTimer runs the steps of the purge of expired items, of trimming logs and of removing deleted partition
 *     keys; {@link StepTimer#NEVER} leaves it to the program, null
 *     is for a thread of the engine's own
 * @param queryLimits what one request to run a query may take
 * @param throughput whether requests are limited by their throughput
 * @param clockRules how the machine's clock is watched for jumps; null for a clock that is trusted whatever it shows
 * @param listener hears what an operator should know
 * @param loadMeter what the purge goes by where throughput is not limited
 */
public record EngineSettings(
        InstantSource clock,
        Durability durability,
        ItemRules itemRules,
        TimeToLive.NullPolicy nullDefaultTtl,
        RandomGenerator random,
        @Nullable Executor background,
        @Nullable StepTimer purgeTimer,
        QueryLimits queryLimits,
        ThroughputRules throughput,
        ClockWatch.@Nullable Rules clockRules,
        EngineListener listener,
        LoadMeter loadMeter) {

    /** The machine's clock, synced writes, and the meanings of null that the first documents of the service gave. */
    public static EngineSettings defaults() {
        return new EngineSettings(
                SystemTime.source(),
                Durability.SYNCED,
                ItemRules.DEFAULT,
                TimeToLive.NullPolicy.OFF,
                new SecureRandom(),
                null,
                null,
                QueryLimits.DEFAULT,
                ThroughputRules.METERED,
                ClockWatch.Rules.system(),
                EngineListener.NONE,
                new ProcessorMeter());
    }

    /** Another clock, which the program answers for: it is trusted whatever it shows. */
    public EngineSettings withClock(InstantSource newClock) {
        return new EngineSettings(
                newClock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                null,
                listener,
                loadMeter);
    }

    public EngineSettings withDurability(Durability newDurability) {
        return new EngineSettings(
                clock,
                newDurability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                clockRules,
                listener,
                loadMeter);
    }

    public EngineSettings withItemRules(ItemRules newRules) {
        return new EngineSettings(
                clock,
                durability,
                newRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                clockRules,
                listener,
                loadMeter);
    }

    public EngineSettings withNullDefaultTtl(TimeToLive.NullPolicy newMeaning) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                newMeaning,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                clockRules,
                listener,
                loadMeter);
    }

    public EngineSettings withBackground(Executor newBackground) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                newBackground,
                purgeTimer,
                queryLimits,
                throughput,
                clockRules,
                listener,
                loadMeter);
    }

    public EngineSettings withQueryLimits(QueryLimits newLimits) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                newLimits,
                throughput,
                clockRules,
                listener,
                loadMeter);
    }

    public EngineSettings withThroughput(ThroughputRules newRules) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                newRules,
                clockRules,
                listener,
                loadMeter);
    }

    public EngineSettings withPurgeTimer(@Nullable StepTimer newTimer) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                newTimer,
                queryLimits,
                throughput,
                clockRules,
                listener,
                loadMeter);
    }

    /** Watches the machine's clock, which the engine's clock goes by. */
    public EngineSettings withClockRules(ClockWatch.@Nullable Rules newRules) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                newRules,
                listener,
                loadMeter);
    }

    public EngineSettings withListener(EngineListener newListener) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                clockRules,
                newListener,
                loadMeter);
    }

    public EngineSettings withLoadMeter(LoadMeter newMeter) {
        return new EngineSettings(
                clock,
                durability,
                itemRules,
                nullDefaultTtl,
                random,
                background,
                purgeTimer,
                queryLimits,
                throughput,
                clockRules,
                listener,
                newMeter);
    }
}
