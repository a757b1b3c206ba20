package org.mayflydb.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.synced;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

class FaultyStoreTest {

    private final MemoryStore inner = new MemoryStore();
    private final FaultyStore store = new FaultyStore(inner);
    private final StorePartition partition = store.partition(1);

    @Test
    void nthCallOfAKindFailsOnceAndChangesNothing() {
        store.failCall(2, Call.COMMIT);
        partition.commit(relaxed().put(text("a"), text("1")));
        partition.get(text("a"));
        assertThatThrownBy(() -> partition.commit(relaxed().put(text("a"), text("2"))))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("COMMIT");
        assertThat(partition.get(text("a"))).isEqualTo(text("1"));
        assertThat(partition.commit(relaxed().put(text("a"), text("3")))).isEqualTo(CommitOutcome.APPLIED);
        assertThat(partition.get(text("a"))).isEqualTo(text("3"));
    }

    @Test
    void callsOfEveryKindCanFail() {
        Map<Call, Runnable> calls = new EnumMap<>(Map.of(
                Call.GET, () -> partition.get(text("a")),
                Call.SCAN, () -> partition.scan(KeyRange.all(), Direction.FORWARD, 1, 1),
                Call.SCAN_KEYS, () -> partition.scanKeys(KeyRange.all(), 1),
                Call.COMMIT, () -> partition.commit(relaxed()),
                Call.DELETE_RANGE, () -> partition.deleteRange(KeyRange.all()),
                Call.APPROXIMATE_BYTES, () -> partition.approximateBytes(KeyRange.all()),
                Call.PARTITION_NUMBERS, store::partitionNumbers,
                Call.DROP, () -> store.drop(1),
                Call.SYNC, store::sync,
                Call.VERIFY_CHECKSUMS, store::verifyChecksums));
        calls.put(Call.INGEST, () -> partition.ingest(new DerivedSet(Collections.emptyIterator(), relaxed())));
        calls.put(Call.READ_POINT, () -> partition.readPoint().close());
        assertThat(calls).containsOnlyKeys(Call.values());
        calls.forEach((call, made) -> {
            store.failCall(1, call);
            assertThatThrownBy(made::run).isInstanceOf(StoreUnavailableException.class);
            store.failCall(1);
            assertThatThrownBy(made::run).isInstanceOf(StoreUnavailableException.class);
            made.run();
        });
    }

    @Test
    void lostAnswerOfAnAppliedCommit() {
        store.loseAnswer(1, true);
        assertThat(partition.commit(synced().put(text("a"), text("1")))).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(partition.get(text("a"))).isEqualTo(text("1"));
        assertThat(store.isArmed()).isFalse();
    }

    @Test
    void lostAnswerOfACommitThatNeverArrived() {
        store.loseAnswer(2, false);
        partition.commit(synced().put(text("a"), text("1")));
        assertThat(partition.commit(synced().put(text("a"), text("2")))).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(partition.get(text("a"))).isEqualTo(text("1"));
    }

    @Test
    void lostAnswerHidesThatAConditionFailed() {
        store.loseAnswer(1, true);
        assertThat(partition.commit(synced().ifValue(text("a"), text("0")).put(text("a"), text("1"))))
                .isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(partition.get(text("a"))).isNull();
    }

    @Test
    void delayedCommitIsAppliedAfterItsCallerGaveUp() {
        store.delayCommit(1, 3);
        assertThat(partition.commit(synced().put(text("a"), text("1")))).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(partition.get(text("a"))).isNull();
        assertThat(partition.get(text("a"))).isNull();
        assertThat(partition.get(text("a"))).isEqualTo(text("1"));
    }

    @Test
    void delayedCommitFindsItsConditionAsItIsByThen() {
        store.delayCommit(1, 9);
        partition.commit(synced().ifAbsent(text("a")).put(text("a"), text("late")));
        assertThat(partition.commit(synced().ifAbsent(text("a")).put(text("a"), text("fence"))))
                .isEqualTo(CommitOutcome.APPLIED);
        store.applyLate();
        assertThat(partition.get(text("a"))).isEqualTo(text("fence"));
    }

    @Test
    void unreliableStoreLosesRepliesAndRequestsAndReordersTheSameWayForASeed() {
        Map<String, Integer> first = unreliableRun(7);
        assertThat(unreliableRun(7)).isEqualTo(first);
        assertThat(first.get("applied at once")).isPositive();
        assertThat(first.get("applied later")).isPositive();
        assertThat(first.get("never applied")).isPositive();
        assertThat(first.get("overtaken")).isPositive();
    }

    /** What became of unknown commits, each of which puts a key of its own. */
    private static Map<String, Integer> unreliableRun(long seed) {
        MemoryStore memory = new MemoryStore();
        FaultyStore faulty = new FaultyStore(memory).unreliable(seed, 50);
        StorePartition target = faulty.partition(1);
        Map<String, Integer> counts = new TreeMap<>();
        NavigableMap<Integer, byte[]> absent = new TreeMap<>();
        for (int i = 0; i < 200; i++) {
            byte[] key = {(byte) i};
            if (target.commit(relaxed().put(key, key)) == CommitOutcome.UNKNOWN) {
                if (target.get(key) == null) {
                    absent.put(i, key);
                } else {
                    counts.merge("applied at once", 1, Integer::sum);
                }
            }
            int arrived = 0;
            for (Map.Entry<Integer, byte[]> each : List.copyOf(absent.entrySet())) {
                int late = each.getKey();
                if (memory.partition(1).get(each.getValue()) != null) {
                    absent.remove(late);
                    counts.merge("applied later", 1, Integer::sum);
                    arrived = late;
                }
            }
            if (!absent.isEmpty() && arrived > absent.firstKey()) {
                counts.merge("overtaken", 1, Integer::sum);
            }
        }
        faulty.disarm().applyLate();
        counts.put("never applied", (int)
                absent.values().stream().filter(key -> target.get(key) == null).count());
        return counts;
    }

    @Test
    void hookRunsJustBeforeTheCommitAndMayCommitItself() {
        store.beforeCommit(1, () -> partition.commit(relaxed().put(text("a"), text("hook"))));
        assertThat(partition.commit(relaxed().ifAbsent(text("a")).put(text("a"), text("1"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(partition.get(text("a"))).isEqualTo(text("hook"));
    }

    @Test
    void disarmedFaultDoesNotStrike() {
        store.failCall(1).loseAnswer(1, false);
        assertThat(store.isArmed()).isTrue();
        store.disarm();
        assertThat(partition.commit(relaxed().put(text("a"), text("1")))).isEqualTo(CommitOutcome.APPLIED);
    }

    @Test
    void crashUndoesRelaxedCommits() {
        partition.commit(synced().put(text("a"), text("1")).put(text("b"), text("1")));
        partition.commit(relaxed().put(text("a"), text("2")).put(text("a"), text("3")));
        partition.commit(relaxed().delete(text("b")).put(text("c"), text("4")).put(text("a"), text("5")));
        StorePartition after = store.crash().partition(1);
        assertThat(after.get(text("a"))).isEqualTo(text("1"));
        assertThat(after.get(text("b"))).isEqualTo(text("1"));
        assertThat(after.get(text("c"))).isNull();
    }

    @Test
    void crashKeepsWhatASyncedCommitOrASyncFollowed() {
        partition.commit(relaxed().put(text("a"), text("1")));
        store.partition(2).commit(synced().put(text("b"), text("2")));
        partition.commit(relaxed().put(text("c"), text("3")));
        store.sync();
        FaultyStore after = store.crash();
        assertThat(after.partition(1).get(text("a"))).isEqualTo(text("1"));
        assertThat(after.partition(2).get(text("b"))).isEqualTo(text("2"));
        assertThat(after.partition(1).get(text("c"))).isEqualTo(text("3"));
    }

    @Test
    void syncedCommitWhoseConditionFailedSyncsNothing() {
        partition.commit(relaxed().put(text("a"), text("1")));
        partition.commit(synced().ifAbsent(text("a")).put(text("a"), text("2")));
        assertThat(store.crash().partitionNumbers()).isEmpty();
    }

    @Test
    void crashUndoesDerivedEntries() {
        partition.commit(synced().put(Space.DERIVED, text("a"), text("1")));
        partition.commit(relaxed().put(Space.DERIVED, text("a"), text("2")));
        partition.ingest(new DerivedSet(
                List.of(new Commit.Change(Space.DERIVED, text("b"), text("3"))).iterator(), relaxed()));
        partition.deleteRange(Space.DERIVED, KeyRange.all());
        StorePartition after = store.crash().partition(1);
        assertThat(after.get(Space.DERIVED, text("a"))).isEqualTo(text("1"));
        assertThat(after.get(Space.DERIVED, text("b"))).isNull();
    }

    @Test
    void crashUndoesRemovals() {
        partition.commit(synced().put(text("a"), text("1")).put(text("b"), text("2")));
        partition.deleteRange(KeyRange.prefix(text("a")));
        store.drop(1);
        StorePartition after = store.crash().partition(1);
        assertThat(after.get(text("a"))).isEqualTo(text("1"));
        assertThat(after.get(text("b"))).isEqualTo(text("2"));
    }

    @Test
    void crashedStoreRefusesEveryCallAndLeavesTheInnerStoreOpen() {
        FaultyStore after = store.crash();
        assertThatThrownBy(() -> partition.get(text("a"))).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> partition.commit(relaxed())).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> store.partition(1)).isInstanceOf(StoreUnavailableException.class);
        store.close();
        assertThat(after.partition(1).get(text("a"))).isNull();
    }

    @Test
    void crashLeavesTheStateOfTheLastSyncWhateverHappenedSince() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            inner.drop(1);
            FaultyStore faulty = new FaultyStore(inner);
            NavigableMap<String, String> lastSynced = new TreeMap<>();
            for (int step = 0; step < 60; step++) {
                StorePartition target = faulty.partition(1);
                byte[] key = new byte[] {(byte) random.nextInt(6)};
                switch (random.nextInt(8)) {
                    case 0 -> {
                        target.commit(synced().delete(key));
                        lastSynced = content();
                    }
                    case 1 -> {
                        faulty.sync();
                        lastSynced = content();
                    }
                    case 2 -> target.deleteRange(new KeyRange(key, null));
                    case 3 -> faulty.drop(1);
                    case 4 -> target.commit(relaxed().delete(key));
                    default -> target.commit(relaxed().put(key, new byte[] {(byte) step}));
                }
            }
            faulty.crash();
            assertThat(content()).as("seed " + seed).isEqualTo(lastSynced);
        }
    }

    private NavigableMap<String, String> content() {
        NavigableMap<String, String> content = new TreeMap<>();
        for (KeyValue entry : inner.partition(1)
                .scan(KeyRange.all(), Direction.FORWARD, Integer.MAX_VALUE, Long.MAX_VALUE)
                .entries()) {
            content.put(HexFormat.of().formatHex(entry.key()), Arrays.toString(entry.value()));
        }
        return content;
    }
}
