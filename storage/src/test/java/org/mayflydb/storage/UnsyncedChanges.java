package org.mayflydb.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

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
    private long syncs;

    UnsyncedChanges(Store store) {
        this.store = store;
    }

    synchronized CommitOutcome committing(int number, Commit commit, Runnable check) {
        check.run();
        StorePartition partition = store.partition(number);
        List<Commit.Change> earlier =
                commit.durability() == Durability.RELAXED ? earlier(partition, commit.changes()) : List.of();
        return noted(number, commit, earlier, partition.commit(commit));
    }

    synchronized CommitOutcome ingesting(int number, DerivedSet set, Runnable check) {
        check.run();
        StorePartition partition = store.partition(number);
        List<Commit.Change> entries = new ArrayList<>();
        set.entries().forEachRemaining(entries::add);
        DerivedSet again = new DerivedSet(entries.iterator(), set.record());
        List<Commit.Change> changes = new ArrayList<>(entries);
        changes.addAll(set.record().changes());
        return noted(number, set.record(), earlier(partition, changes), partition.ingest(again));
    }

    private static List<Commit.Change> earlier(StorePartition partition, List<Commit.Change> changes) {
        List<Commit.Change> earlier = new ArrayList<>();
        for (Commit.Change change : changes) {
            earlier.add(new Commit.Change(change.space(), change.key(), partition.get(change.space(), change.key())));
        }
        return earlier;
    }

    private CommitOutcome noted(int number, Commit commit, List<Commit.Change> earlier, CommitOutcome outcome) {
        if (commit.durability() == Durability.RELAXED && outcome != CommitOutcome.CONDITION_FAILED) {
            undos.push(new Undo(number, earlier));
        } else if (outcome == CommitOutcome.APPLIED) {
            synced();
        }
        return outcome;
    }

    /** Dropping a partition is durable in every store, but a test that crashes should not rely on it. */
    synchronized CommitOutcome dropping(int number, Commit last, Runnable check) {
        check.run();
        StorePartition partition = store.partition(number);
        Deque<Undo> noted = new ArrayDeque<>();
        for (Space space : Space.values()) {
            noted.push(new Undo(number, entries(partition, space, KeyRange.all())));
        }
        noted.push(new Undo(number, earlier(partition, last.changes())));
        CommitOutcome outcome = store.drop(number, last);
        if (outcome != CommitOutcome.CONDITION_FAILED) {
            noted.descendingIterator().forEachRemaining(undos::push);
        }
        return outcome;
    }

    synchronized void removing(int number, List<Space> spaces, KeyRange range, Runnable check, Runnable removal) {
        check.run();
        // Noted beforehand: a removal that fails half-way has to be undone too.
        for (Space space : spaces) {
            undos.push(new Undo(number, entries(store.partition(number), space, range)));
        }
        removal.run();
    }

    synchronized void syncing(Runnable check, Runnable sync) {
        check.run();
        sync.run();
        synced();
    }

    private void synced() {
        undos.clear();
        syncs++;
    }

    synchronized long syncs() {
        return syncs;
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
                    commit.delete(change.space(), change.key());
                } else {
                    commit.put(change.space(), change.key(), value);
                }
            }
            if (partition.commit(commit) != CommitOutcome.APPLIED) {
                throw new IllegalStateException("an unsynced change cannot be undone");
            }
        }
    }

    private static List<Commit.Change> entries(StorePartition partition, Space space, KeyRange range) {
        List<Commit.Change> entries = new ArrayList<>();
        KeyRange rest = range;
        ScanPage page;
        do {
            page = partition.scan(space, rest, Direction.FORWARD, PAGE_ENTRIES_MAX, Long.MAX_VALUE);
            for (KeyValue entry : page.entries()) {
                entries.add(new Commit.Change(space, entry.key(), entry.value()));
                rest = rest.after(entry.key());
            }
        } while (!page.exhausted());
        return entries;
    }
}
