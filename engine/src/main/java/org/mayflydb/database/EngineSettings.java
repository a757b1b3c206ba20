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
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.storage.Durability;

/**
 * How an engine behaves.
 *
 * @param durability what an acknowledged write promises
 * @param random for numbers that must not be guessed or repeated
 * @param listener receives what an operator should know
 * @param sharing how the store is shared with other processes; null if this process has it to itself
 */
public record EngineSettings(
        Time time,
        Rules rules,
        Jobs jobs,
        Durability durability,
        RandomGenerator random,
        EngineListener listener,
        @Nullable SharingSettings sharing) {

    /**
     * The engine's time.
     *
     * @param clockRules how the machine's clock is watched for jumps; null for a clock that is trusted whatever it shows
     */
    public record Time(InstantSource clock, ClockWatch.@Nullable Rules clockRules) {}

    /**
     * The rules for requests.
     *
     * @param nullDefaultTtl what {@code "defaultTtl": null} means when a container is created
     * @param queries what one request to run a query may use
     * @param throughput whether requests are limited by their throughput
     */
    public record Rules(
            ItemRules items, TimeToLive.NullPolicy nullDefaultTtl, QueryLimits queries, ThroughputRules throughput) {}

    /**
     * How background jobs run.
     *
     * @param executor runs the steps of index rebuilds and splits, without pauses; null for threads of the engine's own
     * @param purgeTimer runs the steps of the purge, of trimming logs and of removing deleted partition keys; {@link
     *     StepTimer#NEVER} leaves them to the program, null is for threads of the engine's own
     * @param loadMeter measures the load that the purge yields to where throughput is not limited
     */
    public record Jobs(
            @Nullable Executor executor, @Nullable StepTimer purgeTimer, LoadMeter loadMeter) {}

    /** The machine's clock, synced writes, and the meanings of null that the first documents of the service gave. */
    public static EngineSettings defaults() {
        return new EngineSettings(
                new Time(SystemTime.source(), ClockWatch.Rules.system()),
                new Rules(ItemRules.DEFAULT, TimeToLive.NullPolicy.OFF, QueryLimits.DEFAULT, ThroughputRules.METERED),
                new Jobs(null, null, new ProcessorMeter()),
                Durability.SYNCED,
                new SecureRandom(),
                EngineListener.NONE,
                null);
    }

    /** Uses a clock that the program is responsible for: it is trusted whatever it shows. */
    public EngineSettings withClock(InstantSource clock) {
        return with(new Time(clock, null));
    }

    /** Watches the machine's clock, which the engine's clock must follow. */
    public EngineSettings withClockRules(ClockWatch.@Nullable Rules clockRules) {
        return with(new Time(time.clock, clockRules));
    }

    public EngineSettings withItemRules(ItemRules items) {
        return with(new Rules(items, rules.nullDefaultTtl, rules.queries, rules.throughput));
    }

    public EngineSettings withNullDefaultTtl(TimeToLive.NullPolicy nullDefaultTtl) {
        return with(new Rules(rules.items, nullDefaultTtl, rules.queries, rules.throughput));
    }

    public EngineSettings withQueryLimits(QueryLimits queries) {
        return with(new Rules(rules.items, rules.nullDefaultTtl, queries, rules.throughput));
    }

    public EngineSettings withThroughput(ThroughputRules throughput) {
        return with(new Rules(rules.items, rules.nullDefaultTtl, rules.queries, throughput));
    }

    public EngineSettings withBackground(Executor executor) {
        return with(new Jobs(executor, jobs.purgeTimer, jobs.loadMeter));
    }

    public EngineSettings withPurgeTimer(@Nullable StepTimer purgeTimer) {
        return with(new Jobs(jobs.executor, purgeTimer, jobs.loadMeter));
    }

    public EngineSettings withLoadMeter(LoadMeter loadMeter) {
        return with(new Jobs(jobs.executor, jobs.purgeTimer, loadMeter));
    }

    public EngineSettings withDurability(Durability newDurability) {
        return new EngineSettings(time, rules, jobs, newDurability, random, listener, sharing);
    }

    public EngineSettings withListener(EngineListener newListener) {
        return new EngineSettings(time, rules, jobs, durability, random, newListener, sharing);
    }

    /** Shares the store with other processes. Every acknowledged write is then durable. */
    public EngineSettings withSharing(SharingSettings newSharing) {
        return new EngineSettings(time, rules, jobs, Durability.SYNCED, random, listener, newSharing);
    }

    private EngineSettings with(Time newTime) {
        return new EngineSettings(newTime, rules, jobs, durability, random, listener, sharing);
    }

    private EngineSettings with(Rules newRules) {
        return new EngineSettings(time, newRules, jobs, durability, random, listener, sharing);
    }

    private EngineSettings with(Jobs newJobs) {
        return new EngineSettings(time, rules, newJobs, durability, random, listener, sharing);
    }
}
