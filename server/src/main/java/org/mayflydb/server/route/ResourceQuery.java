package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * The queries that clients make by themselves: everything, or what has certain values in certain members, such as {@code
 * SELECT * FROM root r WHERE r.id = @id}. Everything beyond that is refused until the query engine exists.
 */
final class ResourceQuery {
    static final ResourceQuery ALL = new ResourceQuery(List.of());

    private static final Pattern SELECT_ALL = Pattern.compile(
            "\\s*select\\s+\\*\\s+from\\s+(\\w+)(?:\\s+(?:as\\s+)?(?!where\\b)(\\w+))?\\s*(?:where\\s+(.*))?;?\\s*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern EQUALITY = Pattern.compile(
            "\\(?\\s*(\\w+)\\s*(?:\\.\\s*(\\w+)|\\[\\s*\"(\\w+)\"\\s*])\\s*=\\s*(@\\w+|\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*')\\s*\\)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern AND = Pattern.compile("\\s+and\\s+", Pattern.CASE_INSENSITIVE);

    private record Condition(String member, JsonValue value) {}

    private final List<Condition> conditions;

    private ResourceQuery(List<Condition> conditions) {
        this.conditions = conditions;
    }

    /** Reads the body of a query request. */
    static ResourceQuery parse(JsonObject body) {
        if (!(body.get("query") instanceof JsonString query)) {
            throw new BadRequestException("The input content is invalid: a query has a member 'query'.");
        }
        Matcher select = SELECT_ALL.matcher(query.value());
        if (!select.matches()) {
            throw unsupported();
        }
        String filter = select.group(3);
        if (filter == null) {
            return ALL;
        }
        String alias = select.group(2) == null ? select.group(1) : select.group(2);
        Map<String, JsonValue> parameters = parameters(body);
        List<Condition> conditions = new ArrayList<>();
        for (String part : AND.split(filter, -1)) {
            Matcher equality = EQUALITY.matcher(part.trim());
            if (!equality.matches() || !equality.group(1).equalsIgnoreCase(alias)) {
                throw unsupported();
            }
            String member = equality.group(2) == null ? equality.group(3) : equality.group(2);
            conditions.add(new Condition(member, value(equality.group(4), parameters)));
        }
        return new ResourceQuery(conditions);
    }

    boolean matches(JsonObject resource) {
        return conditions.stream().allMatch(condition -> condition.value.equals(resource.get(condition.member)));
    }

    /** Whether it has no condition. */
    boolean isEverything() {
        return conditions.isEmpty();
    }

    private static JsonValue value(String text, Map<String, JsonValue> parameters) {
        if (text.startsWith("@")) {
            JsonValue value = parameters.get(text.toLowerCase(Locale.ROOT));
            if (value == null) {
                throw new BadRequestException("The query parameter " + text + " has no value.");
            }
            return value;
        }
        return text.startsWith("'") ? new JsonString(text.substring(1, text.length() - 1)) : JsonValue.parse(text);
    }

    private static Map<String, JsonValue> parameters(JsonObject body) {
        Map<String, JsonValue> parameters = new HashMap<>();
        if (body.get("parameters") instanceof JsonArray array) {
            for (JsonValue element : array.elements()) {
                JsonValue name = member(element, "name");
                JsonValue value = member(element, "value");
                if (name instanceof JsonString text && value != null) {
                    parameters.put(text.value().toLowerCase(Locale.ROOT), value);
                }
            }
        }
        return parameters;
    }

    private static @Nullable JsonValue member(JsonValue element, String name) {
        return element instanceof JsonObject object ? object.get(name) : null;
    }

    private static UnsupportedException unsupported() {
        return new UnsupportedException("A query other than SELECT * with equalities joined by AND");
    }
}
