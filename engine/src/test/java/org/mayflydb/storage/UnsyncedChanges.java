package org.mayflydb.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.mayflydb.base.Invariant;

/**
 * What the loss of power would undo: the earlier values of everything changed since the last sync.
 *
 * <p>Changes to all partitions take turns here, since they are undone in the opposite order. Each call takes the check
 * that the store still runs along into its turn: a change must not slip in behind a crash.
 */
final class UnsyncedChanges {

    /** Changes that bring a partition back to where it was. */
    private record Undo(int partition, List<Commit.Change> changes) {}

    private static final int PAGE_ENTRIES_MAX = 1_000;

    private final Store store;
    private final Deque<Undo> undos = new ArrayDeque<>();

    UnsyncedChanges(Store store) {
        this.store = store;
    }

    synchronized CommitOutcome committing(int number, Commit commit, Runnable check) {
        check.run();
        StorePartition partition = store.partition(number);
        List<Commit.Change> earlier = new ArrayList<>();
        if (commit.durability() == Durability.RELAXED) {
            for (Commit.Change change : commit.changes()) {
                earlier.add(new Commit.Change(change.key(), partition.get(change.key())));
            }
        }
        CommitOutcome outcome = partition.commit(commit);
        if (commit.durability() == Durability.RELAXED && outcome != CommitOutcome.CONDITION_FAILED) {
            undos.push(new Undo(number, earlier));
        } else if (outcome == CommitOutcome.APPLIED) {
            undos.clear();
        }
        return outcome;
    }

    synchronized void removing(int number, KeyRange range, Runnable check, Runnable removal) {
        check.run();
        // Noted beforehand: a removal that fails half-way has to be undone too.
        undos.push(new Undo(number, entries(store.partition(number), range)));
        removal.run();
    }

    synchronized void syncing(Runnable check, Runnable sync) {
        check.run();
        sync.run();
        undos.clear();
    }

    /** Undoes everything, and runs {@code crash} in the same turn. */
    synchronized void undo(Runnable crash) {
        crash.run();
        while (!undos.isEmpty()) {
            Undo undo = undos.pop();
            restore(store.partition(undo.partition()), undo.changes());
        }
        store.sync();
    }

    private static void restore(StorePartition partition, List<Commit.Change> changes) {
        for (int from = 0; from < changes.size(); from += PAGE_ENTRIES_MAX) {
            Commit commit = new Commit(Durability.RELAXED);
            for (Commit.Change change : changes.subList(from, Math.min(from + PAGE_ENTRIES_MAX, changes.size()))) {
                byte[] value = change.value();
                if (value == null) {
                    commit.delete(change.key());
                } else {
                    commit.put(change.key(), value);
                }
            }
            Invariant.check(partition.commit(commit) == CommitOutcome.APPLIED, "an unsynced change can be undone");
        }
    }

    private static List<Commit.Change> entries(StorePartition partition, KeyRange range) {
        List<Commit.Change> entries = new ArrayList<>();
        KeyRange rest = range;
        ScanPage page;
        do {
            page = partition.scan(rest, Direction.FORWARD, PAGE_ENTRIES_MAX, Long.MAX_VALUE);
            for (KeyValue entry : page.entries()) {
                entries.add(new Commit.Change(entry.key(), entry.value()));
                rest = rest.after(entry.key());
            }
        } while (!page.exhausted());
        return entries;
    }
}
