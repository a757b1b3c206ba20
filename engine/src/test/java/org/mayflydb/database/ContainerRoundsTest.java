package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.TimeToLive;
import org.mayflydb.database.ContainerRounds.Progress;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class ContainerRoundsTest {
    private static final long PAUSE = 7;
    private static final long BLOCKED = 25;
    private static final long IDLE = 1000;

    /** Containers with a number of steps to do; a negative number of steps fails. */
    private static final class Scripted implements ContainerRounds.Work {
        final Map<String, Integer> stepsLeft = new HashMap<>();
        final Set<String> due = new LinkedHashSet<>();
        final Set<String> blocked = new LinkedHashSet<>();
        final Set<String> atRest = new LinkedHashSet<>();
        final List<String> made = new ArrayList<>();
        RuntimeException failure = new IllegalStateException("it fails");
        boolean suspended;

        @Override
        public List<ContainerRecord> due() {
            return due.stream().map(ContainerRoundsTest::container).toList();
        }

        @Override
        public boolean isAtRest(ContainerRecord container) {
            return atRest.contains(container.id());
        }

        @Override
        public Progress step(ContainerRecord container) {
            String id = container.id();
            if (blocked.contains(id)) {
                return Progress.BLOCKED;
            }
            made.add(id);
            int left = stepsLeft.getOrDefault(id, 0);
            if (left < 0) {
                throw failure;
            }
            stepsLeft.put(id, Math.max(0, left - 1));
            return left > 1 ? Progress.MORE : Progress.DONE;
        }

        @Override
        public long pauseMillis() {
            return PAUSE;
        }

        @Override
        public long blockedMillis() {
            return BLOCKED;
        }

        @Override
        public long idleMillis() {
            return IDLE;
        }

        @Override
        public boolean isSuspended() {
            return suspended;
        }

        void add(String id, int steps) {
            due.add(id);
            stepsLeft.put(id, steps);
        }
    }

    private final Scripted work = new Scripted();
    private final JobFailures failures = new JobFailures("A step", EngineListener.NONE);
    private final ContainerRounds rounds = new ContainerRounds(work, failures);
    private long pause;

    private static ContainerRecord container(String id) {
        DatabaseRecord database = new DatabaseRecord("d", 1, 0, "\"e\"", 0, null);
        ContainerProperties properties = ContainerProperties.create(
                (JsonObject) JsonValue.parse("{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"),
                TimeToLive.NullPolicy.OFF);
        return new ContainerRecord(database, id.hashCode(), properties, null, List.of(), List.of(), 0, "\"e\"");
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            pause = rounds.step(pause);
        }
    }

    @Test
    void everyContainerGetsOneStepPerRound() {
        work.add("a", 3);
        work.add("b", 1);
        work.add("c", 2);
        steps(6);
        assertThat(work.made).containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void aRoundWithMoreToDoIsFollowedByTheNextAfterAShortPause() {
        work.add("a", 2);
        steps(1);
        assertThat(pause).isEqualTo(PAUSE);
        steps(1);
        assertThat(pause).as("nothing was left").isEqualTo(IDLE);
    }

    @Test
    void aRoundInWhichAllAreBlockedIsFollowedByItsOwnPause() {
        work.add("a", 2);
        work.add("b", 1);
        work.blocked.add("a");
        steps(2);
        assertThat(pause).isEqualTo(BLOCKED);
    }

    @Test
    void aContainerAtRestGetsNoStep() {
        work.add("a", 2);
        work.add("b", 2);
        work.atRest.add("a");
        steps(2);
        assertThat(work.made).containsExactly("b", "b");
        work.atRest.clear();
        steps(1);
        assertThat(work.made).containsExactly("b", "b", "a");
    }

    @Test
    void theJobIsIdleWhileAllContainersAreAtRest() {
        work.add("a", 1);
        work.atRest.add("a");
        steps(2);
        assertThat(pause).isEqualTo(IDLE);
        assertThat(work.made).isEmpty();
    }

    @Test
    void theJobSleepsIfNoContainerNeedsIt() {
        assertThat(rounds.step(0)).isEqualTo(StepLoop.SLEEP);
    }

    @Test
    void whileTheJobIsSuspendedNothingIsDone() {
        work.add("a", 1);
        work.suspended = true;
        steps(3);
        assertThat(pause).isEqualTo(IDLE);
        assertThat(work.made).isEmpty();
        work.suspended = false;
        steps(1);
        assertThat(work.made).containsExactly("a");
    }

    @Test
    void aContainerThatFailsIsTriedLessAndLessOftenAndDelaysNoOther() {
        work.add("a", -1);
        work.add("b", 1);
        for (int second = 0; second < 16; second++) {
            steps(1);
            pause = 0;
            steps(1);
            assertThat(pause).isEqualTo(IDLE);
        }
        assertThat(work.made.stream().filter("b"::equals)).hasSize(16);
        assertThat(work.made.stream().filter("a"::equals))
                .as("after 0, 1, 3, 7 and 15 seconds")
                .hasSize(5);
        assertThat(failures.count()).isEqualTo(5);
    }

    @Test
    void aContainerThatWorksAgainIsForgiven() {
        work.add("a", -1);
        steps(1);
        work.stepsLeft.put("a", 3);
        steps(3);
        assertThat(work.made).containsExactly("a", "a", "a", "a");
    }

    @Test
    void aContainerThatWasDeletedIsNoFailure() {
        work.add("a", -1);
        work.failure = NotFoundException.owner();
        steps(2);
        assertThat(failures.count()).isZero();
        assertThat(work.made).as("and is not skipped while it is due").containsExactly("a", "a");
    }

    @Test
    void anErrorIsThrownAndItsContainerSkippedForAWhile() {
        ContainerRounds erring = new ContainerRounds(
                new Chore(
                        () -> List.of(container("a")),
                        container -> {
                            throw new StackOverflowError();
                        },
                        PAUSE,
                        IDLE),
                failures);
        assertThatThrownBy(() -> erring.step(0)).isInstanceOf(StackOverflowError.class);
        assertThat(erring.step(0)).isEqualTo(IDLE);
        assertThatThrownBy(() -> erring.step(ContainerRounds.RETRY_MILLIS_MIN)).isInstanceOf(StackOverflowError.class);
    }
}
