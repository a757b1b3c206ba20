package org.mayflydb.patch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * One change of a patch.
 *
 * @param from where the value comes from; null unless it is a move
 * @param value null where none is needed
 */
record PatchOperation(
        Kind kind,
        PatchPath path,
        @Nullable PatchPath from,
        @Nullable JsonValue value) {

    /** What is done at the path. */
    enum Kind {
        /** Puts a member; inserts an element. */
        ADD("add"),
        /** Puts a member or an element. */
        SET("set"),
        /** Puts a member or an element in place of one that must be there. */
        REPLACE("replace"),
        /** Removes a member or an element that must be there. */
        REMOVE("remove"),
        /** Adds to a number, or puts one where there is nothing. */
        INCREMENT("incr"),
        /** Removes a value from one place and adds it at another. */
        MOVE("move");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        static @Nullable Kind ofWireName(String name) {
            return Arrays.stream(values())
                    .filter(kind -> kind.wireName.equals(name))
                    .findFirst()
                    .orElse(null);
        }

        boolean needsValue() {
            return this != REMOVE && this != MOVE;
        }
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder().put("op", kind.wireName);
        if (from != null) {
            json.put("from", from.toString());
        }
        json.put("path", path.toString());
        if (value != null) {
            json.put("value", value);
        }
        return json.build();
    }
}
