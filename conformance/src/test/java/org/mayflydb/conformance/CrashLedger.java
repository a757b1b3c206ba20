package org.mayflydb.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.embedded.Item;

/** What is known of the items of writers that were killed: the last acknowledged state of each, and what was being tried. */
final class CrashLedger {

    /** Where an item is. */
    record Place(String container, String id) {}

    /** An item that was written, at {@code second}. */
    private record Version(String json, long second) {
        boolean isLive(Place place, long now) {
            if (json.contains("\"ttl\":")) {
                return now < second + CrashWriter.OWN_TTL_SECONDS;
            }
            return place.container.equals("unique") || now < second + CrashWriter.DEFAULT_TTL_SECONDS;
        }

        boolean is(Item item) {
            return item.json().startsWith(json.substring(0, json.length() - 1) + ",\"_rid\":");
        }
    }

    private record Attempt(
            String operation, Place place, @Nullable Version version) {}

    private final Map<Place, Version> acknowledged = new HashMap<>();
    private final Map<String, Attempt> attempts = new HashMap<>();
    private int acknowledgements;

    /** Takes note of a line that a writer said at {@code second}. */
    void note(String line, long second) {
        String[] words = line.split(" ", 6);
        switch (words[0]) {
            case "try" -> {
                Version version = words[5].equals("-") ? null : new Version(words[5], second);
                attempts.put(words[1], new Attempt(words[2], new Place(words[3], words[4]), version));
            }
            case "ack" -> {
                acknowledgements++;
                apply(Invariant.present(attempts.remove(words[1]), "what is acknowledged was tried"));
            }
            case "no" -> attempts.remove(words[1]);
            default -> Invariant.check(line.startsWith("open"), line);
        }
    }

    int acknowledgements() {
        return acknowledgements;
    }

    private void apply(Attempt attempt) {
        if (attempt.version != null) {
            acknowledged.put(attempt.place, attempt.version);
        } else {
            acknowledged.remove(attempt.place);
        }
    }

    /**
     * Settles what is at a place: the last acknowledged state, or the one that was being tried, if that could succeed.
     * Answers what is wrong, or null.
     */
    @Nullable
    String settle(Place place, Optional<Item> found, long now) {
        Version last = acknowledged.get(place);
        boolean live = last != null && last.isLive(place, now);
        List<Optional<Version>> possible = new ArrayList<>();
        possible.add(live ? Optional.ofNullable(last) : Optional.empty());
        attempts.values().stream()
                .filter(attempt -> attempt.place.equals(place) && mayHaveBeenDone(attempt, live))
                .forEach(attempt -> possible.add(Optional.ofNullable(attempt.version)));
        for (Optional<Version> version : possible) {
            if (version.isPresent() == found.isPresent()
                    && (found.isEmpty() || version.orElseThrow().is(found.get()))) {
                version.ifPresentOrElse(is -> acknowledged.put(place, is), () -> acknowledged.remove(place));
                return null;
            }
        }
        return place + " is " + found + ", but may be " + possible;
    }

    private static boolean mayHaveBeenDone(Attempt attempt, boolean live) {
        return switch (attempt.operation) {
            case "create" -> !live;
            case "replace", "delete" -> live;
            default -> true;
        };
    }

    /** What was being tried has been settled everywhere. */
    void forgetAttempts() {
        attempts.clear();
    }
}
