package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Looks for states that explain what reads, queries and refused writes saw.
 *
 * <p>The log has put the writes in order, so only the others have to be placed among them. They are taken by the time at
 * which they began, and each gets the earliest state that explains it and is not before what had ended by then. If any
 * placing is possible this one is, because an earlier place never hinders those that come after it.
 *
 * <p>The clock is moved by hand while operations are under way. Such an operation may have seen any second between, so each
 * is tried at which an item of the state ends.
 */
final class Explanations {
    private final Timeline timeline;
    private final Claims claims;
    private final Findings findings;

    /** For a time of an answer, how many commits are surely done. */
    private final TreeMap<Long, Integer> doneByResponse = new TreeMap<>();

    /** For a time of a request, how many commits are surely before it. */
    private final TreeMap<Long, Integer> roomByInvocation = new TreeMap<>();

    private record Placed(long respondedNanos, int place) {}

    Explanations(Timeline timeline, Claims claims, Findings findings) {
        this.timeline = timeline;
        this.claims = claims;
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
        others.sort(Comparator.comparingLong(Event::invokedNanos));
        PriorityQueue<Placed> underWay = new PriorityQueue<>(Comparator.comparingLong(Placed::respondedNanos));
        int seen = 0;
        for (Event event : others) {
            for (Placed first = underWay.peek();
                    first != null && first.respondedNanos < event.invokedNanos();
                    first = underWay.peek()) {
                seen = Math.max(seen, first.place);
                underWay.remove();
            }
            int place = place(event, seen);
            if (place >= 0) {
                underWay.add(new Placed(event.respondedNanos(), place));
            }
        }
    }

    /** The number of commits before the event; -1 if nothing explains it. */
    private int place(Event event, int seen) {
        Map.Entry<Long, Integer> done = doneByResponse.lowerEntry(event.invokedNanos());
        Map.Entry<Long, Integer> room = roomByInvocation.higherEntry(event.respondedNanos());
        int first = Math.max(seen, done == null ? 0 : done.getValue());
        int last = room == null ? timeline.commits().size() : room.getValue();
        for (int place = first; place <= last; place++) {
            if (isExplained(event, timeline.states().get(place))) {
                return place;
            }
        }
        List<Map<String, Version>> states =
                first > last ? List.of() : timeline.states().subList(first, last + 1);
        findings.add("No state explains " + event + ", neither of " + brief(states));
        return -1;
    }

    private static String brief(List<Map<String, Version>> states) {
        return states.size() <= 12 ? states.toString() : states.size() + " states, from " + states.get(0);
    }

    private static boolean isExplained(Event event, Map<String, Version> state) {
        Outcome outcome = event.outcome();
        TreeSet<Long> seconds = new TreeSet<>(List.of(event.earliestSecond()));
        for (Version version : state.values()) {
            if (version.deadline() > event.earliestSecond() && version.deadline() <= event.latestSecond()) {
                seconds.add(version.deadline());
            }
        }
        return outcome != null
                && seconds.stream()
                        .anyMatch(second ->
                                Model.predict(state, event.operation(), second).explains(outcome));
    }
}
