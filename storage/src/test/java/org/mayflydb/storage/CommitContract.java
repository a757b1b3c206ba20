package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.number;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.synced;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gets, commits and their conditions. */
public interface CommitContract extends StoreUnderTest {

    @Test
    default void keyThatWasNeverWrittenHasNoValue() {
        assertThat(partition().get(text("a"))).isNull();
    }

    @Test
    default void valueThatWasPutIsRead() {
        apply(synced().put(text("a"), text("1")));
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
    }

    @Test
    default void putReplacesTheValue() {
        apply(relaxed().put(text("a"), text("a longer value")));
        apply(relaxed().put(text("a"), text("2")));
        assertThat(partition().get(text("a"))).isEqualTo(text("2"));
    }

    @Test
    default void deletedKeyHasNoValue() {
        apply(relaxed().put(text("a"), text("1")).put(text("b"), text("2")));
        apply(relaxed().delete(text("a")));
        assertThat(partition().get(text("a"))).isNull();
        assertThat(partition().get(text("b"))).isEqualTo(text("2"));
    }

    @Test
    default void deletingAnAbsentKeyIsApplied() {
        apply(relaxed().delete(text("a")));
        assertThat(keys()).isEmpty();
    }

    @Test
    default void emptyValueIsNotAbsence() {
        apply(relaxed().put(text("a"), new byte[0]));
        assertThat(partition().get(text("a"))).isEmpty();
    }

    @Test
    default void emptyKeyIsAKey() {
        apply(relaxed().put(new byte[0], text("1")));
        assertThat(partition().get(new byte[0])).isEqualTo(text("1"));
        assertThat(keys()).containsExactly("");
    }

    @Test
    default void keyThatBeginsAnotherIsAnotherKey() {
        apply(relaxed().put(text("ab"), text("1")));
        assertThat(partition().get(text("a"))).isNull();
        assertThat(partition().get(text("abc"))).isNull();
    }

    @Test
    default void lastChangeToAKeyWins() {
        apply(relaxed()
                .put(text("a"), text("1"))
                .put(text("a"), text("2"))
                .put(text("b"), text("3"))
                .delete(text("b"))
                .delete(text("c"))
                .put(text("c"), text("4")));
        assertThat(partition().get(text("a"))).isEqualTo(text("2"));
        assertThat(partition().get(text("b"))).isNull();
        assertThat(partition().get(text("c"))).isEqualTo(text("4"));
    }

    @Test
    default void emptyCommitIsApplied() {
        apply(relaxed());
        apply(synced());
        assertThat(keys()).isEmpty();
    }

    @Test
    default void absenceIsACondition() {
        apply(relaxed().ifAbsent(text("a")).put(text("a"), text("1")));
        assertThat(partition().commit(relaxed().ifAbsent(text("a")).put(text("a"), text("2"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
    }

    @Test
    default void valueIsACondition() {
        apply(relaxed().put(text("a"), text("1")));
        apply(relaxed().ifValue(text("a"), text("1")).put(text("a"), text("2")));
        assertThat(partition().commit(relaxed().ifValue(text("a"), text("1")).put(text("a"), text("3"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(partition().get(text("a"))).isEqualTo(text("2"));
    }

    @Test
    default void valueConditionOnAnAbsentKeyFails() {
        assertThat(partition().commit(relaxed().ifValue(text("a"), new byte[0]).put(text("a"), text("1"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(keys()).isEmpty();
    }

    @Test
    default void oneFailedConditionOfSeveralLeavesEverythingAsItWas() {
        apply(relaxed().put(text("a"), text("1")).put(text("b"), text("2")));
        Commit commit = relaxed()
                .ifValue(text("a"), text("1"))
                .ifAbsent(text("c"))
                .ifValue(text("b"), text("other"))
                .put(text("a"), text("9"))
                .put(text("c"), text("9"))
                .delete(text("b"));
        assertThat(partition().commit(commit)).isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
        assertThat(partition().get(text("b"))).isEqualTo(text("2"));
        assertThat(partition().get(text("c"))).isNull();
    }

    @Test
    default void conditionsAreAboutTheStateBeforeTheCommit() {
        apply(relaxed().put(text("a"), text("1")).ifAbsent(text("a")));
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
    }

    @Test
    default void conditionWithoutChangesIsAnswered() {
        apply(relaxed().put(text("a"), text("1")));
        apply(relaxed().ifValue(text("a"), text("1")));
        assertThat(partition().commit(relaxed().ifAbsent(text("a")))).isEqualTo(CommitOutcome.CONDITION_FAILED);
    }

    @Test
    default void conditionSeesWhatUnconditionalCommitsDid() {
        apply(relaxed().ifAbsent(text("a")).put(text("a"), text("1")));
        apply(relaxed().put(text("a"), text("2")).put(text("a"), text("3")));
        apply(relaxed().ifValue(text("a"), text("3")).put(text("b"), text("1")));
        apply(relaxed().delete(text("a")));
        apply(relaxed().ifAbsent(text("a")).put(text("c"), text("1")));
    }

    @Test
    default void conditionSeesThatARangeWasRemoved() {
        apply(relaxed().ifAbsent(text("a")).put(text("a"), text("1")));
        partition().deleteRange(KeyRange.all());
        assertThat(partition().commit(relaxed().ifValue(text("a"), text("1")).put(text("a"), text("2"))))
                .isEqualTo(CommitOutcome.CONDITION_FAILED);
        apply(relaxed().ifAbsent(text("a")).put(text("a"), text("2")));
        store().drop(1);
        apply(relaxed().ifAbsent(text("a")).put(text("a"), text("3")));
    }

    @Test
    default void callerMayChangeWhatItRead() {
        apply(relaxed().put(text("a"), text("1")));
        byte[] got = partition().get(text("a"));
        assertThat(got).isNotNull();
        Arrays.fill(got, (byte) 'x');
        KeyValue scanned = scanAll(KeyRange.all(), Direction.FORWARD).entries().get(0);
        Arrays.fill(scanned.key(), (byte) 'x');
        Arrays.fill(scanned.value(), (byte) 'x');
        assertThat(partition().get(text("a"))).isEqualTo(text("1"));
        assertThat(keys()).containsExactly("61");
    }

    @Test
    default void longestKeyAndValueAreKept() {
        byte[] key = new byte[store().limits().keyBytes()];
        Arrays.fill(key, (byte) 0xFF);
        byte[] value = new byte[store().limits().valueBytes()];
        Arrays.fill(value, (byte) 7);
        apply(relaxed().put(key, value));
        assertThat(partition().get(key)).isEqualTo(value);
        assertThat(scanAll(KeyRange.prefix(hex("ff")), Direction.BACKWARD).entries())
                .hasSize(1);
    }

    @Test
    default void tooLongKeyOrValueIsRefused() {
        StoreLimits limits = store().limits();
        for (Commit refused : List.of(
                relaxed().put(text("a"), text("1")).put(new byte[limits.keyBytes() + 1], new byte[0]),
                relaxed().put(text("a"), text("1")).put(new byte[0], new byte[limits.valueBytes() + 1]))) {
            assertThatThrownBy(() -> partition().commit(refused)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(keys()).isEmpty();
    }

    @Test
    default void largestCommitIsAppliedAndALargerOneRefused() {
        Commit commit = relaxed();
        int changes = store().limits().commitChanges();
        for (int i = 0; i < changes; i++) {
            commit.put(number(i), number(i));
        }
        apply(commit);
        assertThat(scanAll(KeyRange.all(), Direction.FORWARD).entries()).hasSize(changes);
        commit.delete(number(0));
        assertThatThrownBy(() -> partition().commit(commit)).isInstanceOf(IllegalArgumentException.class);
        assertThat(partition().get(number(0))).isEqualTo(number(0));
    }

    @Test
    default void commitWhoseDeadlineIsOverIsNotBegun() {
        Commit late = relaxed().put(text("a"), text("1")).deadline(Deadline.after(Duration.ZERO));
        assertThatThrownBy(() -> partition().commit(late)).isInstanceOf(StoreUnavailableException.class);
        assertThat(keys()).isEmpty();
        apply(relaxed()
                .put(text("a"), text("1"))
                .deadline(Deadline.after(Duration.ofHours(1)))
                .version(7));
    }

    @Test
    default void severalKeysAreReadInTheirOrder() {
        apply(relaxed().put(text("a"), text("1")).put(text("b"), text("2")).put(Space.DERIVED, text("a"), text("3")));
        assertThat(partition().getAll(List.of(text("b"), text("x"), text("a"), text("b"))))
                .containsExactly(text("2"), null, text("1"), text("2"));
        assertThat(partition().getAll(Space.DERIVED, List.of(text("b"), text("a"))))
                .containsExactly(null, text("3"));
        assertThat(partition().getAll(List.of())).isEmpty();
    }
}
