package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.number;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.synced;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Closing, opening again, sizes, syncs and checks. */
public interface LifecycleContract extends StoreUnderTest {

    private void syncAll() {
        if (store().can(Capability.SYNC)) {
            store().sync();
        }
    }

    @Test
    default void everythingAppliedSurvivesCloseAndReopen() {
        apply(synced().put(text("a"), text("1")));
        apply(relaxed().put(text("b"), text("2")).delete(text("a")));
        store().partition(256).commit(relaxed().put(text("c"), text("3")));
        reopen();
        assertThat(partition().get(text("a"))).isNull();
        assertThat(partition().get(text("b"))).isEqualTo(text("2"));
        assertThat(store().partition(256).get(text("c"))).isEqualTo(text("3"));
        assertThat(store().partitionNumbers()).containsExactly(1, 256);
    }

    @Test
    default void removedRangesAndPartitionsStayRemoved() {
        putKeys("01", "02", "03");
        store().partition(2).commit(relaxed().put(text("a"), text("1")));
        partition().deleteRange(KeyRange.prefix(hex("02")));
        store().drop(2);
        reopen();
        assertThat(keys()).containsExactly("01", "03");
        assertThat(store().partitionNumbers()).containsExactly(1);
    }

    @Test
    default void closedStoreAnswersNothing() {
        putKeys("01");
        Store store = store();
        StorePartition partition = partition();
        store.close();
        List<ThrowingCallable> calls = new ArrayList<>(List.of(
                () -> partition.get(hex("01")),
                () -> partition.scan(KeyRange.all(), Direction.FORWARD, 1, 1),
                () -> partition.scanKeys(KeyRange.all(), 1),
                () -> partition.commit(relaxed().put(hex("02"), hex("02"))),
                () -> partition.commit(relaxed().ifAbsent(hex("01")).put(hex("02"), hex("02"))),
                () -> partition.deleteRange(KeyRange.all()),
                () -> partition.approximateBytes(KeyRange.all()),
                () -> store.partition(1),
                () -> store.drop(1),
                store::partitionNumbers,
                store::verifyChecksums));
        if (store.can(Capability.SYNC)) {
            calls.add(store::sync);
        }
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(StoreUnavailableException.class);
        }
        reopen();
        assertThat(keys()).containsExactly("01");
    }

    @Test
    default void closingTwiceIsClosingOnce() {
        store().close();
        store().close();
        reopen();
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void soundStoreVerifies() {
        putKeys("01", "02");
        syncAll();
        store().verifyChecksums();
        assertThat(keys()).containsExactly("01", "02");
    }

    @Test
    default void capabilitiesAreWhatTheStoreDoes() {
        assertThat(store().copier().isPresent()).isEqualTo(store().can(Capability.CHECKPOINTS));
        if (store().can(Capability.SYNC)) {
            store().sync();
        } else {
            assertThatThrownBy(store()::sync).isInstanceOf(UnsupportedOperationException.class);
        }
        if (store().can(Capability.SNAPSHOTS)) {
            partition().readPoint().close();
        } else {
            assertThatThrownBy(partition()::readPoint).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    default void asynchronousCallsDoWhatDirectOnesDo() {
        AsyncPartition async = partition().async();
        assertThat(async.commit(relaxed().put(hex("01"), hex("aa")))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(CommitOutcome.APPLIED);
        assertThat(async.commit(relaxed().ifAbsent(hex("01")))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(async.get(Space.MAIN, hex("01"), Deadline.NONE)
                        .toCompletableFuture()
                        .join())
                .isEqualTo(hex("aa"));
        assertThat(async.getAll(Space.MAIN, List.of(hex("02"), hex("01")), Deadline.NONE)
                        .toCompletableFuture()
                        .join())
                .containsExactly(null, hex("aa"));
        assertThat(async.scan(Space.MAIN, KeyRange.all(), Direction.FORWARD, 9, 9, Deadline.NONE)
                        .toCompletableFuture()
                        .join()
                        .entries())
                .hasSize(1);
    }

    @Test
    default void asynchronousCallFailsWithItsStageAndNotByThrowing() {
        AsyncPartition async = partition().async();
        Deadline over = Deadline.after(Duration.ZERO);
        assertUnavailable(async.get(Space.MAIN, hex("01"), over));
        assertUnavailable(async.commit(relaxed().deadline(over)));
        store().close();
        assertUnavailable(async.get(Space.MAIN, hex("01"), Deadline.NONE));
        reopen();
    }

    private static void assertUnavailable(CompletionStage<?> call) {
        assertThatThrownBy(() -> call.toCompletableFuture().join()).hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    default void locationIsNamed() {
        assertThat(store().location()).isNotBlank();
    }

    @Test
    default void approximateBytesAreOfTheRightOrder() {
        Random random = new Random(1);
        Commit commit = relaxed();
        for (int i = 0; i < 1_000; i++) {
            byte[] value = new byte[1_000];
            random.nextBytes(value);
            commit.put(number(i), value);
        }
        apply(commit);
        syncAll();
        assertThat(partition().approximateBytes(KeyRange.all())).isBetween(300_000L, 3_000_000L);
        assertThat(partition().approximateBytes(new KeyRange(hex("03"), hex("02"))))
                .isZero();
        assertThat(store().partition(2).approximateBytes(KeyRange.all())).isBetween(0L, 100_000L);
    }
}
