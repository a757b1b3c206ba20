package org.mayflydb.storage.snapshot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

/** Read points and commits that are under way, late or of unknown outcome. Keys are {@code a} and {@code b}, and the head. */
class PendingCommitsTest {
    private static final byte[] HEAD = text("head");

    private final FaultyStore faulty = new FaultyStore(new StoreWithoutSnapshots(new MemoryStore()));
    private final ObservedStore observed = new ObservedStore(faulty);
    private final SnapshotStore store = new SnapshotStore(observed, new SnapshotSettings(100_000, Duration.ZERO));
    private final StorePartition partition = store.partition(1);
    private final List<ReadPoint> opened = new ArrayList<>();

    PendingCommitsTest() {
        assertThat(store.createPartition(1, both("0").ifAbsent(HEAD).put(HEAD, text("0"))))
                .isEqualTo(CommitOutcome.APPLIED);
    }

    private static Commit both(String value) {
        return relaxed().put(text("a"), text(value)).put(text("b"), text(value));
    }

    /** Changes both keys on a head, as an owner does. */
    private static Commit onHead(String head, String next) {
        return both(next).ifValue(HEAD, text(head)).put(HEAD, text(next));
    }

    private static Commit fence(String head, String next) {
        return relaxed().ifValue(HEAD, text(head)).put(HEAD, text(next));
    }

    private ReadPoint open() {
        ReadPoint point = partition.readPoint();
        opened.add(point);
        return point;
    }

    /** The values of both keys. */
    private static List<String> values(StoreReads reads) {
        return reads.scan(new KeyRange(text("a"), text("c")), Direction.BACKWARD, 2, Long.MAX_VALUE).entries().stream()
                .map(entry -> new String(entry.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static void assertShows(StoreReads reads, String value) {
        assertThat(reads.get(text("b"))).isEqualTo(text(value));
        assertThat(reads.getAll(List.of(text("a"), text("b")))).containsExactly(text(value), text(value));
        assertThat(values(reads)).containsExactly(value, value);
    }

    @Test
    void readPointThatIsOpenedDuringACommitHasNothingOfIt() {
        ReadPoint before = open();
        observed.afterNextCommit(this::open);
        assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(before, "0");
        assertShows(opened.get(1), "0");
        assertShows(open(), "1");
    }

    @Test
    void commitSentBeforeAnyReadPointIsLeftOutWhileItsHeadIsNotThere() {
        faulty.beforeCommit(1, this::open);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(opened.get(0), "0");
        assertThat(opened.get(0).get(HEAD)).isEqualTo(text("0"));
        assertShows(open(), "1");
    }

    @Test
    void commitSentBeforeAnyReadPointIsPartOfItOnceItsHeadIsThere() {
        observed.afterNextCommit(this::open);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.APPLIED);
        assertThat(partition.commit(onHead("1", "2"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(opened.get(0), "1");
    }

    @Test
    void readPointIsRefusedWhileACommitWithoutAGuardIsUnderWay() {
        faulty.beforeCommit(
                1,
                () -> assertThatThrownBy(this::open)
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("repeat the request"));
        assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(open(), "1");
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void readPointWaitsForACommitThatWasSentBeforeAnyWasOpen() throws InterruptedException {
        SnapshotStore patient = new SnapshotStore(observed, new SnapshotSettings(100_000, Duration.ofMinutes(1)));
        AtomicReference<@Nullable ReadPoint> point = new AtomicReference<>();
        Thread opener = new Thread(() -> point.set(patient.partition(1).readPoint()), "opener");
        faulty.beforeCommit(1, () -> {
            opener.start();
            while (opener.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        });
        assertThat(patient.partition(1).commit(both("1"))).isEqualTo(CommitOutcome.APPLIED);
        opener.join();
        assertThat(patient.partition(1).commit(both("2"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(requireNonNull(point.get()), "1");
    }

    @Test
    void lateCommitShowsInNoReadPointThatWasOpenedBeforeItWasSettled() {
        ReadPoint before = open();
        faulty.delayCommit(1, 1_000);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.UNKNOWN);
        ReadPoint inDoubt = open();
        assertShows(inDoubt, "0");
        faulty.applyLate();
        ReadPoint applied = open();
        for (ReadPoint each : List.of(before, inDoubt, applied)) {
            assertShows(each, "0");
        }
        assertThat(partition.commit(fence("0", "fence"))).isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertShows(open(), "1");
        assertShows(inDoubt, "0");
    }

    @Test
    void lateCommitThatWasSentBeforeAnyReadPointIsLeftOutUntilItIsApplied() {
        faulty.delayCommit(1, 1_000);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.UNKNOWN);
        ReadPoint inDoubt = open();
        faulty.applyLate();
        assertShows(inDoubt, "0");
        inDoubt.close();
        assertShows(open(), "0");
        assertThat(partition.commit(fence("0", "fence"))).isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertShows(open(), "1");
    }

    @Test
    void lostReplyToACommitThatWasSentBeforeAnyReadPointIsNoticedByItsHead() {
        faulty.loseAnswer(1, true);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.UNKNOWN);
        assertShows(open(), "1");
    }

    @Test
    void commitThatWasFencedOffLeavesOldValuesRight() {
        faulty.loseAnswer(1, false);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.UNKNOWN);
        ReadPoint inDoubt = open();
        assertThat(partition.commit(fence("0", "fence"))).isEqualTo(CommitOutcome.APPLIED);
        ReadPoint fenced = open();
        assertThat(partition.commit(onHead("fence", "2"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(inDoubt, "0");
        assertShows(fenced, "0");
        assertThat(inDoubt.get(HEAD)).isEqualTo(text("0"));
        assertThat(fenced.get(HEAD)).isEqualTo(text("fence"));
        assertShows(open(), "2");
    }

    @Test
    void lateFenceIsAPendingCommitToo() {
        open();
        faulty.delayCommit(1, 1_000).delayCommit(2, 1_000);
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(partition.commit(fence("0", "fence"))).isEqualTo(CommitOutcome.UNKNOWN);
        ReadPoint inDoubt = open();
        faulty.applyLate();
        assertShows(inDoubt, "0");
        assertThat(inDoubt.get(HEAD)).isEqualTo(text("0"));
        assertThat(partition.commit(fence("0", "again"))).isEqualTo(CommitOutcome.CONDITION_FAILED);
        try (ReadPoint settled = open()) {
            assertThat(settled.get(HEAD)).isEqualTo(partition.get(HEAD));
            assertThat(settled.get(text("a"))).isEqualTo(partition.get(text("a")));
        }
    }

    @Test
    void commitWithoutAGuardOrAnOutcomeRefusesReadPointsUntilItIsRepeated() {
        faulty.loseAnswer(1, false);
        assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.UNKNOWN);
        assertThatThrownBy(this::open).isInstanceOf(StoreUnavailableException.class);
        assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(open(), "1");
    }

    @Test
    void conditionalCommitEndsTheDoubtAboutOneWithoutAGuard() {
        faulty.loseAnswer(1, false);
        assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(partition.commit(onHead("0", "2"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(open(), "2");
    }

    @Test
    void storeThatHasSettledItsCommitsEndsTheDoubt() {
        faulty.loseAnswer(1, false);
        assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.UNKNOWN);
        faulty.settle();
        assertShows(open(), "0");
    }

    @Test
    void readPointIsRefusedWhileASetIsIngestedThatMayBeThereInPart() {
        faulty.beforeCall(
                1,
                FaultyStore.Call.INGEST,
                () -> assertThatThrownBy(this::open).isInstanceOf(StoreUnavailableException.class));
        Commit.Change entry = new Commit.Change(Space.DERIVED, text("a"), text("1"));
        assertThat(partition.ingest(new DerivedSet(List.of(entry).iterator(), onHead("0", "1"))))
                .isEqualTo(CommitOutcome.APPLIED);
        assertShows(open(), "1");
    }

    @Test
    void refusedCommitLeavesNoDoubt() {
        faulty.failCall(1, FaultyStore.Call.COMMIT);
        assertThatThrownBy(() -> partition.commit(both("1"))).isInstanceOf(StoreUnavailableException.class);
        assertShows(open(), "0");
    }

    @Test
    void whatWasReadBeforeAnotherCommitEndedIsReadAgain() {
        open();
        observed.afterNextRead(() -> {
            assertThat(partition.commit(both("1"))).isEqualTo(CommitOutcome.APPLIED);
            open();
        });
        assertThat(partition.commit(both("2"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(opened.get(0), "0");
        assertShows(opened.get(1), "1");
        assertShows(open(), "2");
    }

    @Test
    void appliedCommitShowsAlthoughAnotherWithItsKeysIsPending() {
        open();
        observed.afterNextCommit(() -> {
            assertThat(partition.commit(onHead("1", "2"))).isEqualTo(CommitOutcome.APPLIED);
            assertShows(open(), "2");
        });
        assertThat(partition.commit(onHead("0", "1"))).isEqualTo(CommitOutcome.APPLIED);
        assertShows(opened.get(0), "0");
        assertShows(open(), "2");
    }
}
