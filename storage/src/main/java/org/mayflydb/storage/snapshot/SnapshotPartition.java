package org.mayflydb.storage.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.AsyncPartition;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreLimits;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/** A partition of a {@link SnapshotStore}. */
final class SnapshotPartition extends ForwardingPartition {
    /** Each attempt fails only if another commit ended meanwhile. */
    private static final int OPENING_ATTEMPTS_MAX = 100;

    private final StoreLimits limits;
    private final SnapshotSettings settings;
    private final SnapshotMemory memory;
    private final PartitionHistory history;

    SnapshotPartition(StorePartition inner, StoreLimits limits, SnapshotSettings settings, SnapshotMemory memory) {
        super(inner);
        this.limits = limits;
        this.settings = settings;
        this.memory = memory;
        this.history = new PartitionHistory(this, memory);
    }

    PartitionHistory history() {
        return history;
    }

    /** The wait for commits that are under way is bounded by the settings. */
    @Override
    public ReadPoint readPoint() {
        SnapshotReadPoint point = open();
        memory.opened(point);
        memory.enforce();
        return point;
    }

    private SnapshotReadPoint open() {
        history.announce();
        try {
            Deadline patience = Deadline.after(settings.patience());
            for (int attempt = 0; attempt < OPENING_ATTEMPTS_MAX; attempt++) {
                PendingCommit unread = history.awaitUnread(patience);
                if (unread != null) {
                    judge(unread);
                }
                SnapshotReadPoint point = history.open(this);
                if (point != null) {
                    return point;
                }
            }
            throw new StoreUnavailableException("too many commits are under way for a snapshot; repeat the request");
        } finally {
            history.announced();
        }
    }

    void close(SnapshotReadPoint point) {
        history.end(point, "the snapshot is closed");
        memory.closed(point);
    }

    /**
     * Finds out what was there before a commit that was sent long ago, or what became of it.
     *
     * @throws StoreUnavailableException if that cannot be known yet
     */
    private void judge(PendingCommit commit) {
        long mark = history.mark();
        PendingCommit.Question question = history.question(commit);
        List<Commit.Change> changes = question.changes();
        ValuesBefore before = changes == null ? null : read(changes);
        Commit.Condition guard = question.guard();
        if (guard != null && !Arrays.equals(get(Space.MAIN, guard.key()), guard.value())) {
            history.settled(commit);
        } else if (guard != null && before != null) {
            history.foundBefore(commit, before, mark);
        } else if (changes != null && before != null && before.areAllAsAfter(changes)) {
            history.foundUnneeded(commit, before, mark);
        } else {
            throw new StoreUnavailableException(
                    "a write may be applied at any moment, and what it replaces is not known; repeat the request");
        }
    }

    /** The values of what a commit changes; null if they are too large to be kept. */
    private @Nullable ValuesBefore read(List<Commit.Change> changes) {
        ValuesBefore before = new ValuesBefore(changes);
        for (ValuesBefore.Step step = before.next(); step != null; step = before.next()) {
            before.read(step, getAll(step.space(), step.keys()));
            if (isTooLarge(before)) {
                return null;
            }
        }
        return before;
    }

    boolean isTooLarge(ValuesBefore before) {
        return before.bytes() > memory.bytesMax();
    }

    @Override
    public AsyncPartition async() {
        return new SnapshotCalls(this, super.async());
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        return commit(commit, () -> super.commit(commit));
    }

    /** Makes a call that applies a commit. */
    CommitOutcome commit(Commit commit, Supplier<CommitOutcome> call) {
        PendingCommit pending = PendingCommit.of(commit);
        if (!history.sendUnread(pending)) {
            check(commit);
            send(pending);
        }
        return outcome(pending, call);
    }

    /** What the store refuses must not be read for either. */
    void check(Commit commit) {
        commit.checkDeadline();
        limits.check(commit);
    }

    private void send(PendingCommit pending) {
        List<Commit.Change> changes = pending.changes();
        boolean sent = false;
        while (!sent) {
            long mark = history.mark();
            ValuesBefore before = changes == null ? null : read(changes);
            sent = send(pending, before, mark);
        }
    }

    /** Returns false if the values must be read again. */
    boolean send(PendingCommit pending, @Nullable ValuesBefore before, long mark) {
        if (before == null) {
            history.sendTooLarge(pending);
            return true;
        }
        boolean sent = history.send(pending, before, mark);
        memory.enforce();
        return sent;
    }

    private CommitOutcome outcome(PendingCommit pending, Supplier<CommitOutcome> call) {
        CommitOutcome outcome;
        try {
            outcome = call.get();
        } catch (RuntimeException | Error failure) {
            failed(pending, failure);
            throw failure;
        }
        returned(pending, outcome);
        return outcome;
    }

    void returned(PendingCommit pending, CommitOutcome outcome) {
        history.returned(pending, outcome);
    }

    /** Only a failure that the contract names proves that nothing was applied. */
    void failed(PendingCommit pending, Throwable failure) {
        if (failure instanceof StoreUnavailableException || failure instanceof IllegalArgumentException) {
            history.refused(pending);
        } else {
            returned(pending, CommitOutcome.UNKNOWN);
        }
    }

    /** If read points are open the set is held in memory, up to what may be remembered; a larger one ends them. */
    @Override
    public CommitOutcome ingest(DerivedSet set) {
        PendingCommit unread = PendingCommit.ofSet(set.record(), null);
        if (history.sendUnread(unread)) {
            return outcome(unread, () -> super.ingest(set));
        }
        check(set.record());
        List<Commit.Change> changes = new ArrayList<>();
        Iterator<Commit.Change> entries = set.entriesInOrder();
        long bytes = 0;
        while (entries.hasNext() && bytes <= memory.bytesMax()) {
            Commit.Change entry = entries.next();
            bytes += OldValues.ENTRY_BYTES + limits.check(entry);
            changes.add(entry);
        }
        if (entries.hasNext()) {
            DerivedSet whole = new DerivedSet(new Joined<>(changes.iterator(), entries), set.record());
            history.sendTooLarge(unread);
            return outcome(unread, () -> super.ingest(whole));
        }
        DerivedSet again = new DerivedSet(List.copyOf(changes).iterator(), set.record());
        changes.addAll(set.record().changes());
        PendingCommit pending = PendingCommit.ofSet(set.record(), changes);
        send(pending);
        return outcome(pending, () -> super.ingest(again));
    }

    /** One iterator after another. */
    private record Joined<T>(Iterator<T> first, Iterator<T> second) implements Iterator<T> {
        @Override
        public boolean hasNext() {
            return first.hasNext() || second.hasNext();
        }

        @Override
        public T next() {
            return first.hasNext() ? first.next() : second.next();
        }
    }

    @Override
    public void deleteRange(Space space, KeyRange range) {
        super.deleteRange(space, range);
        history.removed(space, range);
    }

    /** Everything in the partition was removed. */
    void removedAll() {
        for (Space space : Space.values()) {
            history.removed(space, KeyRange.all());
        }
    }
}
