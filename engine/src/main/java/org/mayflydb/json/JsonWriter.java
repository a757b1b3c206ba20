package org.mayflydb.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

/** Writes a tree as compact text. */
final class JsonWriter {
    private static final int BYTES_EXPECTED = 128;

    /** Rows are in an array, which is in an object: a page of a response. */
    private static final int ROW_DEPTH = 2;

    /** Larger ones are rare, and may grow. */
    private static final int KNOWN_BYTES_MAX = 8 << 20;

    private final JsonGenerator generator;
    private final ByteArrayOutputStream bytes;

    private JsonWriter(JsonGenerator generator, ByteArrayOutputStream bytes) {
        this.generator = generator;
        this.bytes = bytes;
    }

    static byte[] write(JsonValue value) {
        ByteArrayOutputStream target = new ByteArrayOutputStream(BYTES_EXPECTED + knownBytes(value, 0));
        try (JsonGenerator generator = JsonText.generator(target)) {
            new JsonWriter(generator, target).append(value);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return target.toByteArray();
    }

    /** What is known of the length: the items of a page, which are most of it, would make the array grow many times. */
    private static int knownBytes(JsonValue value, int depth) {
        if (value instanceof JsonObject object) {
            byte[] text = object.knownText();
            if (text != null) {
                return text.length + 1;
            }
            return depth < ROW_DEPTH ? knownBytes(object.members().values(), depth) : 0;
        }
        return value instanceof JsonArray array && depth < ROW_DEPTH ? knownBytes(array.elements(), depth) : 0;
    }

    private static int knownBytes(Collection<JsonValue> values, int depth) {
        long bytes = 0;
        for (JsonValue value : values) {
            bytes += knownBytes(value, depth + 1);
        }
        return (int) Math.min(bytes, KNOWN_BYTES_MAX);
    }

    static String text(JsonValue value) {
        return new String(write(value), StandardCharsets.UTF_8);
    }

    private void append(JsonValue value) throws IOException {
        if (value instanceof JsonObject object && object.knownText() != null) {
            // The generator writes the comma or colon that is due, the text needs no second encoding.
            generator.writeRawValue("");
            generator.flush();
            bytes.writeBytes(object.knownText());
        } else if (value instanceof JsonObject object) {
            generator.writeStartObject();
            for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                generator.writeFieldName(member.getKey());
                append(member.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof JsonArray array) {
            generator.writeStartArray();
            for (JsonValue element : array.elements()) {
                append(element);
            }
            generator.writeEndArray();
        } else if (value instanceof JsonString string) {
            generator.writeString(string.value());
        } else if (value instanceof JsonNumber number) {
            generator.writeNumber(number.text());
        } else if (value instanceof JsonBoolean truth) {
            generator.writeBoolean(truth.value());
        } else {
            generator.writeNull();
        }
    }
}
