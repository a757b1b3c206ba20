package org.mayflydb.key;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Splits the text of a path into its names. */
final class DocumentPathParser {

    /** Characters that mean something in the paths of a policy, so that names with them are quoted. */
    private static final String SPECIAL = "/\"\\*?[]'";

    private final String text;
    private int offset;

    DocumentPathParser(String text) {
        this.text = text;
    }

    List<String> segments() {
        List<String> segments = new ArrayList<>();
        while (offset < text.length()) {
            if (text.charAt(offset) != '/') {
                throw refused("a slash was expected at character " + offset);
            }
            offset++;
            segments.add(offset < text.length() && text.charAt(offset) == '"' ? quoted() : plain());
        }
        if (segments.isEmpty()) {
            throw refused("it is empty");
        }
        return segments;
    }

    private String plain() {
        int slash = text.indexOf('/', offset);
        String segment = text.substring(offset, slash < 0 ? text.length() : slash);
        if (segment.isEmpty()) {
            throw refused("a name is missing at character " + offset);
        }
        for (int i = 0; i < segment.length(); i++) {
            if (SPECIAL.indexOf(segment.charAt(i)) >= 0) {
                throw refused("a name with the character " + segment.charAt(i) + " must be quoted");
            }
        }
        offset += segment.length();
        return segment;
    }

    private String quoted() {
        int end = offset + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) {
            throw refused("a quoted name has no end");
        }
        String literal = text.substring(offset, end + 1);
        offset = end + 1;
        if (JsonValue.parse(literal) instanceof JsonString name) {
            return name.value();
        }
        throw refused("a quoted name is malformed");
    }

    private BadRequestException refused(String reason) {
        return new BadRequestException("The path '" + text + "' is invalid: " + reason + ".");
    }

    /** The text of one name, quoted where {@link #plain()} would not read it back or a reader might stumble. */
    static String segmentText(String segment) {
        boolean plain = !segment.isEmpty();
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            plain &= c > ' ' && SPECIAL.indexOf(c) < 0 && !Character.isWhitespace(c) && !Character.isSurrogate(c);
        }
        return plain ? segment : new JsonString(segment).toString();
    }
}
