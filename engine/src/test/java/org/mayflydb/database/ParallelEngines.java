package org.mayflydb.database;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.node.Node;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.NodeClocks;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * Several whole engines on one store in memory, each with faults, a clock and threads of its own, as if each were a process. Time
 * passes when {@link #pass} is called, and all threads of the engines run beside the caller.
 */
public final class ParallelEngines implements AutoCloseable {
    private static final LeaseTimes TIMES = LeaseTimes.DEFAULT;
    private static final long START = 1_794_700_800_000L;
    private static final int JOBS_PER_TURN = 20;
    private static final int COLLECT_EVERY = 4;

    /** How long the clock waits for threads that are behind. It only keeps idle processors from outrunning them. */
    private static final int PATIENCE_MILLIS = 20;

    private final Store store = new MemoryStore();
    private final List<Peer> processes = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final SplittableRandom random;
    private final Object time = new Object();
    private long monotonic; // guarded by time
    private volatile boolean over;

    public ParallelEngines(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** One of the engines. */
    public final class Peer implements NodeClocks {
        private final FaultyStore faults = new FaultyStore(new KeptOpen(store));
        private final GatedStore gate = new GatedStore(faults);
        private final String host;
        private final Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();
        private final List<Loop> loops = new CopyOnWriteArrayList<>();
        private volatile long offset;
        private volatile boolean stopped;
        private @Nullable Engine engine;
        private int polls;

        private Peer(String host, long offset) {
            this.host = host;
            this.offset = offset;
        }

        @Override
        public long monotonic() {
            synchronized (time) {
                return monotonic;
            }
        }

        @Override
        public long wall() {
            return START + monotonic() + offset;
        }

        /** Moves its clock forwards or back. */
        public synchronized void shiftClock(long millis) {
            offset += millis;
        }

        public Engine engine() {
            return Objects.requireNonNull(engine);
        }

        public FaultyStore faults() {
            return faults;
        }

        private Node node() {
            return Objects.requireNonNull(engine().node());
        }

        private void open() {
            engine = Engine.open(
                    gate,
                    EngineSettings.defaults()
                            .withClock(() -> Instant.ofEpochMilli(wall()))
                            .withBackground(jobs::add)
                            .withPurgeTimer(StepTimer.NEVER)
                            .withSharing(new SharingSettings(
                                    TIMES,
                                    host,
                                    this,
                                    ParallelEngines.this::newId,
                                    this::pause,
                                    ParallelEngines.this::changeCatalog,
                                    false)));
            loop(TIMES.renewal(), () -> node().renew());
            loop(TIMES.poll(), this::poll);
            loop(TIMES.poll() / 4, this::runJobs);
        }

        private void poll() {
            node().poll();
            node().balance();
            polls++;
            if (polls % COLLECT_EVERY == 0) {
                node().collect();
            }
        }

        private void runJobs() {
            for (int i = 0; i < JOBS_PER_TURN; i++) {
                Runnable job = jobs.poll();
                if (job == null) {
                    return;
                }
                job.run();
            }
        }

        private void loop(long everyMillis, Runnable work) {
            Loop loop = new Loop(everyMillis, work);
            loops.add(loop);
            Thread thread = new Thread(() -> run(loop), host);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        private void run(Loop loop) {
            try {
                while (!isOver()) {
                    awaitTime(loop.next);
                    if (isOver()) {
                        return;
                    }
                    try {
                        gate.pass();
                        loop.work.run();
                        loop.failure = null;
                    } catch (MayflyException failing) {
                        loop.failure = failing;
                    }
                    loop.next = monotonic() + loop.everyMillis;
                    wakeAll();
                }
            } catch (RuntimeException | Error failure) {
                if (!isOver()) {
                    failures.add(host + ": " + failure + " at " + List.of(failure.getStackTrace()));
                }
            }
        }

        private boolean isOver() {
            return over || stopped || gate.isKilled();
        }

        private void awaitTime(long until) {
            synchronized (time) {
                while (monotonic < until && !isOver()) {
                    await(0);
                }
            }
        }

        private void pause(long millis) {
            awaitTime(monotonic() + millis);
            gate.pass();
        }

        private boolean isBehind() {
            return !isOver() && gate.isOpen() && loops.stream().anyMatch(loop -> loop.next <= monotonic());
        }

        /** Its threads stop at the next call to the store. */
        public void suspend() {
            gate.suspend();
        }

        public void resume() {
            gate.resume();
        }

        public boolean isSuspended() {
            return !gate.isOpen() && !gate.isKilled();
        }

        /** Nothing that it does later has any effect. What it has sent may still arrive. */
        public void kill() {
            gate.kill();
            processes.remove(this);
            wakeAll();
        }

        public boolean isKilled() {
            return gate.isKilled();
        }

        /** Stops cleanly: gives its partitions away first. */
        public void stop() {
            stopped = true;
            processes.remove(this);
            wakeAll();
            engine().close();
            gate.kill();
        }
    }

    /** Regular work of a process. */
    private static final class Loop {
        final long everyMillis;
        final Runnable work;
        volatile long next;

        /** Why the last turn failed. The next one tries again. */
        volatile @Nullable MayflyException failure;

        Loop(long everyMillis, Runnable work) {
            this.everyMillis = everyMillis;
            this.work = work;
        }
    }

    /** The store outlives the engines. */
    private static final class KeptOpen extends ForwardingStore {
        KeptOpen(Store inner) {
            super(inner);
        }

        @Override
        public void close() {}
    }

    private UUID newId() {
        synchronized (random) {
            return new UUID(random.nextLong(), random.nextLong());
        }
    }

    private boolean changeCatalog(UUID owner, CatalogEdit edit) {
        for (Peer process : processes) {
            if (process.engine != null && owner.equals(process.node().id())) {
                process.gate.pass();
                return process.engine().changeCatalog(edit);
            }
        }
        return false;
    }

    /** Starts an engine whose wall clock is so many milliseconds ahead. */
    public Peer start(String host, long offset) {
        Peer process = new Peer(host, offset);
        process.open();
        processes.add(process);
        return process;
    }

    /** Those that were neither killed nor stopped. */
    public List<Peer> processes() {
        return processes;
    }

    /** What failed that must not fail. */
    public List<String> failures() {
        return failures;
    }

    /** What each engine is about, for messages. */
    public List<String> states() {
        List<String> states = new ArrayList<>(failures);
        for (Peer process : processes) {
            StringBuilder state = new StringBuilder(process.host)
                    .append(" ")
                    .append(process.node().id())
                    .append(process.node().hasLease() ? " has a lease" : " has no lease")
                    .append(process.isSuspended() ? ", suspended" : "");
            for (Loop loop : process.loops) {
                MayflyException failure = loop.failure;
                if (failure != null) {
                    state.append(", failed: ").append(failure).append(List.of(failure.getStackTrace()));
                }
                state.append(", next in ").append(loop.next - process.monotonic());
            }
            states.add(state.toString());
        }
        for (int number : store.partitionNumbers()) {
            PartitionHead head = PartitionHead.stored(store.partition(number));
            states.add("partition " + number + ": " + head.ownership() + " " + head.children());
        }
        return states;
    }

    /** The second that a right clock shows. */
    public long second() {
        synchronized (time) {
            return (START + monotonic) / 1000;
        }
    }

    /** Lets time pass, and waits a moment for the threads that have something to do now. */
    public void pass(long millis) {
        synchronized (time) {
            monotonic += millis;
            time.notifyAll();
            for (int i = 0; i < PATIENCE_MILLIS && processes.stream().anyMatch(Peer::isBehind); i++) {
                await(1);
            }
        }
    }

    /** Waits until so much time has passed. */
    public void awaitPassed(long millis) {
        synchronized (time) {
            long until = monotonic + millis;
            while (monotonic < until && !over) {
                await(0);
            }
        }
    }

    @SuppressWarnings("WaitNotInLoop") // every caller loops
    private void await(long millis) {
        try {
            time.wait(millis);
        } catch (InterruptedException stopped) {
            over = true;
        }
    }

    private void wakeAll() {
        synchronized (time) {
            time.notifyAll();
        }
    }

    /** What does not fit together in the store, which no engine may change any more. */
    public List<String> damage() {
        return StoreCheck.run(store).findings();
    }

    /** Ends all threads without a clean stop. */
    public void end() {
        over = true;
        processes.forEach(process -> process.gate.kill());
        wakeAll();
        processes.forEach(process -> process.threads.forEach(ParallelEngines::join));
    }

    private static void join(Thread thread) {
        try {
            thread.join(10_000);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end();
        store.close();
    }
}
