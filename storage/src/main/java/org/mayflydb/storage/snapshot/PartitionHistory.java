package org.mayflydb.storage.snapshot;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreUnavailableException;

/**
 * The open read points of a partition, the commits that may be applied at any moment, and the old values. Its lock is held
 * for steps in memory only, never while a store is called.
 *
 * <p>A read point has the commits that had returned when it was opened, and nothing of those that were pending then. That
 * holds by three rules:
 *
 * <ol>
 *   <li>A commit is sent only after the values that it replaces were read, and kept for all read points that are open. A read
 *       point reads the store first and the old values afterwards, so it finds one wherever a commit has been.
 *   <li>A read point that is opened while a commit is pending gets the values from before it. So it does not matter when
 *       the commit is applied, or whether it ever is.
 *   <li>What was read before a commit is worth nothing if another commit ended meanwhile: it is read again. If another
 *       commit with the same key is applied while this one is pending, nobody knows any more what would be there without
 *       it. An owner that sends one commit at a time never sees either.
 * </ol>
 *
 * <p>While nobody has a read point, commits are sent without reading anything. Whoever opens one then waits for those that
 * are under way; those that do not return are judged by their guard.
 */
final class PartitionHistory {
    private final Object partition;
    private final SnapshotMemory memory;

    /** In the order in which the values before them were read. */
    private final List<PendingCommit> pending = new ArrayList<>(0);

    /** By number; null while there is none. */
    private @Nullable NavigableMap<Long, SnapshotReadPoint> points;

    /** Present while there are read points. */
    private @Nullable OldValues old;

    /** How many callers are about to open a read point. */
    private int opening;

    private long sent;

    /** How often a commit that was pending is not any more, and may have been applied. */
    private long ended;

    /** True while a commit has returned and may still be applied. */
    private boolean inDoubt;

    private boolean closed;

    /** @param partition is kept in memory while one of its commits is in doubt */
    PartitionHistory(Object partition, SnapshotMemory memory) {
        this.partition = partition;
        this.memory = memory;
    }

    /** Sends a commit at once if nobody needs what it replaces; otherwise returns false, and it must be read first. */
    synchronized boolean sendUnread(PendingCommit commit) {
        if (points != null || opening > 0) {
            return false;
        }
        send(commit, null);
        return true;
    }

    /** To be asked before values are read, and told with them. */
    synchronized long mark() {
        return ended;
    }

    /** Keeps what a commit replaces; it can be sent then. Returns false if that must be read again. */
    synchronized boolean send(PendingCommit commit, ValuesBefore before, long mark) {
        if (mark != ended) {
            return false;
        }
        keep(before);
        send(commit, before);
        return true;
    }

    /** Sends a commit that replaces more than can be kept: no read point survives it. */
    void sendTooLarge(PendingCommit commit) {
        List<SnapshotReadPoint> ending;
        synchronized (this) {
            ending = points == null ? List.of() : List.copyOf(points.values());
            ending.forEach(point -> end(point, memory.tooOld()));
            send(commit, null);
        }
        ending.forEach(memory::closed);
    }

    private void send(PendingCommit commit, @Nullable ValuesBefore before) {
        commit.sent(++sent, before);
        pending.add(commit);
    }

    private void keep(ValuesBefore before) {
        if (points != null && old != null) {
            long newest = points.lastKey();
            OldValues kept = old;
            long bytes = kept.bytes();
            before.forEach((space, key, value) -> kept.add(space, key, value, newest));
            memory.add(kept.bytes() - bytes);
        }
    }

    /** A commit has returned. */
    synchronized void returned(PendingCommit commit, CommitOutcome outcome) {
        if (outcome == CommitOutcome.UNKNOWN) {
            if (pending.contains(commit)) {
                commit.setUnknown(sent);
            }
        } else {
            if (pending.remove(commit) && outcome == CommitOutcome.APPLIED) {
                ended(commit);
            }
            settleEarlier(commit, outcome);
        }
        pendingChanged();
    }

    private void settleEarlier(PendingCommit commit, CommitOutcome outcome) {
        if (inDoubt) {
            pending.stream()
                    .filter(earlier -> earlier.isSettledBy(commit, outcome))
                    .toList()
                    .forEach(this::settled);
        }
    }

    /** A commit was refused: it has not been applied and never will be. */
    synchronized void refused(PendingCommit commit) {
        pending.remove(commit);
        pendingChanged();
    }

    /** A commit is not pending any more: it was applied, or never will be. */
    synchronized void settled(PendingCommit commit) {
        if (pending.remove(commit)) {
            ended(commit);
            pendingChanged();
        }
    }

    /** The store shows what became of all commits that have returned. */
    synchronized void settledAll() {
        pending.stream().filter(PendingCommit::isUnknown).toList().forEach(this::settled);
    }

    private void pendingChanged() {
        boolean nowInDoubt = !pending.isEmpty() && pending.stream().anyMatch(PendingCommit::isUnknown);
        if (nowInDoubt != inDoubt) {
            inDoubt = nowInDoubt;
            memory.keep(partition, inDoubt);
        }
        if (opening > 0) {
            notifyAll();
        }
    }

    /** What whoever judges a pending commit has to know of it. */
    synchronized PendingCommit.Question question(PendingCommit commit) {
        return commit.question();
    }

    private void ended(PendingCommit commit) {
        ended++;
        List<Commit.Change> changes = commit.changes();
        for (PendingCommit other : pending) {
            ValuesBefore before = other.before();
            if (before != null && (changes == null || before.hasAnyOf(changes))) {
                other.setBefore(null);
            }
        }
    }

    /** Announces that a read point will be opened: from now on what commits replace is read first. */
    synchronized void announce() {
        opening++;
    }

    /** The read point was opened, or will not be. */
    synchronized void announced() {
        opening--;
    }

    /**
     * Waits for commits that were sent before anybody wanted to know what they replace.
     *
     * @return one that has not returned, or has without an outcome; null if there is none
     */
    synchronized @Nullable PendingCommit awaitUnread(Deadline patience) {
        while (pending.stream().anyMatch(commit -> commit.before() == null && !commit.isUnknown())
                && !patience.isOver()) {
            try {
                wait(Math.max(1, patience.remaining().toMillis()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new StoreUnavailableException("interrupted while waiting for a commit", interrupted);
            }
        }
        return unread();
    }

    private @Nullable PendingCommit unread() {
        for (PendingCommit commit : pending) {
            if (commit.before() == null) {
                return commit;
            }
        }
        return null;
    }

    /**
     * It was found out later what was there before a pending commit, by somebody who saw that it is not applied yet. What
     * others replace was read earlier, and so counts first.
     */
    synchronized void foundBefore(PendingCommit commit, ValuesBefore before, long mark) {
        if (mark == ended && pending.remove(commit)) {
            commit.setBefore(before);
            pending.add(commit);
        }
    }

    /** It was found out that a pending commit would change nothing now: its values are those that read points see. */
    synchronized void foundUnneeded(PendingCommit commit, ValuesBefore same, long mark) {
        if (mark == ended && pending.remove(commit)) {
            ended(commit);
            commit.setBefore(same);
            pending.add(commit);
        }
    }

    /** Opens a read point; null if it is not known what a pending commit replaces. */
    synchronized @Nullable SnapshotReadPoint open(SnapshotPartition reads) {
        checkOpen();
        if (unread() != null) {
            return null;
        }
        if (points == null) {
            points = new TreeMap<>();
            old = new OldValues();
        }
        SnapshotReadPoint point = new SnapshotReadPoint(reads, this, memory.nextNumber());
        points.put(point.number(), point);
        for (PendingCommit commit : pending) {
            ValuesBefore before = commit.before();
            if (before != null) {
                keep(before);
            }
        }
        return point;
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreUnavailableException("the store is closed");
        }
    }

    /** Ends a read point, if it is open. */
    synchronized void end(SnapshotReadPoint point, String reason) {
        point.ended(reason);
        if (points == null || old == null || points.remove(point.number()) == null) {
            return;
        }
        long bytes = old.bytes();
        if (points.isEmpty()) {
            points = null;
            old = null;
            memory.add(-bytes);
        } else {
            old.forgetBefore(points.firstKey());
            memory.add(old.bytes() - bytes);
        }
    }

    /** The store is closed: ends all read points. */
    synchronized void close() {
        closed = true;
        if (points != null) {
            List.copyOf(points.values()).forEach(point -> end(point, "the store is closed"));
        }
        pending.clear();
        pendingChanged();
    }

    /** True if old values are kept. */
    synchronized boolean hasOldValues() {
        return old != null && old.bytes() > 0;
    }

    /** A range is gone: it disappears from read points too. */
    synchronized void removed(Space space, KeyRange range) {
        ended++;
        for (PendingCommit commit : pending) {
            ValuesBefore before = commit.before();
            if (before != null) {
                before.removed(space, range);
            }
        }
        if (old != null) {
            long bytes = old.bytes();
            old.removed(space, range);
            memory.add(old.bytes() - bytes);
        }
    }

    /** The old value of a key, or {@link OldValues#ABSENT}; null if nothing has changed it since. */
    synchronized byte @Nullable [] find(SnapshotReadPoint point, Space space, byte[] key) {
        return open(point).find(space, key, point.number());
    }

    /** Adds what a read point sees of a range to a page; {@code stored} is what the store has there now, or had just now. */
    synchronized void gather(
            SnapshotReadPoint point,
            Space space,
            KeyRange range,
            Direction direction,
            List<KeyValue> stored,
            GatheredPage page) {
        page.addAll(stored, open(point).entries(space, range, direction, point.number()), direction);
    }

    /** Returns true if a read point may see nothing in a range although the store has something there. */
    synchronized boolean mayHideAll(SnapshotReadPoint point, Space space, KeyRange range) {
        Iterator<Map.Entry<byte[], byte[]>> changed =
                open(point).entries(space, range, Direction.FORWARD, point.number());
        return changed.hasNext() && changed.next().getValue() == OldValues.ABSENT;
    }

    private OldValues open(SnapshotReadPoint point) {
        point.checkNotEnded();
        if (old == null) {
            throw new IllegalStateException("a read point has ended unnoticed");
        }
        return old;
    }
}
