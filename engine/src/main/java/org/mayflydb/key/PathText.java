package org.mayflydb.key;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * The text of paths, {@code /a/"b c"/d}: a slash before every segment, double or single quotes around names with unusual
 * characters. What a segment such as {@code *} or {@code []} means is for the reader of the path to say.
 */
public final class PathText {

    /** Characters that mean something in a path, so that names with them are quoted. */
    private static final String SPECIAL = "/\"\\*?[]'";

    private PathText() {}

    /** The segments as they are written, with their quotes; text that is no path is a bad request. */
    public static List<String> split(String path) {
        List<String> segments = new ArrayList<>();
        int offset = 0;
        while (offset < path.length()) {
            if (path.charAt(offset) != '/') {
                throw refused(path, "a slash was expected at character " + offset);
            }
            int end = endOfSegment(path, offset + 1);
            if (end == offset + 1) {
                throw refused(path, "a name is missing at character " + end);
            }
            segments.add(path.substring(offset + 1, end));
            offset = end;
        }
        if (segments.isEmpty()) {
            throw refused(path, "it is empty");
        }
        return segments;
    }

    private static int endOfSegment(String path, int begin) {
        if (begin < path.length() && isQuote(path.charAt(begin))) {
            int end = begin + 1;
            while (end < path.length() && path.charAt(end) != path.charAt(begin)) {
                end += path.charAt(end) == '\\' ? 2 : 1;
            }
            if (end >= path.length()) {
                throw refused(path, "a quoted name has no end");
            }
            return end + 1;
        }
        int slash = path.indexOf('/', begin);
        return slash < 0 ? path.length() : slash;
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    /** The name that a segment of this path stands for, without its quotes and escapes. */
    public static String name(String segment, String path) {
        if (segment.charAt(0) == '"') {
            return ((JsonString) JsonValue.parse(segment)).value();
        }
        if (segment.charAt(0) == '\'') {
            return ((JsonString) JsonValue.parse(requoted(segment, '\'', '"'))).value();
        }
        for (int i = 0; i < segment.length(); i++) {
            if (SPECIAL.indexOf(segment.charAt(i)) >= 0) {
                throw refused(path, "a name with the character " + segment.charAt(i) + " must be quoted");
            }
        }
        return segment;
    }

    /** Exchanges the quotes of a segment, and which of them is escaped within it. */
    private static String requoted(String segment, char from, char to) {
        StringBuilder text = new StringBuilder().append(to);
        for (int i = 1; i < segment.length() - 1; i++) {
            char c = segment.charAt(i);
            if (c == '\\') {
                i++;
                text.append(segment.charAt(i) == from ? "" : "\\").append(segment.charAt(i));
            } else {
                text.append(c == to ? "\\" : "").append(c);
            }
        }
        return text.append(to).toString();
    }

    /** The segment for a name, quoted where it would not be read back otherwise or a reader might stumble. */
    public static String segment(String name) {
        boolean plain = !name.isEmpty();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            plain &= c > ' ' && SPECIAL.indexOf(c) < 0 && !Character.isWhitespace(c) && !Character.isSurrogate(c);
        }
        if (plain) {
            return name;
        }
        String quoted = new JsonString(name).toString();
        // Some clients find a name with its escapes in an item, so there should be none.
        return name.indexOf('"') >= 0 && name.indexOf('\'') < 0 ? requoted(quoted, '"', '\'') : quoted;
    }

    /** The outcome for a path that is not acceptable. */
    public static BadRequestException refused(String path, String reason) {
        return new BadRequestException("The path '" + path + "' is invalid: " + reason + ".");
    }
}
