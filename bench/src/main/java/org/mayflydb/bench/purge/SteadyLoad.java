package org.mayflydb.bench.purge;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Row;
import org.mayflydb.key.PartitionKey;

/**
 * Clients that read, write, query and count at fixed times, and compare every answer with what it must be: an item that
 * stays is there, one that has expired is not.
 */
final class SteadyLoad {
    /** What may be expected of the items that expire. */
    enum Phase {
        ALIVE,
        /** The clock is being moved: either answer is right. */
        BETWEEN,
        EXPIRED
    }

    private static final int QUERIES_PER_SECOND = 1;

    /** Counting the whole container has to look at all that has expired, and would be a load of its own. */
    private static final double WHOLE_COUNTS_PER_SECOND = 1.0 / 60;

    private final Hoard hoard;
    private final Container container;
    private final int readsPerSecond;
    private final int writesPerSecond;
    private final long startNanos = System.nanoTime();
    private final LatencySeries reads = new LatencySeries();
    private final LatencySeries readsFromSchedule = new LatencySeries();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong longestCountNanos = new AtomicLong();
    private final AtomicInteger seed = new AtomicInteger();
    private volatile Phase phase = Phase.ALIVE;
    private volatile boolean over;
    private List<Thread> threads = List.of();

    SteadyLoad(Hoard hoard, int readsPerSecond, int writesPerSecond) {
        this.hoard = hoard;
        this.container = hoard.container();
        this.readsPerSecond = readsPerSecond;
        this.writesPerSecond = writesPerSecond;
    }

    void start() {
        threads = List.of(
                thread("reader", readsPerSecond, this::read),
                thread("writer", writesPerSecond, this::write),
                thread("querier", QUERIES_PER_SECOND, this::query),
                thread("counter", WHOLE_COUNTS_PER_SECOND, this::countAll));
        threads.forEach(Thread::start);
    }

    /** Moves the clock past every deadline. */
    void expire() {
        phase = Phase.BETWEEN;
        hoard.expire();
        phase = Phase.EXPIRED;
    }

    void stop() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        reads.finish();
        readsFromSchedule.finish();
    }

    /** How long it has been running. */
    int second() {
        return second(System.nanoTime());
    }

    /** How long reads took. */
    LatencySeries reads() {
        return reads;
    }

    /** How long reads took from the time at which they should have been sent. */
    LatencySeries readsFromSchedule() {
        return readsFromSchedule;
    }

    /** How many answers were not what they must be. */
    long wrong() {
        return wrong.get();
    }

    /** How many answers there were. */
    long answers() {
        return answers.get();
    }

    /** How long the slowest count of the whole container took. */
    double longestCountSeconds() {
        return longestCountNanos.get() / 1e9;
    }

    private int second(long nanos) {
        return (int) TimeUnit.NANOSECONDS.toSeconds(nanos - startNanos);
    }

    /** One call of a client, which should have been made at a time. */
    @FunctionalInterface
    private interface Call {
        void make(Random random, long scheduledNanos);
    }

    private Thread thread(String name, double perSecond, Call call) {
        Random random = new Random(seed.incrementAndGet());
        return new Thread(
                () -> {
                    double periodNanos = 1e9 / perSecond;
                    for (long i = 1; !over; i++) {
                        long scheduled = startNanos + (long) (i * periodNanos);
                        while (System.nanoTime() < scheduled && !over) {
                            LockSupport.parkNanos(Math.min(scheduled - System.nanoTime(), 100_000_000L));
                        }
                        if (!over) {
                            call.make(random, scheduled);
                            answers.incrementAndGet();
                        }
                    }
                },
                name);
    }

    private void read(Random random, long scheduledNanos) {
        boolean stays = random.nextBoolean();
        int number = stays ? random.nextInt(hoard.staying()) : hoard.staying() + random.nextInt(hoard.expiring());
        Phase before = phase;
        long start = System.nanoTime();
        boolean found = container
                .find(SampleItem.id(number), PartitionKey.of(SampleItem.tenant(number)))
                .isPresent();
        long end = System.nanoTime();
        check(stays ? found : isPossible(found, before));
        reads.add(second(start), end - start);
        readsFromSchedule.add(second(start), end - scheduledNanos);
    }

    private boolean isPossible(boolean found, Phase before) {
        return found ? before != Phase.EXPIRED : phase != Phase.ALIVE;
    }

    private void write(Random random, long scheduledNanos) {
        container.upsert(SampleItem.json(random.nextInt(hoard.staying()), Hoard.FOR_EVER));
    }

    private void query(Random random, long scheduledNanos) {
        int number = random.nextInt(hoard.staying());
        Phase before = phase;
        List<Row> rows = container
                .query("SELECT VALUE c.id FROM c WHERE c.country = 'DE' AND c.quantity < 50")
                .in(PartitionKey.of(SampleItem.tenant(number)))
                .rows();
        boolean stale = rows.stream().anyMatch(row -> number(row) >= hoard.staying());
        check(!stale || before != Phase.EXPIRED);
        countOfTenant(number % SampleItem.TENANTS);
    }

    private void countOfTenant(int tenant) {
        Phase before = phase;
        long counted = number(container
                .query("SELECT VALUE COUNT(1) FROM c")
                .in(PartitionKey.of(SampleItem.tenant(tenant)))
                .rows());
        long stay = members(tenant, hoard.staying());
        checkCount(counted, stay, members(tenant, hoard.staying() + hoard.expiring()), before);
    }

    /** How many of the first items belong to a tenant. */
    private static long members(int tenant, int items) {
        return (long) items / SampleItem.TENANTS + (items % SampleItem.TENANTS > tenant ? 1 : 0);
    }

    private static int number(Row row) {
        return SampleItem.number(String.valueOf(row.value()));
    }

    private void countAll(Random random, long scheduledNanos) {
        Phase before = phase;
        long start = System.nanoTime();
        long counted = number(container.query("SELECT VALUE COUNT(1) FROM c").rows());
        longestCountNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
        checkCount(counted, hoard.staying(), (long) hoard.staying() + hoard.expiring(), before);
    }

    private static long number(List<Row> rows) {
        return ((Number) Invariant.present(rows.get(0).value(), "a count is a number")).longValue();
    }

    private void checkCount(long counted, long staying, long all, Phase before) {
        check((counted == all && before != Phase.EXPIRED) || (counted == staying && phase != Phase.ALIVE));
    }

    private void check(boolean right) {
        if (!right) {
            wrong.incrementAndGet();
        }
    }
}
