package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Names and what they are, one below the other. Also reads numbers and texts out of what the admin API answers. */
final class Facts {
    private final Map<String, String> facts = new LinkedHashMap<>();

    Facts add(String name, String value) {
        facts.put(name, value);
        return this;
    }

    void print(PrintWriter out) {
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        facts.forEach((name, value) -> out.println("  " + name + " ".repeat(width - name.length() + 2) + value));
        out.flush();
    }

    /** A whole number of an answer, 0 if it has none. */
    static long number(@Nullable JsonValue value) {
        Long number = value instanceof JsonNumber json ? json.exactLong() : null;
        return number == null ? 0 : number;
    }

    static String text(@Nullable JsonValue value) {
        return value instanceof JsonString text ? text.value() : String.valueOf(value);
    }

    static JsonObject object(@Nullable JsonValue value) {
        return value instanceof JsonObject object ? object : JsonObject.empty();
    }

    /** Such as {@code 3 items, 512 bytes}. */
    static String amount(JsonObject amount) {
        return count(number(amount.get("items")), "item") + ", " + count(number(amount.get("bytes")), "byte");
    }

    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** A second since 1970, for people. */
    static String instant(long second) {
        return Instant.ofEpochSecond(second).toString();
    }
}
