package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.List;

/** The changes of one sequence number in one logical partition. */
record Commit(long lsn, List<Change> changes) {
    Commit {
        changes = List.copyOf(changes);
    }

    long second() {
        return changes.get(0).second();
    }

    /** Whether nobody asked for it: items have expired, and were removed. */
    boolean isPurge() {
        return changes.stream().allMatch(change -> change.type() == Change.Type.EXPIRE);
    }

    /** Cuts a log into commits; what has one sequence number must stand together. */
    static List<Commit> of(List<Change> log) {
        List<Commit> commits = new ArrayList<>();
        int start = 0;
        while (start < log.size()) {
            int end = start;
            while (end < log.size() && log.get(end).lsn() == log.get(start).lsn()) {
                end++;
            }
            commits.add(new Commit(log.get(start).lsn(), log.subList(start, end)));
            start = end;
        }
        return commits;
    }
}
