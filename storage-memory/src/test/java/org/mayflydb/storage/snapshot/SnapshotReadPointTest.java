package org.mayflydb.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.StoreUnderTest;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

/** What is read, remembered and forgotten while nothing goes wrong. */
class SnapshotReadPointTest {
    private static final long BYTES_MAX = 10_000;

    private final FaultyStore faulty = new FaultyStore(new StoreWithoutSnapshots(new MemoryStore()));
    private final ObservedStore observed = new ObservedStore(faulty);
    private final SnapshotStore store = new SnapshotStore(observed, new SnapshotSettings(BYTES_MAX, Duration.ZERO));
    private final StorePartition partition = store.partition(1);

    private void apply(Commit commit) {
        assertThat(partition.commit(commit)).isEqualTo(CommitOutcome.APPLIED);
    }

    private static List<String> keys(StoreReads reads) {
        return StoreUnderTest.keys(reads.scan(KeyRange.all(), Direction.FORWARD, 1_000, Long.MAX_VALUE));
    }

    @Test
    void commitReadsNothingWhileNoReadPointIsOpen() {
        apply(relaxed().put(hex("01"), hex("aa")));
        partition.readPoint().close();
        apply(relaxed().put(hex("01"), hex("bb")));
        assertThat(observed.reads()).isEmpty();
        assertThat(store.rememberedBytes()).isZero();
    }

    @Test
    void commitReadsOncePerSpaceWhileAReadPointIsOpen() {
        try (ReadPoint point = partition.readPoint()) {
            apply(relaxed()
                    .put(hex("01"), hex("aa"))
                    .delete(hex("02"))
                    .put(hex("01"), hex("bb"))
                    .put(Space.DERIVED, hex("01"), hex("cc")));
            assertThat(observed.reads()).containsExactly("MAIN 2", "DERIVED 1");
            assertThat(keys(point)).isEmpty();
        }
    }

    @Test
    void manyKeysAreReadInSteps() {
        Commit commit = relaxed();
        for (int i = 0; i < 600; i++) {
            commit.put(StoreUnderTest.number(i), hex("aa"));
        }
        SnapshotStore roomy = new SnapshotStore(observed, new SnapshotSettings(1_000_000, Duration.ZERO));
        try (ReadPoint point = roomy.partition(1).readPoint()) {
            assertThat(roomy.partition(1).commit(commit)).isEqualTo(CommitOutcome.APPLIED);
            assertThat(observed.reads()).containsExactly("MAIN 256", "MAIN 344");
            assertThat(keys(point)).isEmpty();
        }
    }

    @Test
    void olderReadPointsKeepOlderValues() {
        List<ReadPoint> points = new ArrayList<>();
        for (int value = 0; value < 5; value++) {
            apply(relaxed().put(hex("01"), new byte[] {(byte) value}));
            points.add(partition.readPoint());
        }
        points.remove(2).close();
        points.remove(0).close();
        assertThat(points.stream().map(point -> point.get(hex("01"))).toList())
                .containsExactly(new byte[] {1}, new byte[] {3}, new byte[] {4});
        points.forEach(ReadPoint::close);
        assertThat(store.rememberedBytes()).isZero();
    }

    @Test
    void whatNoOpenReadPointNeedsIsForgotten() {
        apply(relaxed().put(hex("01"), new byte[1_000]));
        ReadPoint older = partition.readPoint();
        apply(relaxed().put(hex("01"), new byte[10]));
        assertThat(store.rememberedBytes()).isGreaterThan(1_000);
        ReadPoint newer = partition.readPoint();
        apply(relaxed().put(hex("02"), new byte[10]));
        older.close();
        assertThat(store.rememberedBytes()).isBetween(1L, 999L);
        assertThat(newer.get(hex("02"))).isNull();
        newer.close();
        assertThat(store.rememberedBytes()).isZero();
    }

    @Test
    void oldestReadPointsEndWhenTooMuchWasReplaced() {
        apply(relaxed().put(hex("01"), new byte[4_000]).put(hex("02"), new byte[4_000]));
        apply(relaxed().put(hex("03"), new byte[4_000]));
        ReadPoint elsewhere = store.partition(2).readPoint();
        ReadPoint oldest = partition.readPoint();
        apply(relaxed().delete(hex("01")).delete(hex("02")));
        ReadPoint newest = partition.readPoint();
        apply(relaxed().delete(hex("03")));
        assertThatThrownBy(() -> oldest.get(hex("01")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("a snapshot is too old: more than 10000 bytes were replaced or deleted while it was open;"
                        + " repeat the request");
        assertThatThrownBy(() -> keys(oldest)).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> oldest.getAll(List.of(hex("04")))).isInstanceOf(StoreUnavailableException.class);
        assertThat(keys(newest)).containsExactly("03");
        assertThat(keys(elsewhere)).isEmpty();
        assertThat(store.rememberedBytes()).isLessThanOrEqualTo(BYTES_MAX);
        oldest.close();
        newest.close();
        elsewhere.close();
        assertThat(store.rememberedBytes()).isZero();
    }

    @Test
    void commitThatReplacesMoreThanCanBeKeptEndsAllReadPoints() {
        apply(relaxed().put(hex("01"), new byte[20_000]));
        ReadPoint before = partition.readPoint();
        apply(relaxed().delete(hex("01")));
        assertThatThrownBy(() -> before.get(hex("01"))).isInstanceOf(StoreUnavailableException.class);
        before.close();
        try (ReadPoint after = partition.readPoint()) {
            assertThat(keys(after)).isEmpty();
        }
        assertThat(store.rememberedBytes()).isZero();
    }

    @Test
    void commitIsRefusedIfWhatItReplacesCannotBeRead() {
        apply(relaxed().put(hex("01"), hex("aa")));
        try (ReadPoint point = partition.readPoint()) {
            faulty.failCall(1, Call.GET);
            assertThatThrownBy(() -> partition.commit(relaxed().delete(hex("01"))))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(keys(point)).containsExactly("01");
            assertThat(keys(partition)).containsExactly("01");
        }
        try (ReadPoint point = partition.readPoint()) {
            assertThat(keys(point)).containsExactly("01");
        }
    }

    @Test
    void whatTheStoreWouldRefuseIsRefusedAtOnce() {
        try (ReadPoint point = partition.readPoint()) {
            Commit tooLong = relaxed().put(new byte[store.limits().keyBytes() + 1], hex("aa"));
            assertThatThrownBy(() -> partition.commit(tooLong)).isInstanceOf(IllegalArgumentException.class);
            assertThat(observed.reads()).isEmpty();
            assertThat(keys(point)).isEmpty();
        }
    }

    @Test
    void removedRangesAndPartitionsDisappear() {
        apply(relaxed().put(hex("01"), hex("aa")).put(hex("02"), hex("aa")).put(hex("03"), hex("aa")));
        try (ReadPoint point = partition.readPoint()) {
            apply(relaxed().put(hex("01"), hex("bb")).put(hex("02"), hex("bb")));
            partition.deleteRange(KeyRange.prefix(hex("02")));
            assertThat(keys(point)).containsExactly("01", "03");
            assertThat(store.drop(1, relaxed().ifAbsent(hex("00")).put(hex("00"), hex("dd"))))
                    .isEqualTo(CommitOutcome.APPLIED);
            assertThat(keys(point)).isEmpty();
            assertThat(keys(partition)).containsExactly("00");
            store.drop(1);
            assertThat(keys(point)).isEmpty();
        }
    }

    @Test
    void refusedDropChangesNoReadPoint() {
        apply(relaxed().put(hex("01"), hex("aa")));
        try (ReadPoint point = partition.readPoint()) {
            apply(relaxed().put(hex("01"), hex("bb")));
            assertThat(store.drop(1, relaxed().ifAbsent(hex("01")))).isEqualTo(CommitOutcome.CONDITION_FAILED);
            assertThat(point.get(hex("01"))).isEqualTo(hex("aa"));
        }
    }

    @Test
    void partitionThatIsCreatedWhileAReadPointIsOpenStaysEmptyThere() {
        try (ReadPoint point = partition.readPoint()) {
            store.createPartition(1, relaxed().ifAbsent(hex("00")).put(hex("00"), hex("aa")));
            assertThat(point.get(hex("00"))).isNull();
            assertThat(point.scanKeys(KeyRange.all(), 1).keys()).isEmpty();
        }
    }

    private static DerivedSet set(int entries) {
        List<Commit.Change> changes = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            changes.add(new Commit.Change(Space.DERIVED, StoreUnderTest.number(i), hex("aa")));
        }
        return new DerivedSet(changes.iterator(), relaxed().put(text("record"), hex("aa")));
    }

    @Test
    void ingestedSetIsNotInEarlierReadPoints() {
        apply(relaxed().put(Space.DERIVED, StoreUnderTest.number(1), hex("11")));
        try (ReadPoint point = partition.readPoint()) {
            assertThat(partition.ingest(set(3))).isEqualTo(CommitOutcome.APPLIED);
            assertThat(point.scanKeys(Space.DERIVED, KeyRange.all(), 9).keys()).hasSize(1);
            assertThat(point.get(Space.DERIVED, StoreUnderTest.number(1))).isEqualTo(hex("11"));
            assertThat(point.get(text("record"))).isNull();
        }
        assertThat(partition.scanKeys(Space.DERIVED, KeyRange.all(), 9).keys()).hasSize(3);
    }

    @Test
    void setThatIsTooLargeToBeRememberedEndsReadPoints() {
        ReadPoint before = partition.readPoint();
        assertThat(partition.ingest(set(1_000))).isEqualTo(CommitOutcome.APPLIED);
        assertThatThrownBy(() -> keys(before)).isInstanceOf(StoreUnavailableException.class);
        before.close();
        try (ReadPoint after = partition.readPoint()) {
            assertThat(after.scanKeys(Space.DERIVED, KeyRange.all(), 2_000).keys())
                    .hasSize(1_000);
        }
    }

    @Test
    void asynchronousCommitsAreRememberedToo() {
        apply(relaxed().put(hex("01"), hex("aa")));
        try (ReadPoint point = partition.readPoint()) {
            assertThat(partition.async().commit(relaxed().delete(hex("01"))).toCompletableFuture())
                    .isCompletedWithValue(CommitOutcome.APPLIED);
            assertThat(keys(point)).containsExactly("01");
            faulty.failCall(1, Call.GET);
            assertThat(partition
                            .async()
                            .commit(relaxed().put(hex("02"), hex("aa")))
                            .toCompletableFuture())
                    .isCompletedExceptionally();
            assertThat(keys(partition)).isEmpty();
        }
    }

    @Test
    void closedReadPointAnswersNothing() {
        ReadPoint point = partition.readPoint();
        point.close();
        point.close();
        assertThatThrownBy(() -> point.get(hex("01"))).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void closedStoreEndsItsReadPoints() {
        apply(relaxed().put(hex("01"), hex("aa")));
        ReadPoint point = partition.readPoint();
        apply(relaxed().delete(hex("01")));
        store.close();
        assertThatThrownBy(() -> point.get(hex("01"))).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(partition::readPoint).isInstanceOf(StoreUnavailableException.class);
        point.close();
    }

    /** Keys 0 to 7 are there or not before, and there or not afterwards, in every combination of some. */
    @Test
    void pagesOfAnySizeShowWhatWasThereAtTheirBorders() {
        for (int before = 0; before < 256; before += 11) {
            for (int after = 0; after < 256; after += 13) {
                faulty.syncInAnyCase(); // or else it remembers everything
                store.drop(1);
                apply(changes(0, before));
                try (ReadPoint point = partition.readPoint()) {
                    apply(changes(before, after));
                    for (int size : List.of(1, 2, 3, 8)) {
                        String description = before + " to " + after + " by " + size;
                        for (Direction direction : Direction.values()) {
                            assertThat(paged(point, direction, size, Long.MAX_VALUE))
                                    .as(description)
                                    .isEqualTo(keysOf(before, direction));
                            assertThat(paged(point, direction, 9, size))
                                    .as(description)
                                    .isEqualTo(keysOf(before, direction));
                        }
                        assertThat(pagedKeys(point, size)).as(description).isEqualTo(keysOf(before, Direction.FORWARD));
                    }
                }
            }
        }
    }

    private static Commit changes(int before, int after) {
        Commit commit = relaxed();
        for (int bit = 0; bit < 8; bit++) {
            byte[] key = {(byte) bit};
            if ((after >> bit & 1) == 1) {
                commit.put(key, hex("aa"));
            } else if ((before >> bit & 1) == 1) {
                commit.delete(key);
            }
        }
        return commit;
    }

    private static List<Integer> keysOf(int bits, Direction direction) {
        List<Integer> keys = new ArrayList<>();
        for (int bit = 0; bit < 8; bit++) {
            if ((bits >> bit & 1) == 1) {
                keys.add(bit);
            }
        }
        if (direction == Direction.BACKWARD) {
            Collections.reverse(keys);
        }
        return keys;
    }

    /** Reads page by page; every page but the last is as full as was asked for, and the last one says so. */
    private static List<Integer> paged(ReadPoint point, Direction direction, int entriesMax, long bytesMax) {
        List<Integer> keys = new ArrayList<>();
        KeyRange rest = KeyRange.all();
        while (true) {
            ScanPage page = point.scan(rest, direction, entriesMax, bytesMax);
            page.entries().forEach(entry -> keys.add((int) entry.key()[0]));
            if (page.exhausted()) {
                return keys;
            }
            int expected = bytesMax == Long.MAX_VALUE ? entriesMax : (int) (bytesMax + 1) / 2;
            assertThat(page.entries()).hasSize(expected);
            byte[] last = page.entries().get(page.entries().size() - 1).key();
            rest = direction == Direction.FORWARD ? rest.after(last) : rest.before(last);
            assertThat(point.scan(rest, direction, 1, 1).entries()).isNotEmpty();
        }
    }

    private static List<Integer> pagedKeys(ReadPoint point, int keysMax) {
        List<Integer> keys = new ArrayList<>();
        KeyRange rest = KeyRange.all();
        while (true) {
            KeyPage page = point.scanKeys(rest, keysMax);
            page.keys().forEach(key -> keys.add((int) key[0]));
            if (page.exhausted()) {
                return keys;
            }
            assertThat(page.keys()).hasSize(keysMax);
            rest = rest.after(page.keys().get(keysMax - 1));
        }
    }
}
