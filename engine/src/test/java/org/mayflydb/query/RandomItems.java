package org.mayflydb.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Items with few paths and few values, so that random queries hit and miss about equally often. */
public final class RandomItems {
    static final int PARTITION_KEYS = 5;

    /** Longer than what an index keeps of a string, and different only at the end. */
    private static final String LONG_BEGINNING = "long".repeat(40);

    private RandomItems() {}

    public static JsonObject item(Random random, String id, String partitionKey) {
        JsonObject.Builder item = JsonObject.builder().put("id", id).put("pk", partitionKey);
        for (String name : List.of("a", "b")) {
            if (random.nextInt(5) > 0) {
                item.put(name, value(random));
            }
        }
        if (random.nextInt(3) > 0) {
            JsonObject.Builder inner = JsonObject.builder();
            if (random.nextInt(4) > 0) {
                inner.put("x", value(random));
            }
            item.put("o", random.nextInt(8) == 0 ? value(random) : inner.build());
        }
        if (random.nextInt(3) > 0) {
            List<JsonValue> tags = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                tags.add(scalar(random));
            }
            item.put("tags", new JsonArray(tags));
        }
        item.put("n", random.nextInt(30));
        return item.build();
    }

    private static JsonValue value(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> new JsonArray(List.of(scalar(random)));
            case 1 -> JsonObject.builder().put("y", scalar(random)).build();
            default -> scalar(random);
        };
    }

    static JsonValue scalar(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBoolean.of(random.nextBoolean());
            case 2, 3, 4 -> new JsonString(text(random));
            case 5 -> JsonNumber.of(random.nextInt(8) / 2.0 - 2);
            default -> JsonNumber.of((long) random.nextInt(6));
        };
    }

    static String text(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> LONG_BEGINNING + random.nextInt(3);
            case 1 -> "ü" + random.nextInt(2);
            case 2 -> "";
            default -> "s" + random.nextInt(4);
        };
    }

    static List<String> path(Random random) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> List.of("a");
            case 3, 4 -> List.of("b");
            case 5 -> List.of("o", "x");
            case 6 -> List.of("pk");
            default -> List.of("n");
        };
    }

    static String sql(List<String> path) {
        return "c." + String.join(".", path);
    }

    static @Nullable JsonValue at(JsonObject item, List<String> path) {
        JsonValue found = item;
        for (String name : path) {
            found = found instanceof JsonObject object ? object.get(name) : null;
        }
        return found;
    }
}
