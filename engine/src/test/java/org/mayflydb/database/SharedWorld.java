package org.mayflydb.database;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.node.Node;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.NodeClocks;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.ttl.LiveItem;

/**
 * Several whole engines on one store in memory, each behind faults of its own. Time passes when a test says so, and everything runs on
 * the thread of the test; what one engine waits for, the others do meanwhile.
 */
final class SharedWorld implements AutoCloseable {
    static final LeaseTimes TIMES = LeaseTimes.DEFAULT;
    private static final long START = 1_794_700_800_000L;
    private static final long STEP = 500;

    final Store store;
    final List<Member> members = new ArrayList<>();
    private final SplittableRandom random;
    private long monotonic;

    SharedWorld(long seed) {
        this(seed, new MemoryStore());
    }

    SharedWorld(long seed, Store store) {
        this.random = new SplittableRandom(seed);
        this.store = store;
    }

    /** One of the engines. */
    final class Member implements NodeClocks {
        final WatchedStore watched = new WatchedStore(store);
        final FaultyStore faults = new FaultyStore(watched);
        final String host;
        long offset;
        boolean running = true;
        private final Queue<Runnable> jobs = new ArrayDeque<>();
        private long nextRenewal;
        private long nextPoll;
        private @Nullable Engine engine;

        Member(String host, long offset) {
            this.host = host;
            this.offset = offset;
        }

        @Override
        public long monotonic() {
            return monotonic;
        }

        @Override
        public long wall() {
            return START + monotonic + offset;
        }

        Engine engine() {
            return Objects.requireNonNull(engine);
        }

        Node node() {
            return Objects.requireNonNull(engine().node());
        }

        private void open() {
            nextRenewal = monotonic + TIMES.renewal();
            nextPoll = monotonic + TIMES.poll();
            engine = Engine.open(
                    faults,
                    EngineSettings.defaults()
                            .withClock(() -> Instant.ofEpochMilli(wall()))
                            .withBackground(jobs::add)
                            .withPurgeTimer(StepTimer.NEVER)
                            .withSharing(new SharingSettings(
                                    TIMES,
                                    host,
                                    this,
                                    () -> new UUID(random.nextLong(), random.nextLong()),
                                    SharedWorld.this::pass,
                                    SharedWorld.this::changeCatalog,
                                    false)));
        }

        /** Does what is due, as its threads would. A store that fails now works again later. */
        private void tick() {
            if (!running || engine == null) {
                return;
            }
            if (monotonic >= nextRenewal) {
                nextRenewal = monotonic + TIMES.renewal();
                attempt(node()::renew);
            }
            if (monotonic >= nextPoll) {
                nextPoll = monotonic + TIMES.poll();
                attempt(node()::poll);
                attempt(node()::balance);
                attempt(node()::collect);
            }
            Runnable job = jobs.poll();
            if (job != null) {
                job.run();
            }
        }

        private void attempt(Runnable work) {
            try {
                work.run();
            } catch (MayflyException failing) {
                // The next tick tries again.
            }
        }

        /** Stops for good, as by kill -9. */
        void kill() {
            running = false;
        }

        /** Neither renews nor polls until {@link #resume}, but takes requests: a process that is suspended in the middle of them. */
        void suspend() {
            running = false;
        }

        void resume() {
            running = true;
        }

        /** Stops cleanly. */
        void stop() {
            engine().close();
            running = false;
        }
    }

    /** Starts an engine whose wall clock is so many milliseconds ahead. */
    Member start(String host, long offset) {
        Member member = new Member(host, offset);
        members.add(member);
        member.open();
        return member;
    }

    /** The time in milliseconds by a clock that is right. */
    long now() {
        return START + monotonic;
    }

    /** Lets time pass, while all running engines do their work. */
    void pass(long millis) {
        long until = monotonic + millis;
        while (monotonic < until) {
            monotonic = Math.min(until, monotonic + STEP);
            List.copyOf(members).forEach(Member::tick);
        }
    }

    private boolean changeCatalog(UUID owner, CatalogEdit edit) {
        for (Member member : members) {
            if (member.running && owner.equals(member.node().id())) {
                return member.engine().changeCatalog(edit);
            }
        }
        return false;
    }

    /** Runs what happens in the middle of a commit on another thread: one that commits must not open containers. */
    static void aside(Runnable events) {
        CompletableFuture.runAsync(events, task -> new Thread(task).start()).join();
    }

    /** Long enough for another engine to take what a dead one had. */
    void passFailOver() {
        pass(3 * TIMES.lease());
    }

    /** Asks one engine after the other until one owns what the request needs, and waits if none does. */
    <T> T ask(Function<Engine, T> request) {
        MayflyException moved = null;
        for (int round = 0; round < 60; round++) {
            for (Member member : List.copyOf(members)) {
                if (!member.running) {
                    continue;
                }
                try {
                    return request.apply(member.engine());
                } catch (MayflyException failure) {
                    if (failure.code() != FailureCode.COMPLETING_MOVE) {
                        throw failure;
                    }
                    moved = failure;
                }
            }
            pass(STEP);
        }
        throw Objects.requireNonNull(moved);
    }

    ContainerRecord createContainer(String id, @Nullable Integer defaultTtl, int partitions) {
        if (ask(engine -> engine.databases().isEmpty())) {
            ask(engine -> engine.createDatabase("d"));
        }
        return ask(engine -> engine.createContainer(
                "d", SteppedEngine.properties(id, defaultTtl), Throughput.manual(6_000 * partitions)));
    }

    void changeTtl(String container, @Nullable Integer defaultTtl) {
        ask(engine -> engine.replaceContainer("d", container, SteppedEngine.properties(container, defaultTtl)));
    }

    /** The engine that serves a partition key; null if none does. */
    @Nullable
    Member ownerOf(String container, String key) {
        for (Member member : members) {
            if (member.running) {
                try {
                    items(member, container)
                            .writer()
                            .read("?", key(key), ItemConditions.NONE)
                            .join();
                } catch (MayflyException answer) {
                    if (answer.code() == FailureCode.NOT_FOUND) {
                        return member;
                    }
                }
            }
        }
        return null;
    }

    static Items items(Member member, String container) {
        return member.engine().items("d", container);
    }

    void upsert(String container, String key, long value, @Nullable Integer ttl) {
        ask(engine -> engine.items("d", container)
                .writer()
                .upsert(item(key, value, ttl), WriteOptions.NONE.withPartitionKey(key(key)))
                .join());
    }

    /** The value of an item; null if there is none. */
    @Nullable
    Long read(String container, String key) {
        return ask(engine -> new Found(value(engine, container, key))).value;
    }

    private record Found(@Nullable Long value) {}

    static @Nullable Long value(Engine engine, String container, String key) {
        try {
            LiveItem item = Objects.requireNonNull(engine.items("d", container)
                    .reads()
                    .read(key, key(key), ItemConditions.NONE)
                    .item());
            JsonObject json = (JsonObject) JsonValue.parse(new String(item.json(), StandardCharsets.UTF_8));
            return (long) ((JsonNumber) Objects.requireNonNull(json.get("v"))).doubleValue();
        } catch (NotFoundException absent) {
            return null;
        }
    }

    static PartitionKey key(String key) {
        return PartitionKey.of(key);
    }

    static byte[] item(String key, long value, @Nullable Integer ttl) {
        return ("{\"id\":\"" + key + "\",\"v\":" + value + (ttl == null ? "" : ",\"ttl\":" + ttl) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    PartitionHead head(int partition) {
        return PartitionHead.stored(store.partition(partition));
    }

    @Override
    public void close() {
        store.close();
    }
}
