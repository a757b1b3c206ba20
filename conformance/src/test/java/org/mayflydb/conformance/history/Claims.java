package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which event each commit of a timeline is. */
final class Claims {
    private final List<Commit> commits;
    private final Findings findings;
    private final Map<Long, Event> eventsBySerial = new HashMap<>();
    private final Map<Long, Event> deletesByLsn = new HashMap<>();
    private final List<Event> unsureDeletes = new ArrayList<>();
    private final @Nullable Event[] owners;

    /** By identity: two requests of one instant may look the same. */
    private final Set<Event> claimed = Collections.newSetFromMap(new IdentityHashMap<>());

    private Claims(List<Commit> commits, List<Event> events, Findings findings) {
        this.commits = commits;
        this.findings = findings;
        this.owners = new Event[commits.size()];
        for (Event event : events) {
            Operation operation = event.operation();
            for (Operation part : operation.all()) {
                if (part.leavesVersion()) {
                    eventsBySerial.put(part.content().serial(), event);
                }
            }
            // Deletes leave no serial number, but their answers have the sequence number.
            Outcome outcome = event.outcome();
            boolean onlyDeletes = operation.isWrite() && !operation.leavesVersion();
            if (onlyDeletes && outcome == null) {
                unsureDeletes.add(event);
            } else if (onlyDeletes && outcome != null && outcome.isSuccess()) {
                Event other = deletesByLsn.put(outcome.lsn(), event);
                findings.require(other == null, "Two deletes have one sequence number with", event);
            }
        }
    }

    static Claims of(Timeline timeline, List<Event> events, Findings findings) {
        Claims claims = new Claims(timeline.commits(), events, findings);
        for (int i = 0; i < claims.commits.size(); i++) {
            claims.claim(i, claims.sureOwner(claims.commits.get(i)));
        }
        claims.claimUnsureDeletes();
        for (Event event : events) {
            Outcome outcome = event.outcome();
            if (outcome != null && event.operation().isWrite()) {
                findings.require(
                        outcome.isSuccess() || !claims.claimed.contains(event),
                        "A write was refused, and done all the same",
                        event);
                findings.require(
                        !outcome.isSuccess() || claims.claimed.contains(event),
                        "A write was acknowledged, and is not in the log",
                        event);
            }
        }
        return claims;
    }

    /** The event of a commit; null for a purge, and where nobody is known. */
    @Nullable
    Event owner(int commit) {
        return owners[commit];
    }

    /** A time before the commit, as late as the events tell. */
    long begunAt(int commit) {
        long begun = Long.MIN_VALUE;
        for (int i = 0; i <= commit; i++) {
            Event each = owners[i];
            begun = each == null ? begun : Math.max(begun, each.invokedNanos());
        }
        return begun;
    }

    /** A time after the commit, as early as the events tell. */
    long overAt(int commit) {
        long over = Long.MAX_VALUE;
        for (int i = commit; i < owners.length; i++) {
            Event each = owners[i];
            over = each == null ? over : Math.min(over, each.respondedNanos());
        }
        return over;
    }

    boolean isClaimed(Event event) {
        return claimed.contains(event);
    }

    private void claim(int place, @Nullable Event owner) {
        if (owner != null) {
            findings.require(
                    claimed.add(owner), "A write was done twice, the second time by " + commits.get(place), owner);
            owners[place] = owner;
        }
    }

    private @Nullable Event sureOwner(Commit commit) {
        Event owner = null;
        for (Change change : commit.changes()) {
            Version version = change.version();
            if (version != null) {
                Event writer = eventsBySerial.get(version.content().serial());
                findings.require(writer != null, "Nobody wrote what is in the log", change);
                findings.require(owner == null || owner.equals(writer), "A commit has the writes of several", commit);
                owner = writer;
            }
        }
        return owner == null && !commit.isPurge() ? deletesByLsn.get(commit.lsn()) : owner;
    }

    /** A delete that nobody claims must be one that was not answered, at a time when it was under way. */
    private void claimUnsureDeletes() {
        for (int i = 0; i < commits.size(); i++) {
            Commit commit = commits.get(i);
            if (owners[i] == null && !commit.isPurge()) {
                Event owner = unsureDelete(i);
                findings.require(owner != null, "Nobody did what is in the log", commit);
                claim(i, owner);
            }
        }
    }

    private @Nullable Event unsureDelete(int place) {
        Set<String> removed =
                commits.get(place).changes().stream().map(Change::id).collect(Collectors.toSet());
        for (Event candidate : unsureDeletes) {
            if (candidate.operation().removed().equals(removed)
                    && !claimed.contains(candidate)
                    && fits(place, candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private boolean fits(int place, Event candidate) {
        for (int i = 0; i < owners.length; i++) {
            Event other = owners[i];
            if (other != null
                    && (i < place
                            ? candidate.respondedNanos() < other.invokedNanos()
                            : other.respondedNanos() < candidate.invokedNanos())) {
                return false;
            }
        }
        return true;
    }
}
