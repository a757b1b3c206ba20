package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for states that explain what reads, queries and refused writes saw.
 *
 * <p>The log has put the writes in order, so only the others have to be placed among them. They are taken by the time at
 * which they began, and each gets the earliest state that explains it and is not before what had ended by then. If any
 * placing is possible this one is, because an earlier place never hinders those that come after it.
 *
 * <p>The clock moves while operations are under way. Such an operation may have seen any second between, so each is tried at
 * which an item of the state ends, but none before what was seen by operations that had ended by then: time never goes back.
 */
final class Explanations {
    private final Timeline timeline;
    private final Claims claims;
    private final Circumstances circumstances;
    private final Findings findings;

    /** For a time of an answer, how many commits are surely done. */
    private final TreeMap<Long, Integer> doneByResponse = new TreeMap<>();

    /** For a time of a request, how many commits are surely before it. */
    private final TreeMap<Long, Integer> roomByInvocation = new TreeMap<>();

    /**
     * Where an operation is at the earliest.
     *
     * @param place how many commits are before it
     * @param second the time that it was served at
     */
    private record Placed(long respondedNanos, int place, long second) {}

    Explanations(Timeline timeline, Claims claims, Circumstances circumstances, Findings findings) {
        this.timeline = timeline;
        this.claims = claims;
        this.circumstances = circumstances;
        this.findings = findings;
        for (int i = 0; i < timeline.commits().size(); i++) {
            Event owner = claims.owner(i);
            if (owner != null) {
                doneByResponse.merge(owner.respondedNanos(), i + 1, Math::max);
                roomByInvocation.merge(owner.invokedNanos(), i, Math::min);
            }
        }
        int done = 0;
        for (Map.Entry<Long, Integer> each : doneByResponse.entrySet()) {
            done = Math.max(done, each.getValue());
            each.setValue(done);
        }
        int room = timeline.commits().size();
        for (Map.Entry<Long, Integer> each : roomByInvocation.descendingMap().entrySet()) {
            room = Math.min(room, each.getValue());
            each.setValue(room);
        }
    }

    void check(List<Event> events) {
        List<Event> others = new ArrayList<>();
        for (Event event : events) {
            Outcome outcome = event.outcome();
            if (outcome != null && !outcome.isTurnedAway() && !claims.isClaimed(event)) {
                others.add(event);
            }
        }
        IdentityHashMap<Event, Long> writtenSeconds = new IdentityHashMap<>();
        for (int i = 0; i < timeline.commits().size(); i++) {
            Event owner = claims.owner(i);
            if (owner != null) {
                others.add(owner);
                writtenSeconds.put(owner, timeline.commits().get(i).second());
            }
        }
        others.sort(Comparator.comparingLong(Event::invokedNanos));
        PriorityQueue<Placed> underWay = new PriorityQueue<>(Comparator.comparingLong(Placed::respondedNanos));
        int seen = 0;
        long second = 0;
        for (Event event : others) {
            for (Placed first = underWay.peek();
                    first != null && first.respondedNanos < event.invokedNanos();
                    first = underWay.peek()) {
                seen = Math.max(seen, first.place);
                second = Math.max(second, first.second);
                underWay.remove();
            }
            Long written = writtenSeconds.get(event);
            if (written != null) {
                findings.require(written >= second, "A write has a time before " + second + ", which was seen", event);
                underWay.add(new Placed(event.respondedNanos(), 0, written));
                continue;
            }
            Placed placed = place(event, seen, second);
            if (placed != null) {
                underWay.add(placed);
            }
        }
    }

    /** The earliest place and the earliest second that explain the event, each for itself; null if nothing explains it. */
    private @Nullable Placed place(Event event, int seen, long seenSecond) {
        Map.Entry<Long, Integer> done = doneByResponse.lowerEntry(event.invokedNanos());
        Map.Entry<Long, Integer> room = roomByInvocation.higherEntry(event.respondedNanos());
        int first = Math.max(seen, done == null ? 0 : done.getValue());
        int last = room == null ? timeline.commits().size() : room.getValue();
        long earliest = Math.max(seenSecond, event.earliestSecond());
        Placed placed = null;
        for (int place = first; place <= last && (placed == null || placed.second > earliest); place++) {
            Long second = explainingSecond(event, timeline.states().get(place), earliest);
            if (second != null) {
                placed = placed == null
                        ? new Placed(event.respondedNanos(), place, second)
                        : new Placed(placed.respondedNanos, placed.place, Math.min(placed.second, second));
            }
        }
        if (placed != null) {
            return placed;
        }
        List<Map<String, Version>> states =
                first > last ? List.of() : timeline.states().subList(first, last + 1);
        findings.add("No state explains " + event + ", neither of " + brief(states));
        return null;
    }

    private static String brief(List<Map<String, Version>> states) {
        return states.size() <= 12 ? states.toString() : states.size() + " states, from " + states.get(0);
    }

    /** The earliest second that explains the event, from the given one on; null if none does. */
    private @Nullable Long explainingSecond(Event event, Map<String, Version> state, long earliest) {
        Outcome outcome = event.outcome();
        if (outcome == null) {
            return null;
        }
        Long found = null;
        for (int defaultTtl : circumstances.defaults(event.invokedNanos(), event.respondedNanos())) {
            TreeSet<Long> seconds = new TreeSet<>(List.of(earliest));
            for (Version version : state.values()) {
                long deadline = version.deadline(defaultTtl);
                if (deadline > earliest && deadline <= event.latestSecond()) {
                    seconds.add(deadline);
                }
            }
            for (long second : seconds) {
                if ((found == null || second < found)
                        && Model.predict(state, event.operation(), second, defaultTtl)
                                .explains(outcome)) {
                    found = second;
                }
            }
        }
        return found;
    }
}
