package org.mayflydb.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * The {@code partitionKey} member of a container.
 *
 * <p>Clients write the version as 2, "2" or "V2" and may leave out the kind; they expect the kind back, spelled exactly.
 * A missing version means 1, as at the service: clients that hash by themselves, to read ranges of hashes, take it for that.
 * It is not shown then. Hierarchical keys have only one version, 2, which is always shown.
 */
final class PartitionKeyDefinitionJson {

    private static final Set<String> MEMBERS = Set.of("paths", "kind", "version", "systemKey");

    private PartitionKeyDefinitionJson() {}

    static PartitionKeyDefinition read(JsonObject json) {
        for (String name : json.members().keySet()) {
            if (!MEMBERS.contains(name)) {
                throw refused("it has the unknown member '" + name + "'");
            }
        }
        PartitionKeyDefinition.Kind kind = kind(json.get("kind"));
        int version = version(json.get("version"), kind);
        boolean systemKey = systemKey(json.get("systemKey"));
        boolean versionShown = version != 1 || (json.get("version") != null && !systemKey);
        return new PartitionKeyDefinition(paths(json.get("paths")), kind, version, systemKey, versionShown);
    }

    static JsonObject write(PartitionKeyDefinition definition) {
        List<JsonValue> paths = new ArrayList<>();
        for (DocumentPath path : definition.paths()) {
            paths.add(new JsonString(path.toString()));
        }
        JsonObject.Builder json = JsonObject.builder()
                .put("paths", new JsonArray(paths))
                .put("kind", definition.kind().wireName());
        if (definition.versionShown()) {
            json.put("version", definition.version());
        }
        return definition.systemKey() ? json.put("systemKey", true).build() : json.build();
    }

    private static List<DocumentPath> paths(@Nullable JsonValue value) {
        if (!(value instanceof JsonArray array)) {
            throw refused("its paths must be an array");
        }
        List<DocumentPath> paths = new ArrayList<>();
        for (JsonValue element : array.elements()) {
            if (!(element instanceof JsonString path)) {
                throw refused("a path must be a string");
            }
            paths.add(path(path.value()));
        }
        return paths;
    }

    private static DocumentPath path(String text) {
        try {
            boolean spaced = PathText.split(text).stream().anyMatch(PartitionKeyDefinitionJson::hasBareSpace);
            if (!spaced) {
                return DocumentPath.parse(text);
            }
        } catch (BadRequestException notAPath) {
            // refused below, with the service's message
        }
        throw new BadRequestException("The partition key component definition path '" + text
                + "' could not be accepted. Partition key paths must contain only valid characters and not contain a"
                + " trailing slash or wildcard character.");
    }

    private static boolean hasBareSpace(String segment) {
        return segment.charAt(0) != '"'
                && segment.charAt(0) != '\''
                && segment.chars().anyMatch(Character::isWhitespace);
    }

    private static PartitionKeyDefinition.Kind kind(@Nullable JsonValue value) {
        if (value == null) {
            return PartitionKeyDefinition.Kind.HASH;
        }
        for (PartitionKeyDefinition.Kind kind : PartitionKeyDefinition.Kind.values()) {
            if (value instanceof JsonString name && name.value().equalsIgnoreCase(kind.wireName())) {
                return kind;
            }
        }
        throw refused("its kind must be Hash or MultiHash");
    }

    private static int version(@Nullable JsonValue value, PartitionKeyDefinition.Kind kind) {
        if (value == null) {
            return kind == PartitionKeyDefinition.Kind.MULTI_HASH ? 2 : 1;
        } else if (value instanceof JsonNumber number && number.isIntegral()) {
            return (int) number.doubleValue();
        } else if (value instanceof JsonString text) {
            String version = text.value().toUpperCase(Locale.ROOT);
            if (version.equals("1") || version.equals("V1")) {
                return 1;
            } else if (version.equals("2") || version.equals("V2")) {
                return 2;
            }
        }
        throw refused("its version must be 1 or 2");
    }

    private static boolean systemKey(@Nullable JsonValue value) {
        if (value == null) {
            return false;
        } else if (value instanceof JsonBoolean truth) {
            return truth.value();
        }
        throw refused("its systemKey must be a boolean");
    }

    private static BadRequestException refused(String reason) {
        return new BadRequestException("The partition key definition is invalid: " + reason + ".");
    }
}
