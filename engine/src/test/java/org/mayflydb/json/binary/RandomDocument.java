package org.mayflydb.json.binary;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Documents with values of every kind that has a binary form of its own, some of them repeated. */
public final class RandomDocument {
    private static final List<String> NAMES =
            List.of("a", "name", "value", "größe", "", "a long name with spaces", "type");
    private static final long[] EDGES = {
        0,
        31,
        32,
        255,
        256,
        Short.MAX_VALUE,
        Short.MAX_VALUE + 1,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE + 1L,
        1L << 53,
        Long.MAX_VALUE
    };

    private final Random random;
    private final List<String> repeated = new ArrayList<>();

    public RandomDocument(Random random) {
        this.random = random;
        for (int i = 0; i < 5; i++) {
            repeated.add(text());
        }
    }

    public JsonObject object(int depth) {
        JsonObject.Builder object = JsonObject.builder();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            String name = random.nextInt(4) == 0 ? text() : NAMES.get(random.nextInt(NAMES.size()));
            object.put(name, value(depth - 1));
        }
        return object.build();
    }

    public JsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 12 : 9)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBoolean.of(random.nextBoolean());
            case 2, 3, 4 -> number();
            case 5, 6, 7, 8 -> new JsonString(random.nextInt(3) == 0 ? repeated.get(random.nextInt(5)) : text());
            case 9 -> numbers();
            case 10 -> array(depth);
            default -> object(depth);
        };
    }

    private JsonArray array(int depth) {
        List<JsonValue> elements = new ArrayList<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            elements.add(value(depth - 1));
        }
        return new JsonArray(elements);
    }

    private JsonArray numbers() {
        List<JsonValue> elements = new ArrayList<>();
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            elements.add(JsonNumber.of(random.nextInt(100)));
        }
        return new JsonArray(elements);
    }

    private JsonNumber number() {
        return switch (random.nextInt(6)) {
            case 0 -> JsonNumber.of(EDGES[random.nextInt(EDGES.length)]);
            case 1 -> JsonNumber.of(-EDGES[random.nextInt(EDGES.length)] - 1);
            case 2 -> JsonNumber.of(random.nextLong() >> random.nextInt(64));
            case 3 -> JsonNumber.of(random.nextInt(100_000) / 100.0);
            case 4 -> JsonNumber.of(random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300));
            default -> new JsonNumber(random.nextBoolean() ? "-0.0" : "1.5e3");
        };
    }

    private String text() {
        return switch (random.nextInt(11)) {
            case 0 -> "";
            case 1 -> guid();
            case 2 -> guid().toUpperCase(Locale.ROOT);
            case 3 -> "\"" + guid() + "\"";
            case 4 -> "2026-11-18T0" + random.nextInt(10) + ":00:00.00Z";
            case 5 -> Long.toHexString(random.nextLong());
            case 6 -> base64();
            case 7 -> "é€😀\u0000\u001f\n\t\"\\/".substring(0, 2 * random.nextInt(6));
            case 8 -> drawn(random.nextInt(90), '!', 64);
            case 9 -> drawn(random.nextInt(400), ' ', 95);
            default -> SystemNames.ALL.get(random.nextInt(SystemNames.ALL.size()));
        };
    }

    private String guid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private String base64() {
        byte[] bytes = new byte[random.nextInt(60)];
        random.nextBytes(bytes);
        return (random.nextBoolean() ? Base64.getEncoder() : Base64.getUrlEncoder()).encodeToString(bytes);
    }

    private String drawn(int length, char first, int range) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) (first + random.nextInt(range)));
        }
        return text.toString();
    }
}
