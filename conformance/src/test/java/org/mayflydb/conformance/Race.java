package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Page;
import org.mayflydb.storage.FaultyStore;

/**
 * Threads that write, a thread that purges, and one that changes the default, moves the clock and lets the store fail, all
 * at once, round after round. Between the rounds nobody moves, and everything the database shows is compared.
 */
final class Race implements AutoCloseable {
    private static final Instant START = Instant.ofEpochSecond(1_794_700_800L);
    private static final int WRITERS = 4;
    private static final int PURGED_MAX = 20;
    private static final int PAGE_ITEMS = 100;

    /** After a round every lifetime of a scale that does not cross rounds is over, and none of the longer ones. */
    private static final int SECONDS_PER_ROUND = 1000;

    private static final int CLOCK_SECONDS_MAX = 9;

    private final Ground ground;
    private final Random random;
    private final MovableClock clock = MovableClock.startingAt(START);
    private final Mayfly mayfly;
    private final Container container;
    private final List<RaceWriter> writers = new ArrayList<>();
    private List<String> storedAtSwitch = List.of();
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2);

    Race(Ground ground, long seed) {
        this.ground = ground;
        this.random = new Random(seed);
        this.mayfly = Mayfly.builder()
                .clock(clock)
                .backgroundPurge(false)
                .durability(ground.durability())
                .open(ground.store());
        // Two partitions.
        this.container = mayfly.createDatabase("race")
                .createContainer(
                        ContainerSpec.named("items").partitionKey("/pk").throughput(12_000));
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new RaceWriter(container, i, random.nextLong()));
        }
    }

    /** Lets everybody run once, and compares. */
    void round() throws InterruptedException, ExecutionException {
        RaceBounds bounds = bounds();
        changeDefault(bounds.defaults().get(0));
        AtomicBoolean written = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        Random fate = new Random(random.nextLong());
        Random sizes = new Random(random.nextLong());
        List<Future<?>> running = new ArrayList<>();
        writers.forEach(writer -> running.add(threads.submit(() -> writer.write(bounds))));
        Future<?> governing = threads.submit(() -> until(written, () -> govern(bounds, fate)));
        Future<?> purging = threads.submit(() -> until(over, () -> purge(sizes)));
        try {
            await(running);
            written.set(true);
            governing.get();
            switchOffDuringPurge();
        } finally {
            written.set(true);
            over.set(true);
            purging.get();
        }
        compare(bounds);
        clock.advance(Duration.ofSeconds(SECONDS_PER_ROUND));
    }

    private static void await(List<Future<?>> running) throws InterruptedException, ExecutionException {
        for (Future<?> each : running) {
            each.get();
        }
    }

    /** From the moment on that expiry is off nothing may be purged, not even by a step that had begun before. */
    private void switchOffDuringPurge() {
        if (ground.store() instanceof FaultyStore faulty) {
            faulty.disarm();
        }
        container.removeDefaultTtl();
        storedAtSwitch = texts();
    }

    private static void until(AtomicBoolean over, Runnable step) {
        while (!over.get()) {
            step.run();
        }
    }

    private void purge(Random sizes) {
        Outcome<Integer> purged =
                Outcome.of(() -> container.purge(1 + sizes.nextInt(PURGED_MAX)).items());
        assertThat(purged.failure()).isIn(null, FailureCode.UNAVAILABLE);
    }

    private void govern(RaceBounds bounds, Random fate) {
        switch (fate.nextInt(4)) {
            case 0 -> {
                int chosen =
                        bounds.defaults().get(fate.nextInt(bounds.defaults().size()));
                Outcome<Boolean> changed = Outcome.of(() -> {
                    changeDefault(chosen);
                    return true;
                });
                assertThat(changed.failure()).isIn(null, FailureCode.UNAVAILABLE);
            }
            case 1 -> {
                if (now() < bounds.until()) {
                    clock.advance(Duration.ofSeconds(1));
                }
            }
            case 2 -> {
                if (ground.store() instanceof FaultyStore faulty && !faulty.isArmed()) {
                    Step.Fault[] faults = Step.Fault.values();
                    Subject.arm(faulty, faults[fate.nextInt(faults.length)], 1 + fate.nextInt(40));
                }
            }
            default -> Thread.onSpinWait();
        }
    }

    private void compare(RaceBounds bounds) {
        assertThat(texts()).as("stored after expiry was switched off").isEqualTo(storedAtSwitch);
        Map<String, Item> stored = new HashMap<>();
        list().forEach(item -> stored.put((String) item.toMap().get("id"), item));
        writers.forEach(writer -> writer.settle(stored, bounds));

        int defaultTtl = bounds.defaults().get(random.nextInt(bounds.defaults().size()));
        changeDefault(defaultTtl);
        RaceBounds exact = RaceBounds.exactly(now(), defaultTtl);
        List<String> visible = writers.stream()
                .flatMap(writer -> writer.visible(exact).stream())
                .toList();
        assertThat(list().stream().map(item -> (String) item.toMap().get("id")))
                .containsExactlyInAnyOrderElementsOf(visible);
        assertThat(container.usage().items()).isEqualTo(visible.size());
        assertThat(container.query("SELECT VALUE COUNT(1) FROM c").rows().get(0).value())
                .hasToString(Integer.toString(visible.size()));
        assertThat(container
                        .query("SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0")
                        .rows()
                        .get(0)
                        .value())
                .hasToString(Integer.toString(visible.size()));
    }

    private List<String> texts() {
        return list().stream().map(Item::json).toList();
    }

    private List<Item> list() {
        List<Item> items = new ArrayList<>();
        Optional<String> continuation = Optional.empty();
        do {
            Page page = container.list(null, PAGE_ITEMS, continuation.orElse(null));
            items.addAll(page.items());
            continuation = Optional.ofNullable(page.continuation());
        } while (continuation.isPresent());
        return items;
    }

    /** In some rounds every item is certainly alive or certainly expired; in others much depends on who comes first. */
    private RaceBounds bounds() {
        List<Integer> brief = List.of(100, 300, 500);
        List<Integer> tight = List.of(1, 4, 8, 1000, 1004);
        List<Integer> endless = List.of(RaceBounds.OFF, RaceBounds.FOR_EVER, 1_000_000);
        List<Integer> anything = List.of(RaceBounds.OFF, RaceBounds.FOR_EVER, 1, 8, 300, 1004, 1_000_000);
        List<List<Integer>> choices = List.of(brief, brief, tight, endless, List.of(RaceBounds.FOR_EVER), anything);
        return new RaceBounds(
                now(), now() + random.nextInt(1 + CLOCK_SECONDS_MAX), choices.get(random.nextInt(choices.size())));
    }

    private void changeDefault(int seconds) {
        if (seconds == RaceBounds.OFF) {
            container.removeDefaultTtl();
        } else {
            container.defaultTtlSeconds(seconds);
        }
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    /** Ends the use of the database and checks what it leaves. */
    void check() {
        mayfly.close();
        ground.reopen();
        assertThat(StoreCheck.run(ground.store()).findings()).isEmpty();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        ground.close();
    }
}
