package org.mayflydb.app.shell;

import java.util.Iterator;
import java.util.Map;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** JSON over several lines, two blanks for each level. The text of numbers and strings is as it came. */
final class JsonLayout {
    private static final String INDENT = "  ";

    private JsonLayout() {}

    /** @param level how far to the right the first line begins */
    static String indented(JsonValue value, int level) {
        StringBuilder text = new StringBuilder(INDENT.repeat(level));
        append(text, value, level);
        return text.toString();
    }

    private static void append(StringBuilder text, JsonValue value, int level) {
        if (value instanceof JsonObject object && !object.members().isEmpty()) {
            text.append('{');
            for (Iterator<Map.Entry<String, JsonValue>> members =
                            object.members().entrySet().iterator();
                    members.hasNext(); ) {
                Map.Entry<String, JsonValue> member = members.next();
                line(text, level + 1).append(new JsonString(member.getKey())).append(": ");
                append(text, member.getValue(), level + 1);
                text.append(members.hasNext() ? "," : "");
            }
            line(text, level).append('}');
        } else if (value instanceof JsonArray array && !array.elements().isEmpty()) {
            text.append('[');
            for (Iterator<JsonValue> elements = array.elements().iterator(); elements.hasNext(); ) {
                line(text, level + 1);
                append(text, elements.next(), level + 1);
                text.append(elements.hasNext() ? "," : "");
            }
            line(text, level).append(']');
        } else {
            text.append(Printable.of(value.toString()));
        }
    }

    private static StringBuilder line(StringBuilder text, int level) {
        return text.append('\n').append(INDENT.repeat(level));
    }
}
