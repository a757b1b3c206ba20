package org.mayflydb.database;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** An engine in memory whose purge makes a turn when a test says so. */
final class SteppedEngine implements AutoCloseable {
    static final int LIFETIME_SECONDS = 10;

    final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    final FaultyStore store = new FaultyStore(TestStores.open());
    private final Queue<Turn> turns = new ArrayDeque<>();
    private final ThroughputRules throughput;
    Engine engine;

    /** @param delayMillis how long the purge wanted to wait for it */
    private record Turn(long delayMillis, Runnable step) {}

    /** An idle machine on which every step takes as long as it should, so that a full step has a hundred items. */
    private static final class EvenMeter implements LoadMeter {
        private long nanos;

        @Override
        public long nanoTime() {
            nanos += TimeUnit.MILLISECONDS.toNanos(PurgePace.STEP_MILLIS);
            return nanos;
        }

        @Override
        public double idleProcessors() {
            return 2;
        }
    }

    SteppedEngine() {
        this(ThroughputRules.METERED);
    }

    SteppedEngine(ThroughputRules throughput) {
        this.throughput = throughput;
        this.engine = open();
        engine.createDatabase("d");
    }

    private Engine open() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(clock)
                        .withThroughput(throughput)
                        .withLoadMeter(new EvenMeter())
                        .withPurgeTimer((delayMillis, step) -> turns.add(new Turn(delayMillis, step))));
    }

    /** Opens the database again, as after the end of a process. */
    void restart() {
        turns.clear();
        engine = open();
    }

    Items container(String id, @Nullable Integer defaultTtl) {
        engine.createContainer("d", properties(id, defaultTtl), null);
        return engine.items("d", id);
    }

    ContainerRecord containerIn(String databaseId, String id) {
        return engine.createContainer(databaseId, properties(id, LIFETIME_SECONDS), null);
    }

    void changeDefault(String id, @Nullable Integer defaultTtl) {
        engine.replaceContainer("d", id, properties(id, defaultTtl));
    }

    static JsonObject properties(String id, @Nullable Integer defaultTtl) {
        JsonObject properties =
                (JsonObject) JsonValue.parse("{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/id\"]}}");
        return defaultTtl == null ? properties : properties.with("defaultTtl", JsonNumber.of(defaultTtl));
    }

    /** A container with items that have expired. */
    Items expired(String id, int count) {
        return expired(id, count, null);
    }

    Items expired(String id, int count, @Nullable Throughput given) {
        engine.createContainer("d", properties(id, LIFETIME_SECONDS), given);
        return expire(engine.items("d", id), count);
    }

    Items expiredIn(String databaseId, String id, int count) {
        containerIn(databaseId, id);
        return expire(engine.items(databaseId, id), count);
    }

    private Items expire(Items items, int count) {
        create(items, count);
        clock.advance(Duration.ofSeconds(LIFETIME_SECONDS));
        return items;
    }

    static void createLarge(Items items, int count, int bytes) {
        for (int i = 0; i < count; i++) {
            items.writer()
                    .create(
                            ("{\"id\":\"" + i + "\",\"text\":\"" + "x".repeat(bytes) + "\"}")
                                    .getBytes(StandardCharsets.UTF_8),
                            WriteOptions.NONE)
                    .join();
        }
    }

    static void create(Items items, int count) {
        for (int i = 0; i < count; i++) {
            items.writer()
                    .create(("{\"id\":\"" + i + "\"}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                    .join();
        }
    }

    boolean isAwake() {
        return !turns.isEmpty();
    }

    /** How long the purge wants to wait before its next turn. */
    long delayMillis() {
        return turns.element().delayMillis;
    }

    /** Lets the purge make its next turn. */
    void turn() {
        turns.remove().step.run();
    }

    /** Makes turns until nothing is left to do for now; answers how many. */
    int turnsUntilIdle() {
        int made = 0;
        do {
            turn();
            made++;
        } while (isAwake() && delayMillis() < Purger.IDLE_MILLIS);
        return made;
    }

    @Override
    public void close() {
        engine.close();
    }
}
