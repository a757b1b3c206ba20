package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.key.ResourceId;

/** The pace of the purge on a simulated machine, whose processors are shared by requests and the purge. */
class PurgePaceTest {
    private static final ResourceId CONTAINER = ResourceId.database(1).container(1);
    private static final double PROCESSORS = 2;

    /** What compaction and cleaning up cost beside a step. */
    private static final double HIDDEN_COST = 0.5;

    private final Simulation simulation = new Simulation();

    /** Items that expired in the same second. */
    private record Due(long second, int items) {}

    /** Time passes by steps and pauses; every second some items expire. */
    private static final class Simulation implements LoadMeter {
        private final PurgePace pace = new PurgePace(this);
        private final Random random = new Random(1);

        /** When items expired that are still stored, oldest first. */
        private final Deque<Due> stored = new ArrayDeque<>();

        private final List<Double> duties = new ArrayList<>();
        private double requestLoad;
        private int arrivals;
        private long itemNanos = 70_000;
        private boolean shared;
        private long nanos;
        private long second;
        private long busyNanos;
        private long askedNanos;
        private long busyWhenAsked;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public double idleProcessors() {
            double purge =
                    nanos == askedNanos ? 0 : (1 + HIDDEN_COST) * (busyNanos - busyWhenAsked) / (nanos - askedNanos);
            askedNanos = nanos;
            busyWhenAsked = busyNanos;
            return Math.max(0, PROCESSORS - requestLoad - purge);
        }

        void backlog(int items, long lateSeconds) {
            stored.addLast(new Due(second - lateSeconds, items));
        }

        /** Lets the purge work for so long. */
        void run(int seconds) {
            long end = nanos + seconds * 1_000_000_000L;
            while (nanos < end) {
                pass(stored.isEmpty() ? 1000 : step());
                duties.add(pace.duty());
            }
        }

        private long step() {
            Due oldest = stored.removeFirst();
            int items = Math.min(pace.stepItems(CONTAINER), oldest.items);
            long late = second - oldest.second;
            if (items < oldest.items) {
                stored.addFirst(new Due(oldest.second, oldest.items - items));
            }
            long cost = items * itemNanos;
            // Writes that share the commit have it wait for the disk.
            long waiting = shared && random.nextBoolean() ? 5_000_000 : 0;
            busyNanos += cost;
            nanos += cost + waiting;
            pace.stepped(CONTAINER, items, cost + waiting, late);
            return pace.pauseMillis();
        }

        private void pass(long millis) {
            nanos += millis * 1_000_000;
            while (second < nanos / 1_000_000_000L) {
                second++;
                if (arrivals > 0) {
                    stored.addLast(new Due(second, arrivals));
                }
            }
        }

        long lateSeconds() {
            return stored.isEmpty() ? 0 : second - stored.getFirst().second;
        }

        double share() {
            return (double) busyNanos / nanos;
        }
    }

    @Test
    void keepsUpWithWhatExpiresWhileRequestsLeaveSomethingOver() {
        simulation.requestLoad = 1.2;
        simulation.arrivals = 740;
        simulation.run(60);
        for (int i = 0; i < 120; i++) {
            simulation.run(1);
            assertThat(simulation.lateSeconds()).isLessThan(15);
        }
        assertThat(simulation.share()).as("no more than it takes").isLessThan(0.12);
    }

    @Test
    void drainsABacklogWhileRequestsLeaveSomethingOver() {
        simulation.requestLoad = 1;
        simulation.arrivals = 740;
        simulation.backlog(250_000, 787);
        simulation.run(120);
        assertThat(simulation.lateSeconds()).isLessThan(15);
    }

    @Test
    void standsBackWhenRequestsNeedEverything() {
        simulation.requestLoad = PROCESSORS;
        simulation.arrivals = 2000;
        simulation.backlog(10_000, 60);
        simulation.run(60);
        assertThat(simulation.pace.duty()).isEqualTo(PurgePace.DUTY_MIN);
        assertThat(simulation.share()).as("but never stops").isBetween(0.02, 0.035);
    }

    @Test
    void givesBackWithinTwoSecondsWhatRequestsBeginToNeed() {
        simulation.backlog(1_000_000, 100);
        simulation.run(20);
        assertThat(simulation.pace.duty()).isEqualTo(PurgePace.DUTY_MAX);
        simulation.requestLoad = PROCESSORS;
        simulation.run(3);
        assertThat(simulation.pace.duty()).isLessThan(0.1);
    }

    @Test
    void leavesRequestsSomethingToGrowInto() {
        simulation.requestLoad = 1.5;
        simulation.backlog(1_000_000, 100);
        simulation.run(60);
        assertThat(simulation.share() * (1 + HIDDEN_COST))
                .as("of the half processor that is left over")
                .isBetween(0.15, 0.45);
    }

    @Test
    void settlesInsteadOfOscillating() {
        simulation.requestLoad = 1.2;
        simulation.arrivals = 740;
        simulation.run(120);
        simulation.duties.clear();
        simulation.run(120);
        assertThat(Collections.max(simulation.duties)).isLessThan(1.8 * Collections.min(simulation.duties));
    }

    @Test
    void stepsTakeAboutEquallyLongWhateverItemsCost() {
        for (long cost : new long[] {20_000, 70_000, 250_000}) {
            simulation.itemNanos = cost;
            simulation.backlog(100_000, 1);
            simulation.run(30);
            assertThat(simulation.pace.stepItems(CONTAINER) * cost / 1e6).isBetween(2.0, 4.0);
        }
    }

    @Test
    void waitingForTheWritesOfOthersHardlyShortensSteps() {
        simulation.shared = true;
        simulation.backlog(100_000, 1);
        simulation.run(30);
        assertThat(simulation.pace.stepItems(CONTAINER) * simulation.itemNanos / 1e6)
                .isGreaterThan(1.5);
    }

    @Test
    void backlogOfAnIdleMachineDrainsAtHalfSpeed() {
        simulation.backlog(1_000_000, 100);
        simulation.run(60);
        assertThat(simulation.share()).isBetween(0.4, 0.51);
    }
}
