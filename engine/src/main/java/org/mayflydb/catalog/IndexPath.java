package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PathText;

/**
 * A set of places inside items, as an indexing policy names them: {@code /a/[]/b/?} is the value at {@code b} in every
 * element of {@code a}; {@code /a/*} is everything below {@code a}, itself included.
 *
 * @param text as the client wrote it
 * @param steps from the outside in, without the end
 * @param indexes the kinds of index that old clients request for the path, as they were sent; they have no effect, because
 *     every path has the same kind of index now
 */
public record IndexPath(String text, List<PathStep> steps, Ending ending, List<JsonValue> indexes) {
    /** How old clients write {@code /*}. */
    private static final String OLD_ROOT = "/";

    /** One level down. */
    public sealed interface PathStep {
        /** Into a member of an object. */
        record Member(String name) implements PathStep {}

        /** Into every element of an array. */
        record EveryElement() implements PathStep {}
    }

    /** What is meant at the place that the steps lead to. */
    public enum Ending {
        /** {@code /?}: the value itself, if it is a string, number, boolean or null. */
        VALUE,
        /** {@code /*}: the value and all that is in it. */
        EVERYTHING
    }

    /** Everything in an item. */
    public static final IndexPath ROOT = parse("/*");

    /** The system property that changes with every write and that nobody searches. */
    public static final IndexPath ETAG = parse("/\"_etag\"/?");

    public IndexPath {
        steps = List.copyOf(steps);
        indexes = List.copyOf(indexes);
    }

    IndexPath withIndexes(List<JsonValue> kinds) {
        return new IndexPath(text, steps, ending, kinds);
    }

    /** Reads the text of a path; text that is none is a bad request. */
    public static IndexPath parse(String text) {
        if (text.equals(OLD_ROOT)) {
            return new IndexPath(text, List.of(), Ending.EVERYTHING, List.of());
        }
        List<String> segments = PathText.split(text);
        String last = segments.get(segments.size() - 1);
        if (!last.equals("?") && !last.equals("*")) {
            throw PathText.refused(text, "it must end with /? or /*");
        }
        List<PathStep> steps = new ArrayList<>();
        for (String segment : segments.subList(0, segments.size() - 1)) {
            steps.add(step(segment, text));
        }
        if (steps.isEmpty() && last.equals("?")) {
            throw PathText.refused(text, "an item as a whole has no value");
        }
        return new IndexPath(text, steps, last.equals("?") ? Ending.VALUE : Ending.EVERYTHING, List.of());
    }

    private static PathStep step(String segment, String path) {
        if (segment.equals("[]")) {
            return new PathStep.EveryElement();
        }
        for (int i = 0; i < segment.length(); i++) {
            if (segment.charAt(0) != '"' && Character.isWhitespace(segment.charAt(i))) {
                throw PathText.refused(path, "a name with white space must be quoted");
            }
        }
        return new PathStep.Member(PathText.name(segment, path));
    }

    /** Returns true if both cover the same places, however they are written. */
    public boolean means(IndexPath other) {
        return steps.equals(other.steps) && ending == other.ending;
    }

    @Override
    public String toString() {
        return text;
    }
}
