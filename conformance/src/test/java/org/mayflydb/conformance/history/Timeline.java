package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the log of one logical partition says: commits, and the state before each and after the last.
 *
 * @param states what is stored, by id, expired or not; one more than there are commits
 */
record Timeline(List<Commit> commits, List<Map<String, Version>> states) {

    Timeline {
        commits = List.copyOf(commits);
        states = List.copyOf(states);
    }

    /** Replays a log, and notes where it contradicts itself. */
    static Timeline of(List<Change> log, Findings findings) {
        List<Commit> commits = Commit.of(log);
        List<Map<String, Version>> states = new ArrayList<>();
        Map<String, Version> state = new HashMap<>();
        states.add(Map.of());
        long lsn = 0;
        long second = 0;
        for (Commit commit : commits) {
            findings.require(commit.lsn() > lsn, "The log goes back", commit);
            findings.require(commit.second() >= second, "Time goes back in the log", commit);
            lsn = commit.lsn();
            second = commit.second();
            for (Change change : commit.changes()) {
                apply(change, state, findings);
            }
            states.add(Map.copyOf(state));
        }
        return new Timeline(commits, states);
    }

    private static void apply(Change change, Map<String, Version> state, Findings findings) {
        Version before = state.get(change.id());
        boolean creates = change.type() == Change.Type.CREATE;
        findings.require(creates == (before == null), "The log does not fit what it said before, " + before, change);
        findings.require(
                change.previousLsn() == (before == null ? 0 : before.lsn()),
                "The log names another version before than " + before,
                change);
        Version version = change.version();
        if (version == null) {
            state.remove(change.id());
        } else {
            state.put(change.id(), version);
        }
    }

    /** What is stored in the end. */
    Map<String, Version> last() {
        return states.get(states.size() - 1);
    }
}
