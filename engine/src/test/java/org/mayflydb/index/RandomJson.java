package org.mayflydb.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Values, items and policies in which the same things come up again and again. */
public final class RandomJson {
    private static final List<String> NAMES = List.of("a", "b", "c", "[]", "größe", "");
    private static final List<String> UNITS =
            List.of("\u0000", "\u0001", "\u0002", "a", "b", "é", "€", "\ud800", "\udc00");
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0.0",
            "1",
            "1.0",
            "1e0",
            "-1",
            "0.5",
            "1e-320",
            "-1e308",
            "1e400",
            "9007199254740993",
            "123456789012345678901");
    private static final List<String> PATHS = List.of(
            "/a/*", "/a/?", "/b/[]/*", "/b/[]/?", "/a/b/*", "/a/b/c/?", "/c/[]/a/*", "/_ts/?", "/\"\"/*", "/\"[]\"/?");

    private final Random random;

    public RandomJson(Random random) {
        this.random = random;
    }

    public JsonValue scalar() {
        return switch (random.nextInt(6)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBoolean.of(random.nextBoolean());
            case 2 -> new JsonNumber(pick(NUMBERS));
            case 3 -> JsonNumber.of(random.nextGaussian());
            default -> new JsonString(text());
        };
    }

    /** Often as long as the strings of entries may be, give or take a little. */
    public String text() {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(4) == 0) {
            text.append("x".repeat(ValueEncoder.STRING_BYTES_MAX - random.nextInt(4)));
        }
        int units = random.nextInt(5);
        for (int i = 0; i < units; i++) {
            text.append(pick(UNITS));
        }
        return text.toString();
    }

    public JsonValue value(int depth) {
        int drawn = random.nextInt(depth == 0 ? 4 : 8);
        if (drawn < 4) {
            return scalar();
        }
        return drawn < 6 ? object(depth - 1) : array(depth - 1);
    }

    private JsonArray array(int depth) {
        List<JsonValue> elements = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            elements.add(value(depth));
        }
        return new JsonArray(elements);
    }

    public JsonObject object(int depth) {
        JsonObject.Builder object = JsonObject.builder();
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                object.put(name, value(depth));
            }
        }
        return object.build();
    }

    public IndexingPolicy policy() {
        if (random.nextInt(10) == 0) {
            return IndexingPolicy.NONE;
        }
        List<String> included = new ArrayList<>();
        List<String> excluded = new ArrayList<>();
        (random.nextBoolean() ? included : excluded).add("/*");
        for (String path : PATHS) {
            switch (random.nextInt(4)) {
                case 0 -> included.add(path);
                case 1 -> excluded.add(path);
                default -> {}
            }
        }
        boolean automatic = random.nextInt(10) > 0;
        return IndexingPolicy.fromJson(
                JsonValue.parse("{\"automatic\":" + automatic + ",\"includedPaths\":" + paths(included)
                        + ",\"excludedPaths\":" + paths(excluded) + ",\"compositeIndexes\":" + composites() + "}"));
    }

    private String composites() {
        List<String> all = List.of(
                "[{\"path\":\"/a\",\"order\":\"ascending\"},{\"path\":\"/b\",\"order\":\"descending\"}]",
                "[{\"path\":\"/_ts\",\"order\":\"descending\"},{\"path\":\"/a/b/c\"}]",
                "[{\"path\":\"/c\",\"order\":\"descending\"},{\"path\":\"/_ts\"},{\"path\":\"/a/b\"}]");
        List<String> chosen =
                all.stream().filter(each -> random.nextInt(3) == 0).toList();
        return "[" + String.join(",", chosen) + "]";
    }

    private static String paths(List<String> paths) {
        List<JsonValue> entries = new ArrayList<>();
        paths.forEach(path -> entries.add(JsonObject.builder().put("path", path).build()));
        return new JsonArray(entries).toString();
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
