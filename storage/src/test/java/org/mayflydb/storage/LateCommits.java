package org.mayflydb.storage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Commits whose callers have given up, and which are applied later all the same, in any order. */
final class LateCommits {

    /** One of them, applied before so many more calls have begun. */
    private static final class Late {
        final int number;
        final Commit commit;
        int callsLeft;

        Late(int number, Commit commit, int callsLeft) {
            this.number = number;
            this.commit = commit;
            this.callsLeft = callsLeft;
        }
    }

    private final UnsyncedChanges unsynced;
    private final Runnable check;
    private final Random order = new Random(1); // guarded by this
    private List<Late> waiting = new ArrayList<>(); // guarded by this

    LateCommits(UnsyncedChanges unsynced, Runnable check) {
        this.unsynced = unsynced;
        this.check = check;
    }

    /** Keeps a copy, since the caller may add to the commit and send it again. */
    synchronized void add(int number, Commit commit, int calls) {
        Commit copy = new Commit(commit.durability(), List.copyOf(commit.changes()));
        copy.conditions().addAll(commit.conditions());
        waiting.add(new Late(number, copy, calls));
    }

    /** A call begins: applies what is due. */
    void tick() {
        apply(takeDue(false));
    }

    /** Applies all that are left. */
    void applyAll() {
        apply(takeDue(true));
    }

    private synchronized List<Late> takeDue(boolean all) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Late> due = new ArrayList<>();
        List<Late> rest = new ArrayList<>();
        for (Late late : waiting) {
            (all || --late.callsLeft <= 0 ? due : rest).add(late);
        }
        waiting = rest;
        Collections.shuffle(due, order);
        return due;
    }

    /** Nobody hears of the outcome. */
    private void apply(List<Late> due) {
        for (Late late : due) {
            unsynced.committing(late.number, late.commit, check);
        }
    }
}
