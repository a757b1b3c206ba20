package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.SharedWorld.Member;
import org.mayflydb.testing.Repetitions;

/**
 * Random requests to two and three engines that share a store, which loses and delays commits, while engines are suspended for longer
 * than a lease, are killed, stop and start, and their clocks differ and step. Every response is compared with what the responses before
 * it allow.
 */
class SharedEnginesModelTest {
    private static final int RUNS = 20;
    private static final int STEPS = 250;
    private static final int KEYS = 12;

    /** Clocks differ, and a node serves by the slowest one that it has seen lately. */
    private static final long SLACK_MILLIS = 6_000;

    private final long first = Long.getLong("mayfly.seed", 4_000);

    @Test
    void everyResponseFollowsFromThoseBefore() {
        int runs = Repetitions.of(RUNS);
        for (long seed = first; seed < first + runs; seed++) {
            try (Run run = new Run(seed)) {
                run.perform();
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("seed " + seed, failure);
            }
        }
    }

    /** What may be stored under a key. */
    private static final class Known {
        /** The values that a read may return; null for none. */
        final Set<@Nullable Long> possible = new HashSet<>();

        /** When a value expires at the earliest, and under its negative, at the latest: a write may have been repeated for a while. */
        final Map<Long, Long> expiry = new HashMap<>();

        /** Set once a read has found that it expired, until it is written or the rule changes. */
        boolean seenGone;

        Known() {
            possible.add(null);
        }
    }

    private static final class Run implements AutoCloseable {
        private final Random random;
        private final SharedWorld world;
        private final Map<String, Known> keys = new HashMap<>();
        private final List<Member> suspended = new ArrayList<>();
        private boolean ttlOn = true;
        private long lastValue;
        private int hosts;

        Run(long seed) {
            this.random = new Random(seed);
            this.world = new SharedWorld(seed);
            int engines = 2 + random.nextInt(2);
            for (int i = 0; i < engines; i++) {
                start();
            }
            world.createContainer("c", -1, 1 + random.nextInt(3));
            world.members.forEach(member -> member.faults.unreliable(random.nextLong(), 3));
            for (int i = 0; i < KEYS; i++) {
                keys.put("k" + i, new Known());
            }
        }

        private void start() {
            hosts++;
            world.start("host" + hosts, random.nextInt(400) - 200L);
        }

        void perform() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(20)) {
                    case 0 -> world.pass(random.nextInt(4_000));
                    case 1 -> disturb();
                    case 2 -> changeTtl();
                    case 3 -> purge();
                    case 4 -> split();
                    default -> {
                        String key = "k" + random.nextInt(KEYS);
                        if (random.nextBoolean()) {
                            read(key);
                        } else {
                            write(key);
                        }
                    }
                }
            }
            suspended.forEach(Member::resume);
            world.members.forEach(member -> member.faults.disarm());
            world.passFailOver();
            keys.keySet().forEach(this::read);
        }

        private List<Member> running() {
            return world.members.stream().filter(member -> member.running).toList();
        }

        private Member any(List<Member> members) {
            return members.get(random.nextInt(members.size()));
        }

        private void disturb() {
            List<Member> running = running();
            int kind = random.nextInt(6);
            if (kind == 0 && !suspended.isEmpty()) {
                suspended.remove(random.nextInt(suspended.size())).resume();
            } else if (running.size() < 2) {
                start();
            } else if (kind == 1) {
                any(running).kill();
            } else if (kind == 2) {
                attempt(any(running)::stop);
            } else if (kind == 3) {
                any(running).offset += random.nextInt(800) - 400L;
            } else {
                Member member = any(running);
                member.suspend();
                suspended.add(member);
                world.pass(random.nextInt(30_000));
            }
        }

        /** Returns false if it is not known to be done. */
        private boolean attempt(Runnable request) {
            try {
                request.run();
                return true;
            } catch (MayflyException failure) {
                assertThat(failure.code())
                        .isIn(FailureCode.COMPLETING_MOVE, FailureCode.UNAVAILABLE, FailureCode.OWNER_NOT_FOUND);
                return false;
            }
        }

        private void changeTtl() {
            boolean on = !ttlOn;
            for (int tries = 0; tries < 20; tries++) {
                if (attempt(() -> world.changeTtl("c", on ? -1 : null))) {
                    ttlOn = on;
                    keys.values().forEach(Run::ruleChanged);
                    return;
                }
                world.pass(5_000);
            }
            throw new AssertionError("the TTL cannot be changed");
        }

        /** What has expired may be purged, or be visible again. */
        private static void ruleChanged(Known known) {
            known.seenGone = false;
            if (!known.expiry.isEmpty()) {
                known.possible.add(null);
            }
        }

        private void purge() {
            for (Member member : running()) {
                attempt(() -> SharedWorld.items(member, "c").removal().purge(100));
            }
        }

        private void split() {
            if (random.nextInt(10) == 0) {
                attempt(() -> world.ask(engine ->
                        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null)));
            }
        }

        private void write(String key) {
            Known known = known(key);
            lastValue++;
            long value = lastValue;
            Integer ttl = random.nextInt(3) == 0 ? 5 + random.nextInt(60) : null;
            long before = world.now();
            boolean acknowledged = attempt(() -> world.upsert("c", key, value, ttl));
            if (acknowledged) {
                known.possible.clear();
                known.expiry.clear();
            }
            known.possible.add(value);
            known.seenGone = false;
            if (ttl != null) {
                known.expiry.put(value, before + ttl * 1000L);
                known.expiry.put(-value, world.now() + ttl * 1000L);
            }
        }

        private Known known(String key) {
            return Objects.requireNonNull(keys.get(key));
        }

        private void read(String key) {
            Known known = known(key);
            long before = world.now();
            Long[] found = new Long[1];
            if (!attempt(() -> found[0] = world.read("c", key))) {
                return;
            }
            Long value = found[0];
            if (value == null) {
                if (!known.possible.contains(null)) {
                    boolean mayHaveExpired = ttlOn
                            && known.possible.stream().anyMatch(possible -> mayBeGone(known, possible, world.now()));
                    assertThat(mayHaveExpired)
                            .as("%s is missing; expected one of %s", key, known.possible)
                            .isTrue();
                    known.seenGone = true;
                }
                return;
            }
            assertThat(known.possible).as(key).contains(value);
            if (ttlOn) {
                assertThat(known.seenGone && known.expiry.containsKey(value))
                        .as("%s is visible again", key)
                        .isFalse();
                Long latest = known.expiry.get(-value);
                assertThat(latest == null || before < latest + SLACK_MILLIS)
                        .as("%s is visible %s ms after it expired", key, latest == null ? 0 : before - latest)
                        .isTrue();
            }
            known.possible.removeIf(possible -> !value.equals(possible));
        }

        private static boolean mayBeGone(Known known, @Nullable Long value, long now) {
            Long earliest = value == null ? null : known.expiry.get(value);
            return earliest != null && now > earliest - SLACK_MILLIS;
        }

        @Override
        public void close() {
            world.close();
        }
    }
}
