package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The two spaces of a partition, and sorted sets of derived entries. */
public interface SpaceContract extends StoreUnderTest {

    private List<String> derivedKeys() {
        return partition().scanKeys(Space.DERIVED, KeyRange.all(), 1000).keys().stream()
                .map(StoreUnderTest::hex)
                .toList();
    }

    private static DerivedSet set(Commit record, String... keys) {
        List<Commit.Change> entries = new ArrayList<>();
        for (String key : keys) {
            entries.add(new Commit.Change(Space.DERIVED, hex(key), text("set")));
        }
        return new DerivedSet(entries.iterator(), record);
    }

    @Test
    default void aKeyHasAValueOfItsOwnInEachSpace() {
        apply(relaxed().put(text("a"), text("main")).put(Space.DERIVED, text("a"), text("derived")));
        assertThat(partition().get(text("a"))).isEqualTo(text("main"));
        assertThat(partition().get(Space.DERIVED, text("a"))).isEqualTo(text("derived"));
        apply(relaxed().delete(Space.DERIVED, text("a")));
        assertThat(partition().get(text("a"))).isEqualTo(text("main"));
        assertThat(partition().get(Space.DERIVED, text("a"))).isNull();
    }

    @Test
    default void scansStayInTheirSpace() {
        apply(relaxed().put(hex("01"), hex("")).put(Space.DERIVED, hex("02"), hex("")));
        assertThat(keys()).containsExactly("01");
        assertThat(derivedKeys()).containsExactly("02");
    }

    @Test
    default void conditionsAreAboutTheMainSpace() {
        apply(relaxed().put(Space.DERIVED, text("a"), text("1")));
        apply(relaxed().ifAbsent(text("a")).put(text("a"), text("2")));
        apply(relaxed().ifValue(text("a"), text("2")).put(Space.DERIVED, text("a"), text("3")));
        apply(relaxed().ifValue(text("a"), text("2")));
    }

    @Test
    default void deleteRangeStaysInItsSpace() {
        apply(relaxed().put(hex("01"), hex("")).put(Space.DERIVED, hex("01"), hex("")));
        partition().deleteRange(Space.DERIVED, KeyRange.all());
        assertThat(derivedKeys()).isEmpty();
        assertThat(keys()).containsExactly("01");
    }

    @Test
    default void partitionWithDerivedEntriesAloneIsListedAndDropped() {
        apply(relaxed().put(Space.DERIVED, hex("01"), hex("")));
        assertThat(store().partitionNumbers()).containsExactly(1);
        store().drop(1);
        assertThat(store().partitionNumbers()).isEmpty();
        assertThat(derivedKeys()).isEmpty();
    }

    @Test
    default void readPointCoversBothSpaces() {
        apply(relaxed().put(text("a"), text("1")).put(Space.DERIVED, text("b"), text("1")));
        try (ReadPoint point = partition().readPoint()) {
            apply(relaxed().put(text("a"), text("2")).delete(Space.DERIVED, text("b")));
            partition().ingest(set(relaxed(), "00", "ff"));
            assertThat(point.get(text("a"))).isEqualTo(text("1"));
            assertThat(point.get(Space.DERIVED, text("b"))).isEqualTo(text("1"));
            assertThat(point.scanKeys(Space.DERIVED, KeyRange.all(), 10).keys()).hasSize(1);
        }
    }

    @Test
    default void bothSpacesSurviveReopening() {
        apply(relaxed().put(text("a"), text("1")).put(Space.DERIVED, text("b"), text("2")));
        reopen();
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
        assertThat(partition().get(Space.DERIVED, text("b"))).isEqualTo(text("2"));
    }

    @Test
    default void ingestedSetIsThereTogetherWithItsRecord() {
        apply(relaxed().put(Space.DERIVED, hex("02"), text("old")).put(Space.DERIVED, hex("05"), text("old")));
        DerivedSet set = new DerivedSet(
                List.of(
                                new Commit.Change(Space.DERIVED, hex("01"), text("new")),
                                new Commit.Change(Space.DERIVED, hex("02"), text("new")),
                                new Commit.Change(Space.DERIVED, hex("05"), null))
                        .iterator(),
                relaxed().ifAbsent(text("head")).put(text("record"), text("7")));
        assertThat(partition().ingest(set)).isEqualTo(CommitOutcome.APPLIED);
        reopen();
        assertThat(derivedKeys()).containsExactly("01", "02");
        assertThat(partition().get(Space.DERIVED, hex("02"))).isEqualTo(text("new"));
        assertThat(partition().get(text("record"))).isEqualTo(text("7"));
    }

    @Test
    default void setWhoseConditionFailsLeavesNothing() {
        Commit record = relaxed().ifValue(text("head"), text("mine")).put(text("record"), text("7"));
        assertThat(partition().ingest(set(record, "01", "02"))).isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void setCanBeIngestedTwiceAndChangedAfterwards() {
        assertThat(partition().ingest(set(relaxed(), "01", "02"))).isEqualTo(CommitOutcome.APPLIED);
        assertThat(partition().ingest(set(relaxed(), "01", "02"))).isEqualTo(CommitOutcome.APPLIED);
        apply(relaxed().delete(Space.DERIVED, hex("01")));
        assertThat(derivedKeys()).containsExactly("02");
    }

    @Test
    default void emptySetIsItsRecord() {
        assertThat(partition().ingest(set(relaxed().put(text("record"), text("1")))))
                .isEqualTo(CommitOutcome.APPLIED);
        assertThat(partition().get(text("record"))).isEqualTo(text("1"));
    }

    @Test
    default void setThatIsNotSortedOrNotDerivedIsRefused() {
        List<Commit.Change> wrongSpace = List.of(new Commit.Change(hex("01"), hex("")));
        for (DerivedSet refused : Arrays.asList(
                set(relaxed(), "02", "01"),
                set(relaxed(), "01", "01"),
                new DerivedSet(wrongSpace.iterator(), relaxed()))) {
            assertThatThrownBy(() -> partition().ingest(refused)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(store().partitionNumbers()).isEmpty();
    }

    @Test
    default void sizesAreCountedPerSpace() {
        byte[] value = new byte[100_000];
        new Random(1).nextBytes(value);
        apply(relaxed().put(Space.DERIVED, hex("01"), value));
        assertThat(partition().approximateBytes(Space.DERIVED, KeyRange.all())).isGreaterThan(50_000);
        assertThat(partition().approximateBytes(KeyRange.all())).isLessThan(50_000);
    }
}
