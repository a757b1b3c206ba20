package org.mayflydb.conformance.history;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.conformance.history.EngineClient.NotAnswered;
import org.mayflydb.database.Engine;
import org.mayflydb.database.ParallelEngines;
import org.mayflydb.database.ParallelEngines.Peer;
import org.mayflydb.feed.ChangeText;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedPage;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.PartitionSpec;

/** One history of several engines on one store, and its judgement. */
final class SharedHistory implements AutoCloseable {
    private static final int CLIENTS = 5;
    private static final int FIRST_DEFAULT = 20;
    private static final List<Integer> DEFAULTS = List.of(Circumstances.OFF, -1, 8, FIRST_DEFAULT);
    private static final long STEP_MILLIS = 250;
    private static final int OPERATIONS_PER_STEP = 6;
    private static final long DAY_MILLIS = 86_400_000;
    private static final long DAY_SECONDS = 86_400;

    /** How far the time that requests are served at may be behind: clocks differ, and the slowest one counts, as last seen. */
    private static final long BEHIND_SECONDS = 15;

    private static final long AHEAD_SECONDS = 2;
    private static final int PARTITIONS_MAX = 6;
    private static final int FAULTS_PERCENT = 3;
    private static final int TRIES_MAX = 2_000;

    private final long seed;
    private final Random random;
    private final ParallelEngines engines;
    private final HistoryRecorder recorder;
    private final Circumstances circumstances = new Circumstances(FIRST_DEFAULT);
    private final AtomicLong moments = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Peer> suspended = new ArrayList<>();
    private final Map<String, Integer> incidents = new TreeMap<>();
    private final Set<Integer> numbers = new HashSet<>();
    private final Findings findings = new Findings();
    private final boolean oneClockAhead;
    private final long aheadSeconds;
    private final int engineCount;
    private int hosts;
    private int others;
    private int partitions = 1;
    private volatile boolean disturbed = true;

    SharedHistory(long seed, int operations) {
        this.seed = seed;
        this.random = new Random(seed);
        this.engines = new ParallelEngines(seed);
        this.recorder = new HistoryRecorder(operations, engines.second());
        // From the seed itself: the first number that is drawn is the same for many seeds in a row.
        this.engineCount = 2 + (int) Math.floorMod(seed, 2L);
        this.oneClockAhead = engineCount == 3 && Math.floorMod(seed, 3L) == 0;
        this.aheadSeconds = AHEAD_SECONDS + (oneClockAhead ? DAY_SECONDS : 0);
    }

    void run() throws InterruptedException, ExecutionException {
        for (int i = 0; i < engineCount; i++) {
            start();
        }
        Future<?> clock = threads.submit(this::passTime);
        create();
        engines.processes().forEach(process -> process.faults().unreliable(random.nextLong(), FAULTS_PERCENT));
        List<Future<?>> clients = new ArrayList<>();
        Map<String, String> etags = new ConcurrentHashMap<>();
        for (int i = 0; i < CLIENTS; i++) {
            Random own = new Random(seed * CLIENTS + i);
            clients.add(started(() -> work(own, new Workload(own, recorder, etags))));
        }
        Future<?> director = started(this::disturb);
        recorder.await(Integer.MAX_VALUE);
        disturbed = false;
        director.get();
        for (Future<?> client : clients) {
            client.get();
        }
        settle();
        judge();
        recorder.giveUp(new IllegalStateException("over"));
        clock.get();
    }

    private Future<?> started(Callable<Boolean> task) {
        return threads.submit(() -> {
            try {
                return task.call();
            } catch (Exception | Error failure) {
                recorder.giveUp(failure);
                throw failure;
            }
        });
    }

    private void start() {
        hosts++;
        boolean ahead = oneClockAhead && hosts == 1;
        Peer process = engines.start("host" + hosts, ahead ? DAY_MILLIS : random.nextInt(400) - 200L);
        if (disturbed && hosts > engineCount) {
            process.faults().unreliable(random.nextLong(), FAULTS_PERCENT);
        }
    }

    private long moment() {
        long moment = moments.incrementAndGet();
        circumstances.clockShows(engines.second(), moment);
        return moment;
    }

    /** A step of time after so many operations, or after a moment if they wait for it. */
    private boolean passTime() throws InterruptedException {
        while (!recorder.awaitFor(OPERATIONS_PER_STEP)) {
            engines.pass(STEP_MILLIS);
        }
        return true;
    }

    private static JsonObject properties(String id, int defaultTtl) {
        JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"" + id
                + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},"
                + "\"changeFeedPolicy\":{\"retentionDuration\":100000}}");
        return defaultTtl == Circumstances.OFF ? properties : properties.with("defaultTtl", JsonNumber.of(defaultTtl));
    }

    private void create() {
        ask(engine -> engine.createDatabase(EngineClient.DATABASE));
        note(ask(engine -> engine.createContainer(
                EngineClient.DATABASE,
                properties(EngineClient.CONTAINER, FIRST_DEFAULT),
                Throughput.manual(6_000 * (1 + random.nextInt(3))))));
    }

    private void note(ContainerRecord created) {
        for (PartitionSpec partition : created.partitions()) {
            findings.require(numbers.add(partition.number()), "A partition number is used twice", created);
        }
    }

    /** Asks one engine after the other until one does it. What is asked may have been done before. */
    private <T> T ask(Function<Engine, T> request) {
        MayflyException last = null;
        for (int i = 0; i < TRIES_MAX; i++) {
            for (Peer process : engines.processes()) {
                try {
                    if (!process.isSuspended()) {
                        return request.apply(process.engine());
                    }
                } catch (MayflyException failure) {
                    if (failure.status() != 410 && failure.status() != 503) {
                        throw failure;
                    }
                    last = failure;
                }
            }
            engines.awaitPassed(STEP_MILLIS);
        }
        throw new IllegalStateException("No engine does what is asked: " + engines.states(), last);
    }

    private Boolean work(Random own, Workload workload) {
        while (recorder.take(1) > 0) {
            recorder.add(List.of(perform(own, workload.next())));
        }
        return true;
    }

    /** Repeats it until an engine has answered, or may have done it. */
    private Event perform(Random own, Operation operation) {
        long second = engines.second();
        long invoked = moment();
        NotAnswered last = null;
        for (int i = 0; i < TRIES_MAX; i++) {
            List<Peer> running = List.copyOf(engines.processes());
            Peer process = running.get(own.nextInt(running.size()));
            Outcome outcome = null;
            boolean moved = false;
            try {
                outcome = EngineClient.perform(process.engine(), operation);
            } catch (NotAnswered unknown) {
                moved = unknown.moved;
                last = unknown;
            }
            if (process.isKilled()) {
                // A response that nobody gets.
                outcome = null;
            }
            if (outcome != null) {
                return new Event(
                        operation,
                        invoked,
                        moment(),
                        second - BEHIND_SECONDS,
                        engines.second() + aheadSeconds,
                        outcome);
            }
            if (!moved && operation.isWrite()) {
                return new Event(operation, invoked, Long.MAX_VALUE, second - BEHIND_SECONDS, Long.MAX_VALUE, null);
            }
            if (own.nextInt(running.size()) == 0) {
                engines.awaitPassed(STEP_MILLIS);
            }
        }
        throw new IllegalStateException("No engine does " + operation + ": " + engines.states(), last);
    }

    private Boolean disturb() {
        while (disturbed) {
            engines.awaitPassed(500L + random.nextInt(4_000));
            if (disturbed) {
                disturbOnce();
            }
        }
        return true;
    }

    private void count(String incident) {
        incidents.merge(incident, 1, Integer::sum);
    }

    private void disturbOnce() {
        List<Peer> running = new ArrayList<>(engines.processes());
        running.removeAll(suspended);
        int kind = random.nextInt(16);
        if (!suspended.isEmpty() && (kind < 3 || running.size() < 2)) {
            count("resumed");
            suspended.remove(random.nextInt(suspended.size())).resume();
        } else if (running.size() < 2) {
            count("started");
            start();
        } else if (kind < 6) {
            count("suspended");
            Peer process = running.get(random.nextInt(running.size()));
            process.suspend();
            suspended.add(process);
        } else if (kind < 8) {
            count("killed");
            running.get(random.nextInt(running.size())).kill();
        } else if (kind == 8) {
            count("stopped");
            attempt(running.get(random.nextInt(running.size()))::stop);
        } else if (kind == 9 && engines.processes().size() < engineCount) {
            count("started");
            start();
        } else if (kind == 10) {
            count("clocks moved");
            running.get(random.nextInt(running.size())).shiftClock(random.nextInt(500) - 250L);
        } else if (kind == 11 && partitions < PARTITIONS_MAX) {
            count("throughput raised");
            partitions++;
            attempt(() -> ask(engine -> engine.replaceOffer(
                    engine.container(EngineClient.DATABASE, EngineClient.CONTAINER),
                    offer -> Throughput.manual(6_000 * partitions),
                    null)));
        } else if (kind == 12) {
            count("containers created");
            createAnother();
        } else if (kind == 13) {
            changeDefault(DEFAULTS.get(random.nextInt(DEFAULTS.size())));
        } else {
            purge(running);
        }
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (MayflyException failing) {
            // It is done later, or not at all.
        }
    }

    private void purge(List<Peer> running) {
        count("purges");
        for (Peer process : running) {
            attempt(() -> process.engine()
                    .items(EngineClient.DATABASE, EngineClient.CONTAINER)
                    .removal()
                    .purge(200));
        }
    }

    /** Its numbers must be new. One of unknown outcome may be there already. */
    private void createAnother() {
        others++;
        String id = "other" + others;
        ContainerRecord created = ask(engine -> {
            ContainerRecord present = engine.findContainer(EngineClient.DATABASE, id);
            return present == null
                    ? engine.createContainer(EngineClient.DATABASE, properties(id, -1), Throughput.manual(12_000))
                    : present;
        });
        note(created);
        if (random.nextBoolean()) {
            ask(engine -> {
                if (engine.findContainer(EngineClient.DATABASE, id) != null) {
                    engine.deleteContainer(EngineClient.DATABASE, id);
                }
                return true;
            });
        }
    }

    private void changeDefault(int defaultTtl) {
        count("TTL changed");
        resumeOne();
        circumstances.defaultWillBe(defaultTtl, moment());
        ask(engine -> engine.replaceContainer(
                EngineClient.DATABASE, EngineClient.CONTAINER, properties(EngineClient.CONTAINER, defaultTtl)));
        circumstances.defaultIsChanged(moment());
    }

    private void resumeOne() {
        if (!suspended.isEmpty()) {
            suspended.remove(0).resume();
        }
    }

    /** Faults and disturbances end. */
    private void settle() {
        suspended.forEach(Peer::resume);
        engines.processes().forEach(process -> process.faults().disarm());
        engines.awaitPassed(40_000);
        for (String partition : Workload.partitions()) {
            for (String text : Workload.QUERIES) {
                recorder.add(List.of(perform(random, EngineClient.lookAt(partition, text))));
            }
        }
    }

    private void judge() {
        ContainerRecord last = ask(engine -> engine.container(EngineClient.DATABASE, EngineClient.CONTAINER));
        List<JsonObject> entries = new ArrayList<>();
        last.partitions().forEach(partition -> entries.addAll(log(partition)));
        List<Change> log = entries.stream().map(Translation::change).toList();
        checkNumbers(entries);
        HistoryCheck check = HistoryCheck.of(recorder.events(), log, circumstances);
        check.findings().forEach(findings::add);
        engines.failures().forEach(failure -> findings.add("A thread failed: " + failure));
        engines.end();
        engines.damage().forEach(damage -> findings.add("The store is damaged: " + damage));
    }

    private List<JsonObject> log(PartitionSpec partition) {
        return ask(engine -> {
            List<JsonObject> entries = new ArrayList<>();
            long lsn = 0;
            boolean atEnd = false;
            while (!atEnd) {
                FeedPage page = engine.changes(EngineClient.DATABASE, EngineClient.CONTAINER)
                        .page(new FeedRequest(
                                FeedMode.ALL_VERSIONS,
                                new ListScope(null, partition.range()),
                                new FeedStart.After(lsn),
                                100));
                byte[] text = ChangeText.of(
                        page.changes(),
                        engine.items(EngineClient.DATABASE, EngineClient.CONTAINER)
                                .partitionKey(),
                        true);
                JsonArray array = (JsonArray) JsonValue.parse("[" + new String(text, StandardCharsets.UTF_8) + "]");
                array.elements().forEach(entry -> entries.add((JsonObject) entry));
                lsn = page.lsn();
                atEnd = page.atEnd();
            }
            return entries;
        });
    }

    /** No resource id stands for two items, and no ETag for two versions. */
    private void checkNumbers(List<JsonObject> entries) {
        Map<String, String> creations = new TreeMap<>();
        Set<String> etags = new HashSet<>();
        for (JsonObject entry : entries) {
            if (entry.get("current") instanceof JsonObject item && item.has("id")) {
                Change change = Translation.change(entry);
                String rid = Translation.text(item, "_rid");
                if (change.type() == Change.Type.CREATE) {
                    @Nullable String other = creations.put(rid, change.toString());
                    findings.require(other == null, "A resource id is used twice", entry);
                }
                findings.require(etags.add(Translation.text(item, "_etag")), "An ETag is used twice", entry);
            }
        }
    }

    List<String> findings() {
        return findings.sentences();
    }

    String summary() {
        Map<String, Integer> statuses = new TreeMap<>();
        for (Event event : recorder.events()) {
            Outcome outcome = event.outcome();
            statuses.merge(outcome == null ? "unknown" : Integer.toString(outcome.status()), 1, Integer::sum);
        }
        return engineCount + " engines" + (oneClockAhead ? ", one clock a day ahead" : "") + ", " + recorder.size()
                + " operations " + statuses + ", " + incidents + "; seed " + seed;
    }

    @Override
    public void close() {
        recorder.giveUp(new IllegalStateException("over"));
        engines.close();
        threads.shutdownNow();
    }
}
