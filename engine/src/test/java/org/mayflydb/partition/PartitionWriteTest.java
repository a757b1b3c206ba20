package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.key.EpkRange;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/** One write after the other, with stores that fail and owners that change. */
class PartitionWriteTest {
    static final PartitionSpec SPEC = new PartitionSpec(7, 0, EpkRange.FULL);
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1000));

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Partition partition = open(store, 1);

    static Partition open(Store store, long owner) {
        return new Partition(
                SPEC,
                new Partition.Environment(TranslatedStore.of(store), CLOCK, Durability.SYNCED, new UUID(0, owner)));
    }

    /** A mutation that adds one to the number under a key and answers it. */
    static Mutation<Integer> increment(int key) {
        return transaction -> {
            transaction.nextLsn();
            byte[] present = transaction.get(key(key));
            int next = present == null ? 1 : present[0] + 1;
            transaction.put(key(key), new byte[] {(byte) next});
            return next;
        };
    }

    static byte[] key(int key) {
        return new byte[] {0x10, (byte) key};
    }

    static int stored(Store store, int key) {
        byte[] value = store.partition(SPEC.number()).get(key(key));
        return value == null ? 0 : value[0];
    }

    @Test
    void aMutationIsAnsweredAfterItIsStored() {
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(stored(store, 1)).isEqualTo(1);
    }

    @Test
    void savingTheTimeDoesNotWaitForAWriteThatNobodyLeads() {
        partition.now();
        partition.submit(increment(1), 0, neverRun -> {}, outcome -> {});
        partition.saveTime();
        assertThat(stored(store, 1)).isZero();
    }

    @Test
    void sequenceNumbersCountWithoutGaps() {
        for (int i = 2; i <= 6; i++) {
            assertThat(partition.write(Transaction::nextLsn)).isEqualTo(i);
        }
        assertThat(partition.head().lastLsn()).isEqualTo(6);
    }

    @Test
    void aMutationThatFailsLeavesNothingBehind() {
        assertThatThrownBy(() -> partition.write(transaction -> {
                    transaction.nextLsn();
                    transaction.count(1, 1);
                    transaction.put(key(1), new byte[1]);
                    throw ConflictException.id();
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(stored(store, 1)).isZero();
        assertThat(partition.head()).isEqualTo(PartitionHead.EMPTY);
    }

    @Test
    void aCommitWhoseAnswerWasLostIsNotMadeTwice() {
        store.loseAnswer(1, true);
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(stored(store, 1)).isEqualTo(1);
        assertThat(partition.write(increment(1))).isEqualTo(2);
    }

    @Test
    void aCommitThatNeverArrivedIsSentAgain() {
        store.loseAnswer(1, false);
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(stored(store, 1)).isEqualTo(1);
        assertThat(partition.head().lastLsn()).isEqualTo(2);
    }

    @Test
    void anOutcomeThatStaysUnknownIsSaidToBeAndTheNextWriteLooksFirst() {
        for (int i = 1; i <= 8; i++) {
            store.loseAnswer(i, false);
        }
        assertThatThrownBy(() -> partition.write(increment(1)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("unknown");
        assertThat(partition.write(increment(1))).isEqualTo(1);
    }

    @Test
    void aLostAnswerFollowedByAFailingReadIsFoundOutByTheNextWrite() {
        store.loseAnswer(1, true).beforeCommit(2, () -> store.failCall(1, FaultyStore.Call.GET));
        assertThatThrownBy(() -> partition.write(increment(1))).isInstanceOf(UnavailableException.class);
        assertThat(partition.write(increment(1)))
                .as("the first one had been applied")
                .isEqualTo(2);
    }

    @Test
    void aNewOwnerFencesOffTheOldOne() {
        partition.write(increment(1));
        Partition successor = open(store, 2);
        assertThat(successor.write(increment(1))).isEqualTo(2);
        assertThatThrownBy(() -> partition.write(increment(1)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("another owner");
        assertThat(stored(store, 1)).isEqualTo(2);
        assertThat(successor.head().epoch()).isEqualTo(2);
    }

    @Test
    void whoDidNotOwnThePartitionYetTakesItOverWithWhatItHolds() {
        Partition second = open(store, 2);
        partition.write(increment(1));
        assertThat(second.write(increment(1))).isEqualTo(2);
    }

    @Test
    void aFailedReadFailsTheWriteAndNothingElse() {
        partition.write(increment(1));
        store.failCall(1, FaultyStore.Call.GET);
        assertThatThrownBy(() -> partition.write(increment(1))).isInstanceOf(UnavailableException.class);
        assertThat(partition.write(increment(1))).isEqualTo(2);
    }

    @Test
    void aMutationThatChangesNothingIsNotCommitted() {
        partition.write(increment(1));
        PartitionHead before = partition.head();
        assertThat(partition.write(Transaction::now)).isEqualTo(1000);
        assertThat(partition.head()).isSameAs(before);
    }

    @Test
    void timeNeverGoesBehindTheNewestTimestamp() {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1000));
        Partition moving =
                new Partition(SPEC, new Partition.Environment(store, clock, Durability.SYNCED, new UUID(0, 3)));
        moving.write(increment(1));
        clock.set(Instant.ofEpochSecond(500));
        assertThat(moving.now()).isEqualTo(1000);
        assertThat(moving.write(Transaction::now)).isEqualTo(1000);
        clock.set(Instant.ofEpochSecond(2000));
        assertThat(moving.now()).isEqualTo(2000);
    }

    @Test
    void writerThatFindsAnotherEpochHasLostThePartition() {
        partition.write(increment(1));
        Partition laterWriterOfTheSameProcess = open(store, 1);
        laterWriterOfTheSameProcess.write(increment(1));
        assertThatThrownBy(() -> partition.write(increment(1)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("taken over");
        assertThat(laterWriterOfTheSameProcess.write(increment(1))).isEqualTo(3);
    }

    @Test
    void writeTimeIsWithinTheSecondOfTheTransactionAndNeverDecreases() {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochMilli(1_000_700));
        Partition moving =
                new Partition(SPEC, new Partition.Environment(store, clock, Durability.SYNCED, new UUID(0, 3)));
        assertThat(moving.write(PartitionWriteTest::written)).isEqualTo(1_000_700);
        clock.set(Instant.ofEpochMilli(1_000_300));
        assertThat(moving.write(PartitionWriteTest::written)).isEqualTo(1_000_700);
        clock.set(Instant.ofEpochMilli(5_300));
        assertThat(moving.write(PartitionWriteTest::written)).isEqualTo(1_000_700);
        clock.set(Instant.ofEpochMilli(1_001_002));
        assertThat(moving.write(PartitionWriteTest::written)).isEqualTo(1_001_002);
    }

    private static long written(Transaction transaction) {
        transaction.nextLsn();
        assertThat(transaction.now()).isEqualTo(transaction.writeTime() / 1000);
        return transaction.writeTime();
    }

    @Test
    void collisionMarkIsKeptByLaterCommits() {
        partition.write(transaction -> {
            transaction.markCollisions();
            return transaction.nextLsn();
        });
        partition.write(increment(1));
        assertThat(open(store, 2).head().collisions()).isTrue();
        assertThat(open(store, 2).write(Transaction::hasCollisions)).isTrue();
    }

    @Test
    void aClosedPartitionTakesNoWrites() {
        partition.close();
        assertThatThrownBy(() -> partition.write(increment(1)))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("Owner resource does not exist");
    }

    private static Mutation<Boolean> expendable(int key) {
        return transaction -> {
            transaction.expendable();
            transaction.put(key(key), new byte[] {1});
            return true;
        };
    }

    @Test
    void anExpendableMutationWaitsForNoDisk() {
        partition.write(increment(1));
        partition.write(expendable(2));
        FaultyStore left = store.crash();
        assertThat(stored(left, 1)).isEqualTo(1);
        assertThat(stored(left, 2)).isZero();
    }

    @Test
    void anExpendableMutationThatTakesASequenceNumberIsKept() {
        partition.write(transaction -> {
            transaction.nextLsn();
            return expendable(2).apply(transaction);
        });
        assertThat(stored(store.crash(), 2)).isEqualTo(1);
    }

    @Test
    void afterAnExpendableMutationFailsOthersAreKept() {
        assertThatThrownBy(() -> partition.write(transaction -> {
                    transaction.expendable();
                    throw ConflictException.id();
                }))
                .isInstanceOf(ConflictException.class);
        partition.write(transaction -> {
            transaction.put(key(2), new byte[] {1});
            return true;
        });
        assertThat(stored(store.crash(), 2)).isEqualTo(1);
    }
}
