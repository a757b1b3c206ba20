package org.mayflydb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.mayflydb.base.BadRequestException;

/** Builds a tree from text. The recursion is bounded by the parser's limit of nesting. */
final class JsonReader {
    private JsonReader() {}

    static JsonValue read(byte[] utf8) {
        Utf8Text.check(utf8);
        try (JsonParser parser = JsonText.parser(utf8, 0, utf8.length)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new BadRequestException("The text is not valid JSON: it is empty");
            }
            JsonValue value = value(parser, first);
            if (parser.nextToken() != null) {
                throw new BadRequestException("The text is not valid JSON: more text follows after the value");
            }
            return value;
        } catch (IOException e) {
            throw JsonText.malformed(e);
        }
    }

    /** Reads the value that begins with the token, which the parser has just returned. */
    static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> JsonNumber.parsed(parser.getText());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("the parser gave " + token + " where a value begins");
        };
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        LinkedHashMap<String, JsonValue> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            members.put(name, value(parser, parser.nextToken()));
        }
        return new JsonObject(members);
    }

    private static JsonArray array(JsonParser parser) throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(parser, token));
        }
        return new JsonArray(elements);
    }
}
