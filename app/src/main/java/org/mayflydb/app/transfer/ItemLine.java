package org.mayflydb.app.transfer;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** How items and the description of their container are written on lines. */
public final class ItemLine {
    static final String TIMESTAMP = "_ts";

    private static final String HEADER = "$mayfly";
    private static final String CONTAINER = "container";

    /** What an endpoint adds to every item. Other names that begin in the same way are the item's own. */
    private static final Set<String> SYSTEM = Set.of("_rid", "_self", "_etag", "_attachments", TIMESTAMP);

    private ItemLine() {}

    /** Which of the properties that an endpoint adds are kept. */
    public enum Kept {
        NONE,
        /** {@code _ts}, which an import needs to keep deadlines. */
        TIMESTAMP,
        ALL
    }

    static JsonObject of(JsonObject item, Kept kept) {
        if (kept == Kept.ALL) {
            return item;
        }
        JsonObject.Builder line = JsonObject.builder();
        for (Map.Entry<String, JsonValue> member : item.members().entrySet()) {
            String name = member.getKey();
            if (!SYSTEM.contains(name) || (kept == Kept.TIMESTAMP && name.equals(ItemLine.TIMESTAMP))) {
                line.put(name, member.getValue());
            }
        }
        return line.build();
    }

    static boolean hasSystemProperties(JsonObject item) {
        return SYSTEM.stream().anyMatch(item::has);
    }

    static void append(ByteArrayOutputStream lines, JsonObject line) {
        lines.writeBytes(line.toBytes());
        lines.write('\n');
    }

    /** The first line of an export that describes its container. */
    static JsonObject header(JsonObject container) {
        JsonObject.Builder properties = JsonObject.builder();
        for (Map.Entry<String, JsonValue> member : container.members().entrySet()) {
            // All that begins so is the endpoint's, and none of it can be sent back.
            if (!member.getKey().startsWith("_")) {
                properties.put(member.getKey(), member.getValue());
            }
        }
        return JsonObject.builder()
                .put(
                        HEADER,
                        JsonObject.builder().put(CONTAINER, properties.build()).build())
                .build();
    }

    /** The container that a first line describes; null if it is an item. */
    static @Nullable JsonObject containerOf(JsonObject line) {
        return line.members().size() == 1
                        && line.get(HEADER) instanceof JsonObject header
                        && header.get(CONTAINER) instanceof JsonObject container
                ? container
                : null;
    }
}
