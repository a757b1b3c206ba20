package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Repeats attacks until it is stopped, and counts what the server did about each.
 *
 * <p>Attackers and server share the processors, so the attacks are limited: cheap ones take turns on two threads with a pause
 * after each, costly ones take turns on one thread that rests three times as long as the attack took, so that at most a
 * quarter of one processor is spent on them; those that hold connections have a thread each and only wait.
 */
final class AttackRun {
    private static final int CHEAP_THREADS = 2;
    private static final long CHEAP_PAUSE_NANOS = 50_000_000;
    private static final int REST_FACTOR = 3;
    private static final long REST_NANOS_MIN = 20_000_000;
    private static final String CUT_OFF = "cut off";

    private final Target target;
    private final long seed;
    private final Map<Attack, Map<String, Integer>> outcomes = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    AttackRun(int port, int directPort, InstantSource clock, String only, long seed) {
        this.target = new Target(port, directPort, clock, () -> stopped);
        this.seed = seed;
        List<Attack> attacks = new ArrayList<>(HttpAttacks.all());
        attacks.addAll(DirectAttacks.all());
        attacks.addAll(RequestAttacks.all());
        attacks.addAll(CatalogAttacks.all());
        attacks.addAll(HeldAttacks.all());
        attacks.removeIf(attack -> !attack.name().contains(only));
        attacks.forEach(attack -> outcomes.put(attack, new TreeMap<>()));
    }

    /** Every attack of this pace, once. */
    void once(Attack.Pace pace) {
        Random random = new Random(seed);
        of(pace).forEach(attack -> perform(attack, random));
    }

    void start() {
        List<Attack> cheap = of(Attack.Pace.CHEAP);
        for (int i = 0; i < CHEAP_THREADS && !cheap.isEmpty(); i++) {
            int first = i;
            start("cheap-" + i, () -> {
                Random random = new Random(seed + first);
                for (int turn = first; !stopped; turn += CHEAP_THREADS) {
                    perform(cheap.get(turn % cheap.size()), random);
                    LockSupport.parkNanos(CHEAP_PAUSE_NANOS);
                }
            });
        }
        List<Attack> costly = of(Attack.Pace.COSTLY);
        start("costly", () -> {
            Random random = new Random(seed + CHEAP_THREADS);
            for (int turn = 0; !stopped && !costly.isEmpty(); turn++) {
                long begin = System.nanoTime();
                perform(costly.get(turn % costly.size()), random);
                LockSupport.parkNanos(Math.max(REST_NANOS_MIN, REST_FACTOR * (System.nanoTime() - begin)));
            }
        });
        for (Attack attack : of(Attack.Pace.HELD)) {
            start(attack.name(), () -> {
                Random random = new Random(seed + attack.name().hashCode());
                while (!stopped) {
                    perform(attack, random);
                    target.rest(1000);
                }
            });
        }
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, "attack-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private List<Attack> of(Attack.Pace pace) {
        return outcomes.keySet().stream()
                .filter(attack -> attack.pace() == pace)
                .toList();
    }

    private void perform(Attack attack, Random random) {
        String outcome;
        try {
            outcome = attack.act().once(target, random);
        } catch (IOException failure) {
            outcome = CUT_OFF;
        } catch (RuntimeException failure) {
            outcome = String.valueOf(failure.getMessage()).lines().findFirst().orElse("failed");
        }
        synchronized (outcomes) {
            outcomes.getOrDefault(attack, Map.of()).merge(outcome, 1, Integer::sum);
        }
    }

    /** How many attacks ended as they must not. */
    int unexpected() {
        int count = 0;
        synchronized (outcomes) {
            for (Map.Entry<Attack, Map<String, Integer>> attack : outcomes.entrySet()) {
                for (Map.Entry<String, Integer> outcome : attack.getValue().entrySet()) {
                    count += isRight(attack.getKey(), outcome.getKey()) ? 0 : outcome.getValue();
                }
            }
        }
        return count;
    }

    /** How many attacks of these paces did not take place once. One that the end of the run interrupted did not. */
    long neverProven(Set<Attack.Pace> paces) {
        synchronized (outcomes) {
            return outcomes.entrySet().stream()
                    .filter(attack -> paces.contains(attack.getKey().pace()))
                    .filter(attack -> attack.getValue().keySet().stream()
                            .noneMatch(outcome ->
                                    attack.getKey().expected().matcher(outcome).matches()))
                    .count();
        }
    }

    /** Any request may be refused with 429 while the server has too much to do; that proves nothing about the attack. */
    private static boolean isRight(Attack attack, String outcome) {
        return outcome.equals("interrupted")
                || outcome.equals("429")
                || attack.expected().matcher(outcome).matches();
    }

    void print(PrintWriter out) {
        synchronized (outcomes) {
            outcomes.forEach((attack, counts) -> out.printf(
                    Locale.ROOT,
                    "  %-42s %7d  %s%s%n",
                    attack.name(),
                    counts.values().stream().mapToInt(Integer::intValue).sum(),
                    counts,
                    counts.keySet().stream().allMatch(outcome -> isRight(attack, outcome)) ? "" : "  UNEXPECTED"));
        }
        out.flush();
    }
}
