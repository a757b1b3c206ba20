package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether what clients saw of a container is what its log says, in an order that is possible. */
final class HistoryCheck {
    /** How far clocks may be apart that count as right. */
    private static final int SKEW_SECONDS = 2;

    private final Circumstances circumstances;
    private final Findings findings = new Findings();
    private final Map<String, Map<String, Version>> lastStates = new HashMap<>();

    private HistoryCheck(Circumstances circumstances) {
        this.circumstances = circumstances;
    }

    /** Checks the history of a container whose default TTL stays what it is. */
    static HistoryCheck of(List<Event> events, List<Change> log) {
        return of(events, log, new Circumstances(Content.DEFAULT_TTL_SECONDS));
    }

    /**
     * Checks.
     *
     * @param log of all versions, complete; in order within each logical partition
     */
    static HistoryCheck of(List<Event> events, List<Change> log, Circumstances circumstances) {
        Map<String, List<Event>> eventsByPartition = new HashMap<>();
        events.forEach(event -> eventsByPartition
                .computeIfAbsent(event.operation().partition(), any -> new ArrayList<>())
                .add(event));
        Map<String, List<Change>> logByPartition = byPartition(log);
        TreeSet<String> partitions = new TreeSet<>(eventsByPartition.keySet());
        partitions.addAll(logByPartition.keySet());
        HistoryCheck check = new HistoryCheck(circumstances);
        for (String partition : partitions) {
            check.check(
                    partition,
                    eventsByPartition.getOrDefault(partition, List.of()),
                    logByPartition.getOrDefault(partition, List.of()));
        }
        return check;
    }

    static Map<String, List<Change>> byPartition(List<Change> log) {
        Map<String, List<Change>> parts = new HashMap<>();
        log.forEach(change -> parts.computeIfAbsent(change.partition(), any -> new ArrayList<>())
                .add(change));
        return parts;
    }

    /** What is wrong; empty if nothing is. */
    List<String> findings() {
        return findings.sentences();
    }

    /** What the log leaves stored in the end: by logical partition, the ETag of each item by its id. */
    Map<String, Map<String, String>> lastEtags() {
        Map<String, Map<String, String>> etags = new HashMap<>();
        lastStates.forEach((partition, state) -> {
            Map<String, String> rows = new HashMap<>();
            state.forEach((id, version) -> rows.put(id, version.etag()));
            if (!rows.isEmpty()) {
                etags.put(partition, rows);
            }
        });
        return etags;
    }

    private void check(String partition, List<Event> events, List<Change> log) {
        Timeline timeline = Timeline.of(log, findings);
        lastStates.put(partition, timeline.last());
        Claims claims = Claims.of(timeline, events, findings);
        long latestInvocation = Long.MIN_VALUE;
        for (int i = 0; i < timeline.commits().size(); i++) {
            Event owner = claims.owner(i);
            if (owner != null) {
                findings.require(
                        owner.respondedNanos() >= latestInvocation,
                        "A write stands in the log behind one that began after its end",
                        owner);
                latestInvocation = Math.max(latestInvocation, owner.invokedNanos());
                checkWrite(timeline, i, owner);
            }
        }
        checkExpiries(timeline, claims);
        new Explanations(timeline, claims, circumstances, findings).check(events);
    }

    /** What expired did so by a default TTL that may have been in force; what was purged, also by a right clock. */
    private void checkExpiries(Timeline timeline, Claims claims) {
        for (int i = 0; i < timeline.commits().size(); i++) {
            Commit commit = timeline.commits().get(i);
            long over = claims.overAt(i);
            List<Integer> defaults = circumstances.defaults(claims.begunAt(i), over);
            for (Change change : commit.changes()) {
                Version version = timeline.states().get(i).get(change.id());
                if (change.type() == Change.Type.EXPIRE && version != null) {
                    long second = change.second();
                    findings.require(
                            defaults.stream().anyMatch(each -> !version.isLive(second, each)),
                            "An item was purged that lives",
                            change);
                    long right = circumstances.latestSecond(over) + SKEW_SECONDS;
                    findings.require(
                            !commit.isPurge() || defaults.stream().anyMatch(each -> !version.isLive(right, each)),
                            "An item was purged that lives by a right clock",
                            change);
                }
            }
        }
    }

    private void checkWrite(Timeline timeline, int place, Event event) {
        Commit commit = timeline.commits().get(place);
        Map<String, Version> before = timeline.states().get(place);
        Model.Prediction prediction = prediction(commit, before, event);
        findings.require(
                prediction.writes().equals(written(commit)),
                "A write did something else than it should in the state " + before + ", namely " + commit,
                event);
        findings.require(
                event.earliestSecond() <= commit.second() && commit.second() <= event.latestSecond(),
                "A write has a time at which it was not under way, " + commit,
                event);
        Outcome outcome = event.outcome();
        if (outcome != null) {
            findings.require(prediction.explains(outcome), "A write should be answered " + prediction.outcome(), event);
            findings.require(
                    outcome.lsn() == commit.lsn(), "A write names another sequence number than " + commit, event);
            findings.require(
                    etagsAgree(event.operation(), outcome, commit), "A write names another ETag than " + commit, event);
        }
    }

    /** By one of the default TTLs that may have been in force: the one by which it did what it did, if there is one. */
    private Model.Prediction prediction(Commit commit, Map<String, Version> before, Event event) {
        Outcome outcome = event.outcome();
        List<Model.Prediction> predictions =
                circumstances.defaults(event.invokedNanos(), event.respondedNanos()).stream()
                        .map(each -> Model.predict(before, event.operation(), commit.second(), each))
                        .toList();
        return predictions.stream()
                .filter(each -> each.writes().equals(written(commit)) && (outcome == null || each.explains(outcome)))
                .findFirst()
                .orElse(predictions.get(0));
    }

    private static Map<String, Optional<Content>> written(Commit commit) {
        Map<String, Optional<Content>> written = new LinkedHashMap<>();
        for (Change change : commit.changes()) {
            Version version = change.version();
            if (version != null) {
                written.put(change.id(), Optional.of(version.content()));
            } else if (change.type() == Change.Type.DELETE) {
                written.put(change.id(), Optional.empty());
            }
        }
        return written;
    }

    private static boolean etagsAgree(Operation operation, Outcome outcome, Commit commit) {
        Map<String, String> etags = new HashMap<>();
        for (Change change : commit.changes()) {
            Version version = change.version();
            if (version != null) {
                etags.put(change.id(), version.etag());
            }
        }
        for (int i = 0; i < outcome.results().size(); i++) {
            Operation part = operation.all().get(i);
            @Nullable String told = outcome.results().get(i).etag();
            if (part.leavesVersion() && (told == null || !told.equals(etags.get(part.id())))) {
                return false;
            }
        }
        return true;
    }
}
