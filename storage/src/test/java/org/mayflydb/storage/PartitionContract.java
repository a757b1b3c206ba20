package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.number;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Partitions share nothing, even those whose numbers look alike in some encoding. */
public interface PartitionContract extends StoreUnderTest {

    /** Neighbours, numbers that are one byte apart, and both ends. */
    List<Integer> NUMBERS =
            List.of(0, 1, 2, 255, 256, 257, 65_536, 16_777_216, Integer.MAX_VALUE - 1, Integer.MAX_VALUE);

    private void fill() {
        for (int partition : NUMBERS) {
            Commit commit = relaxed()
                    .put(new byte[0], number(partition))
                    .put(hex("00"), number(partition))
                    .put(hex("ffffffff"), number(partition));
            assertThat(store().partition(partition).commit(commit)).isEqualTo(CommitOutcome.APPLIED);
        }
    }

    private List<Integer> values(int partition, Direction direction) {
        return store()
                .partition(partition)
                .scan(KeyRange.all(), direction, Integer.MAX_VALUE, Long.MAX_VALUE)
                .entries()
                .stream()
                .map(entry -> number(entry.value()))
                .toList();
    }

    @Test
    default void newStoreHasNoPartitions() {
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void partitionsWithKeysAreListedAscending() {
        fill();
        assertThat(store().partitionNumbers()).isEqualTo(NUMBERS);
    }

    @Test
    default void lookingAtAPartitionDoesNotMakeOne() {
        assertThat(store().partition(3).get(text("a"))).isNull();
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void partitionWithoutKeysIsNotListed() {
        apply(relaxed().put(text("a"), text("1")));
        apply(relaxed().delete(text("a")));
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void partitionsDoNotSeeEachOther() {
        fill();
        for (int partition : NUMBERS) {
            assertThat(values(partition, Direction.FORWARD)).containsExactly(partition, partition, partition);
            assertThat(values(partition, Direction.BACKWARD)).containsExactly(partition, partition, partition);
            assertThat(number(store().partition(partition).get(hex("00")))).isEqualTo(partition);
        }
        assertThat(store().partition(3).get(hex("00"))).isNull();
    }

    @Test
    default void conditionsDoNotLookIntoOtherPartitions() {
        apply(relaxed().put(text("a"), text("1")));
        assertThat(store().partition(256).commit(relaxed().ifAbsent(text("a")).put(text("a"), text("2"))))
                .isEqualTo(CommitOutcome.APPLIED);
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
    }

    @Test
    default void dropRemovesOnePartition() {
        fill();
        store().drop(256);
        store().drop(Integer.MAX_VALUE);
        store().drop(77);
        assertThat(values(256, Direction.FORWARD)).isEmpty();
        assertThat(store().partitionNumbers())
                .containsExactly(0, 1, 2, 255, 257, 65_536, 16_777_216, Integer.MAX_VALUE - 1);
        for (int neighbour : List.of(255, 257, Integer.MAX_VALUE - 1)) {
            assertThat(values(neighbour, Direction.FORWARD)).hasSize(3);
        }
    }

    @Test
    default void droppedPartitionCanBeWrittenAgain() {
        putKeys("01", "02");
        StorePartition before = partition();
        store().drop(1);
        assertThat(before.get(hex("01"))).isNull();
        putKeys("02");
        assertThat(keys()).containsExactly("02");
        assertThat(before.get(hex("02"))).isEmpty();
    }

    @Test
    default void partitionIsCreatedOnce() {
        Commit first = relaxed().ifAbsent(text("head")).put(text("head"), text("1"));
        assertThat(store().createPartition(7, first)).isEqualTo(CommitOutcome.APPLIED);
        assertThat(store().createPartition(7, first)).isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(store().partition(7).get(text("head"))).isEqualTo(text("1"));
    }

    @Test
    default void partitionIsNotCreatedUnconditionally() {
        assertThatThrownBy(() -> store().createPartition(7, relaxed().put(text("head"), text("1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void dropOnAConditionLeavesOnlyWhatItPuts() {
        fill();
        apply(relaxed().put(text("head"), text("mine")).put(Space.DERIVED, text("a"), text("1")));
        Commit last = relaxed().ifValue(text("head"), text("mine")).put(text("head"), text("dropped"));
        assertThat(store().drop(1, last)).isEqualTo(CommitOutcome.APPLIED);
        assertThat(store().drop(1, last)).isEqualTo(CommitOutcome.CONDITION_FAILED);
        reopen();
        assertThat(partition().get(text("head"))).isEqualTo(text("dropped"));
        assertThat(keys()).hasSize(1);
        assertThat(partition().scanKeys(Space.DERIVED, KeyRange.all(), 1).keys())
                .isEmpty();
        assertThat(values(2, Direction.FORWARD)).hasSize(3);
        apply(relaxed().ifValue(text("head"), text("dropped")));
    }

    @Test
    default void dropWhoseConditionFailsLeavesEverything() {
        fill();
        assertThat(store().drop(1, relaxed().ifValue(text("head"), text("mine")).put(text("head"), text("dropped"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(values(1, Direction.FORWARD)).hasSize(3);
    }

    @Test
    default void partitionThatNeverWasCanBeDroppedForGood() {
        assertThat(store().drop(7, relaxed().ifAbsent(text("head")).put(text("head"), text("dropped"))))
                .isEqualTo(CommitOutcome.APPLIED);
        assertThat(store().createPartition(7, relaxed().ifAbsent(text("head")).put(text("head"), text("1"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
    }

    @Test
    default void deleteRangeStaysInsideItsPartition() {
        fill();
        store().partition(1).deleteRange(KeyRange.all());
        assertThat(store().partitionNumbers()).hasSize(NUMBERS.size() - 1).doesNotContain(1);
    }

    @Test
    default void negativeNumbersAreRefused() {
        for (int number : List.of(-1, -256, Integer.MIN_VALUE)) {
            assertThatThrownBy(() -> store().partition(number)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store().drop(number)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
