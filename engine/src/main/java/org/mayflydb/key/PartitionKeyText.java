package org.mayflydb.key;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** The JSON array of the request header {@code x-ms-documentdb-partitionkey}; an undefined component is {@code {}}. */
final class PartitionKeyText {
    private PartitionKeyText() {}

    static PartitionKey parse(String header) {
        if (isOnePlainString(header)) {
            return PartitionKey.ofComponents(List.of(KeyComponent.of(header.substring(2, header.length() - 2))));
        }
        if (!(JsonValue.parse(header) instanceof JsonArray array)) {
            throw refused(header, "it is not an array");
        }
        if (array.elements().size() > PartitionKey.COMPONENTS_MAX) {
            throw refused(header, "it has more than three components");
        }
        List<KeyComponent> components = new ArrayList<>(array.elements().size());
        for (JsonValue element : array.elements()) {
            if (element instanceof JsonArray || (element instanceof JsonObject object && !isEmpty(object))) {
                throw refused(header, "a component is a string, a number, a boolean, null or {}");
            }
            components.add(KeyComponent.of(element));
        }
        return PartitionKey.ofComponents(components);
    }

    /** Nearly every header is {@code ["text"]} without anything to unescape; those need no parser. */
    private static boolean isOnePlainString(String header) {
        int end = header.length() - 2;
        if (end < 2 || !header.startsWith("[\"") || !header.endsWith("\"]")) {
            return false;
        }
        for (int i = 2; i < end; i++) {
            char c = header.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static boolean isEmpty(JsonObject object) {
        return object.members().isEmpty();
    }

    private static BadRequestException refused(String header, String reason) {
        return new BadRequestException("Partition key " + header + " is invalid: " + reason + ".");
    }

    static String format(PartitionKey key) {
        List<JsonValue> elements = new ArrayList<>(key.size());
        for (KeyComponent component : key.components()) {
            elements.add(element(component));
        }
        return new JsonArray(elements).toString();
    }

    private static JsonValue element(KeyComponent component) {
        if (component instanceof KeyComponent.Text text) {
            return new JsonString(text.value());
        } else if (component instanceof KeyComponent.Numeric number) {
            return JsonNumber.of(number.value());
        }
        return switch ((KeyComponent.Fixed) component) {
            case UNDEFINED -> JsonObject.empty();
            case NULL -> JsonNull.NULL;
            case FALSE -> JsonBoolean.FALSE;
            case TRUE -> JsonBoolean.TRUE;
        };
    }
}
