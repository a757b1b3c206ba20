package org.mayflydb.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Worked examples: items, a query over them, and its answer. */
public final class QueryCases {
    private static final List<String> SYSTEM_PROPERTIES = List.of("_rid", "_self", "_etag", "_attachments", "_ts");

    private final JsonObject file;

    private QueryCases(JsonObject file) {
        this.file = file;
    }

    public static QueryCases read(String resource) {
        try (InputStream in = QueryCases.class.getResourceAsStream("/queries/" + resource)) {
            return new QueryCases(
                    (JsonObject) JsonValue.parse(Invariant.present(in, resource).readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonValue get(JsonObject object, String name) {
        return Invariant.present(object.get(name), name);
    }

    public List<JsonObject> cases() {
        return ((JsonArray) get(file, "cases"))
                .elements().stream().map(JsonObject.class::cast).toList();
    }

    public List<JsonValue> items(JsonObject example) {
        if (!(example.get("items") instanceof JsonString name)) {
            return List.of();
        }
        return ((JsonArray) get((JsonObject) get(file, "items"), name.value())).elements();
    }

    public static String text(JsonObject example, String member) {
        return ((JsonString) get(example, member)).value();
    }

    public static Map<String, JsonValue> parameters(JsonObject example) {
        return example.get("parameters") instanceof JsonObject object ? object.members() : Map.of();
    }

    /** Whether the rows are those of the example, in the sense that it asks for. */
    public static boolean isAnswer(JsonObject example, List<JsonValue> rows) {
        List<JsonValue> expected = new ArrayList<>(((JsonArray) get(example, "rows")).elements());
        List<JsonValue> actual = new ArrayList<>(rows);
        if (example.has("withoutSystemProperties")) {
            actual.replaceAll(QueryCases::withoutSystemProperties);
        }
        if (example.get("anyOrder") instanceof JsonBoolean) {
            expected.sort(Comparator.comparing(QueryCases::canonical));
            actual.sort(Comparator.comparing(QueryCases::canonical));
        }
        if (expected.size() != actual.size()) {
            return false;
        }
        double tolerance = example.get("tolerance") instanceof JsonNumber number ? number.doubleValue() : 1e-12;
        List<String> sets = example.get("setsAt") instanceof JsonArray names
                ? names.elements().stream()
                        .map(name -> ((JsonString) name).value())
                        .toList()
                : List.of();
        for (int i = 0; i < expected.size(); i++) {
            if (!same(expected.get(i), actual.get(i), tolerance, sets)) {
                return false;
            }
        }
        return true;
    }

    private static JsonValue withoutSystemProperties(JsonValue row) {
        JsonObject object = (JsonObject) row;
        for (String name : SYSTEM_PROPERTIES) {
            object = object.without(name);
        }
        return object;
    }

    private static String canonical(JsonValue value) {
        if (value instanceof JsonObject object) {
            StringBuilder text = new StringBuilder("{");
            object.members().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(member -> text.append(member.getKey()).append(canonical(member.getValue())));
            return text.toString();
        }
        if (value instanceof JsonNumber number) {
            return Double.toString(number.doubleValue());
        }
        return value.toString();
    }

    private static boolean same(JsonValue one, JsonValue other, double tolerance, List<String> sets) {
        if (one instanceof JsonNumber number && other instanceof JsonNumber second) {
            double difference = Math.abs(number.doubleValue() - second.doubleValue());
            return difference <= tolerance * Math.max(1, Math.abs(number.doubleValue()));
        }
        if (one instanceof JsonArray array && other instanceof JsonArray second) {
            return sameElements(array.elements(), second.elements(), tolerance, sets);
        }
        if (one instanceof JsonObject object && other instanceof JsonObject second) {
            return object.members().keySet().equals(second.members().keySet())
                    && object.members().keySet().stream()
                            .allMatch(name -> sameMember(object, second, name, tolerance, sets));
        }
        return one.equals(other);
    }

    private static boolean sameMember(
            JsonObject one, JsonObject other, String name, double tolerance, List<String> sets) {
        if (!sets.contains(name)) {
            return same(get(one, name), get(other, name), tolerance, sets);
        }
        List<JsonValue> sorted = new ArrayList<>(((JsonArray) get(one, name)).elements());
        List<JsonValue> second = new ArrayList<>(((JsonArray) get(other, name)).elements());
        sorted.sort(Comparator.comparing(QueryCases::canonical));
        second.sort(Comparator.comparing(QueryCases::canonical));
        return sameElements(sorted, second, tolerance, sets);
    }

    private static boolean sameElements(
            List<JsonValue> one, List<JsonValue> other, double tolerance, List<String> sets) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i), tolerance, sets)) {
                return false;
            }
        }
        return true;
    }
}
