package org.mayflydb.app.shell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Rows seen as columns, in the order in which their names come. */
final class Columns {
    /** What a column of rows that have no names is called. */
    private static final String NAMELESS = "value";

    /** What the database adds to every item, and nobody reads. */
    private static final Set<String> SYSTEM = Set.of("_rid", "_self", "_etag", "_attachments");

    private Columns() {}

    /** All names in the rows, behind those that are known already. */
    static List<String> of(List<String> known, List<JsonValue> rows, boolean withSystem) {
        Set<String> names = new LinkedHashSet<>(known);
        for (JsonValue row : rows) {
            if (row instanceof JsonObject object) {
                boolean wholeItem = !withSystem && object.members().keySet().containsAll(SYSTEM);
                for (String name : object.members().keySet()) {
                    if (!wholeItem || !SYSTEM.contains(name)) {
                        names.add(name);
                    }
                }
            } else {
                names.add(NAMELESS);
            }
        }
        return new ArrayList<>(names);
    }

    /** What stands in a column; empty if the row has nothing there. */
    static String cell(JsonValue row, String column) {
        JsonValue value = row instanceof JsonObject object ? object.get(column) : nameless(row, column);
        if (value == null) {
            return "";
        }
        return value instanceof JsonString text ? text.value() : value.toString();
    }

    private static @Nullable JsonValue nameless(JsonValue row, String column) {
        return column.equals(NAMELESS) ? row : null;
    }

    /** Whether what stands there is better seen at the right. */
    static boolean isNumber(JsonValue row, String column) {
        JsonValue value = row instanceof JsonObject object ? object.get(column) : nameless(row, column);
        return value != null && value.kind() == JsonValue.Kind.NUMBER;
    }
}
