package org.mayflydb.storage.snapshot;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Space;

/** A commit that may be applied at any moment: it is under way, or its outcome is unknown. */
final class PendingCommit {
    private Commit commit;

    /** What it changes; null if that is too much to be kept, as it is of a large derived set. */
    private @Nullable List<Commit.Change> changes;

    // Guarded by the lock of the history.

    /** In the order in which commits were sent. */
    private long number;

    /** The number of the last commit sent before this one returned without an outcome; 0 while it is under way. */
    private long unknownSince;

    /** What a read point that is opened now lays over the store; null if nobody knows. */
    private @Nullable ValuesBefore before;

    /** Whether parts of it may be there while its condition still holds. */
    private final boolean inParts;

    private PendingCommit(Commit commit, @Nullable List<Commit.Change> changes, boolean inParts) {
        this.commit = commit;
        this.changes = changes;
        this.inParts = inParts;
    }

    static PendingCommit of(Commit commit) {
        return new PendingCommit(commit, commit.changes(), false);
    }

    /** A derived set, which a store may take in several commits, the record last. */
    static PendingCommit ofSet(Commit record, @Nullable List<Commit.Change> changes) {
        return new PendingCommit(record, changes, true);
    }

    Commit commit() {
        return commit;
    }

    @Nullable
    List<Commit.Change> changes() {
        return changes;
    }

    /**
     * What has to be known to judge a commit.
     *
     * @param changes null if reading them cannot show what was there before
     * @param guard null if it has none
     */
    record Question(@Nullable List<Commit.Change> changes, Commit.@Nullable Condition guard) {}

    Question question() {
        return new Question(changes == null || inParts ? null : List.copyOf(changes), guard());
    }

    void sent(long newNumber, @Nullable ValuesBefore newBefore) {
        number = newNumber;
        before = newBefore;
    }

    @Nullable
    ValuesBefore before() {
        return before;
    }

    void setBefore(@Nullable ValuesBefore newBefore) {
        before = newBefore;
    }

    boolean isUnknown() {
        return unknownSince > 0;
    }

    /**
     * It has returned, and may still be applied. The caller may continue to use its commit, so this keeps a copy of what it
     * needs; new values are not needed if there is a guard.
     */
    void setUnknown(long lastSent) {
        unknownSince = lastSent;
        Commit copy = new Commit(commit.durability());
        copy.conditions().addAll(commit.conditions());
        Commit.Condition guard = guard();
        if (guard == null) {
            copy.changes().addAll(commit.changes());
            changes = changes == null ? null : List.copyOf(changes);
        } else {
            copy.changes().add(requireNonNull(lastChange(commit, guard.key())));
            changes = changes == null
                    ? null
                    : changes.stream().map(PendingCommit::withoutValue).toList();
        }
        commit = copy;
    }

    private static Commit.Change withoutValue(Commit.Change change) {
        return new Commit.Change(change.space(), change.key(), null);
    }

    /**
     * A condition that this commit makes false: while it holds, the commit is not applied. Once it does not hold any more,
     * the commit is applied or never will be, since no head value ever occurs twice.
     */
    private Commit.@Nullable Condition guard() {
        for (Commit.Condition condition : commit.conditions()) {
            Commit.Change change = lastChange(commit, condition.key());
            if (change != null && !Arrays.equals(change.value(), condition.value())) {
                return condition;
            }
        }
        return null;
    }

    /** Returns true if the outcome of a later commit shows that this one, whose outcome is unknown, cannot be applied any more. */
    boolean isSettledBy(PendingCommit later, CommitOutcome outcome) {
        if (!isUnknown() || later.number <= number) {
            return false;
        }
        Commit.Condition guard = guard();
        if (guard == null) {
            // Nothing shows it; the best there is.
            return outcome == CommitOutcome.APPLIED
                    && later.number > unknownSince
                    && !later.commit.conditions().isEmpty();
        }
        if (outcome == CommitOutcome.APPLIED) {
            Commit.Change change = lastChange(later.commit, guard.key());
            return change != null && !Arrays.equals(change.value(), guard.value());
        }
        List<Commit.Condition> conditions = later.commit.conditions();
        return conditions.size() == 1
                && Arrays.equals(conditions.get(0).key(), guard.key())
                && Arrays.equals(conditions.get(0).value(), guard.value());
    }

    private static Commit.@Nullable Change lastChange(Commit commit, byte[] key) {
        List<Commit.Change> all = commit.changes();
        for (int i = all.size() - 1; i >= 0; i--) {
            Commit.Change change = all.get(i);
            if (change.space() == Space.MAIN && Arrays.equals(change.key(), key)) {
                return change;
            }
        }
        return null;
    }
}
