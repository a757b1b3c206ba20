package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.partition.PartitionWriteTest.increment;
import static org.mayflydb.partition.PartitionWriteTest.stored;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * Explores, one after another, the orders in which writers and leaders of a partition can interleave. Everything runs on one
 * thread: wherever a leader calls out (a mutation, a completion, the hand-over to an executor), any other writer may submit
 * and any other leader may run. What happens under the writer's lock is one step.
 */
class LeadHandOverTest {
    private static final int SCHEDULES_MAX = 60_000;

    /** The schedule that is run, and how many ways there were to go at each of its choices. */
    private final List<Integer> schedule = new ArrayList<>();

    private final List<Integer> ways = new ArrayList<>();
    private int choices;

    private MemoryStore store = new MemoryStore();
    private Partition partition = PartitionWriteTest.open(store, 1);
    private List<Writer> writers = List.of();
    private final List<Runnable> leading = new ArrayList<>();
    private final List<Integer> ended = new ArrayList<>();
    private boolean inMutation;

    @BeforeEach
    void runMutationsOnce() {
        MutationCheck.turn(false);
    }

    /** Writes a number of times, each time after the last write has ended. */
    private final class Writer {
        private final boolean waits;
        private int left;
        private boolean writing;
        private @Nullable WaitingThread<Integer> thread;

        Writer(boolean waits, int writes) {
            this.waits = waits;
            this.left = writes;
        }

        boolean mayBegin() {
            return left > 0 && !writing;
        }

        void begin() {
            left--;
            writing = true;
            if (waits) {
                WaitingThread<Integer> caller = new WaitingThread<>();
                thread = caller;
                partition.submit(mutation(), 1, caller, outcome -> {
                    end(outcome);
                    caller.over(outcome);
                });
            } else {
                partition.submit(mutation(), 1, LeadHandOverTest.this::execute, this::end);
            }
        }

        private void end(Supplier<Integer> outcome) {
            assertThat(writing).as("a write ends once").isTrue();
            ended.add(outcome.get());
            interleave();
            writing = false;
        }
    }

    private Mutation<Integer> mutation() {
        return transaction -> {
            assertThat(inMutation).as("two leaders").isFalse();
            inMutation = true;
            interleave();
            inMutation = false;
            return increment(1).apply(transaction);
        };
    }

    private void execute(Runnable leader) {
        leading.add(leader);
        interleave();
    }

    /** Lets others run here, as many as the schedule says. */
    private void interleave() {
        while (true) {
            List<Runnable> steps = steps();
            int chosen = choose(steps.size() + 1);
            if (chosen == 0) {
                return;
            }
            steps.get(chosen - 1).run();
        }
    }

    private List<Runnable> steps() {
        List<Runnable> steps = new ArrayList<>();
        for (Writer writer : writers) {
            WaitingThread<Integer> thread = writer.thread;
            if (writer.mayBegin()) {
                steps.add(writer::begin);
            } else if (thread != null && thread.isAsked()) {
                steps.add(thread::leadIfAsked);
            }
        }
        if (!leading.isEmpty()) {
            steps.add(() -> leading.remove(0).run());
        }
        return steps;
    }

    private int choose(int count) {
        int depth = choices++;
        if (depth == schedule.size()) {
            schedule.add(0);
            ways.add(count);
        }
        assertThat(ways.get(depth)).as("schedules repeat").isEqualTo(count);
        return schedule.get(depth);
    }

    /** Moves on to the next schedule; returns false after the last. */
    private boolean nextSchedule() {
        int last = schedule.size() - 1;
        while (last >= 0 && schedule.get(last) + 1 == ways.get(last)) {
            schedule.remove(last);
            ways.remove(last);
            last--;
        }
        if (last < 0) {
            return false;
        }
        schedule.set(last, schedule.get(last) + 1);
        return true;
    }

    private int explore(Supplier<List<Writer>> newWriters) {
        int schedules = 0;
        do {
            store = new MemoryStore();
            partition = PartitionWriteTest.open(store, 1);
            writers = newWriters.get();
            int writes = writers.stream().mapToInt(writer -> writer.left).sum();
            leading.clear();
            ended.clear();
            inMutation = false;
            choices = 0;
            for (List<Runnable> steps = steps(); !steps.isEmpty(); steps = steps()) {
                steps.get(choose(steps.size())).run();
            }
            assertThat(ended).as("schedule %s", schedule).hasSize(writes).doesNotHaveDuplicates();
            assertThat(stored(store, 1)).isEqualTo(writes);
            schedules++;
        } while (nextSchedule() && schedules < SCHEDULES_MAX);
        return schedules;
    }

    @Test
    void everyWriteEndsOnceWhoeverLeads() {
        int schedules = explore(() -> List.of(new Writer(true, 1), new Writer(false, 1), new Writer(true, 1)));
        assertThat(schedules).isBetween(100, SCHEDULES_MAX - 1);
    }

    @Test
    void writersThatWaitHandTheLeadOnToEachOther() {
        int schedules = explore(() -> List.of(new Writer(true, 2), new Writer(true, 1)));
        assertThat(schedules).isBetween(20, SCHEDULES_MAX - 1);
    }

    @Test
    void whatIsSubmittedWhileALeaderEndsFindsALeader() {
        int schedules = explore(() -> List.of(new Writer(false, 2), new Writer(false, 2)));
        assertThat(schedules).isBetween(100, SCHEDULES_MAX - 1);
    }
}
