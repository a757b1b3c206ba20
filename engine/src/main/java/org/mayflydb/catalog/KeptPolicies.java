package org.mayflydb.catalog;

import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Policies that are checked lightly, kept as they were sent, and given back; {@link SearchPolicies} checks more. */
final class KeptPolicies {

    /** In the order in which they are given back. */
    static final List<String> NAMES = List.of(
            "computedProperties",
            "vectorEmbeddingPolicy",
            "fullTextPolicy",
            "changeFeedPolicy",
            ClientEncryptionPolicy.NAME,
            "schemaPolicy");

    private KeptPolicies() {}

    /** The policies among the members of a container. */
    static JsonObject of(JsonObject body) {
        JsonObject.Builder kept = JsonObject.builder();
        for (String name : NAMES) {
            JsonValue value = body.get(name);
            if (value != null && !(value instanceof JsonNull)) {
                check(name, value);
                kept.put(name, value);
            }
        }
        return kept.build();
    }

    private static void check(String name, JsonValue value) {
        switch (name) {
            case "computedProperties" -> {
                if (!(value instanceof JsonArray properties)
                        || !properties.elements().stream().allMatch(KeptPolicies::isComputedProperty)) {
                    throw new BadRequestException("One of the specified inputs is invalid");
                }
            }
            case "vectorEmbeddingPolicy" ->
                PolicyReader.of(name, value).objects("vectorEmbeddings").forEach(embedding -> embedding.text("path"));
            case "fullTextPolicy" ->
                PolicyReader.of(name, value).objects("fullTextPaths").forEach(path -> path.text("path"));
            case "schemaPolicy" -> PolicyReader.of(name, value);
            case "changeFeedPolicy" -> PolicyReader.of(name, value).checkNumber("retentionDuration", 0);
            default -> PolicyReader.of(name, value).objects("includedPaths");
        }
    }

    private static boolean isComputedProperty(JsonValue property) {
        return property instanceof JsonObject object
                && object.get("name") instanceof JsonString
                && object.get("query") instanceof JsonString;
    }
}
