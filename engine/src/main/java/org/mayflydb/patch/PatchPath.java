package org.mayflydb.patch;

import java.util.ArrayList;
import java.util.List;

/**
 * The place of a value inside an item, through objects and arrays. The text is a JSON pointer: {@code /a/0/b}, with {@code
 * ~1} for a slash in a name and {@code ~0} for a tilde.
 *
 * @param segments names and indexes, from the outside in; which of the two a segment is depends on the item
 */
record PatchPath(List<String> segments) {

    PatchPath {
        segments = List.copyOf(segments);
    }

    static PatchPath parse(String text) {
        if (!text.startsWith("/")) {
            throw PatchErrors.syntax();
        }
        List<String> segments = new ArrayList<>();
        int start = 1;
        while (start <= text.length()) {
            int slash = text.indexOf('/', start);
            int end = slash < 0 ? text.length() : slash;
            segments.add(unescaped(text.substring(start, end)));
            start = end + 1;
        }
        return new PatchPath(segments);
    }

    private static String unescaped(String segment) {
        if (segment.indexOf('~') < 0) {
            return segment;
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '~') {
                i++;
                c = switch (i < segment.length() ? segment.charAt(i) : ' ') {
                    case '0' -> '~';
                    case '1' -> '/';
                    default -> throw PatchErrors.syntax();
                };
            }
            name.append(c);
        }
        return name.toString();
    }

    String first() {
        return segments.get(0);
    }

    /** Whether the other place is this one or inside of it. */
    boolean includes(PatchPath other) {
        return other.segments.size() >= segments.size()
                && other.segments.subList(0, segments.size()).equals(segments);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String segment : segments) {
            text.append('/').append(segment.replace("~", "~0").replace("/", "~1"));
        }
        return text.toString();
    }
}
