package org.mayflydb.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * One container and its first items, as {@link Seed} describes the file.
 *
 * @param name of the file, for messages
 * @param container in the service's JSON
 */
record SeedResource(String name, JsonObject container, List<JsonValue> items) {
    private static final Set<String> MEMBERS = Set.of("container", "items");

    /** @throws ExtensionConfigurationException if there is no such file, or something else in it */
    static SeedResource read(ClassLoader classes, String name) {
        JsonValue content = parse(name, text(classes, name));
        if (!(content instanceof JsonObject object)
                || !(object.get("container") instanceof JsonObject container)
                || !MEMBERS.containsAll(object.members().keySet())) {
            throw wrong(name, "must be an object with a 'container' and, if there are any, 'items'");
        }
        JsonValue items = object.get("items");
        if (items == null) {
            return new SeedResource(name, container, List.of());
        }
        if (!(items instanceof JsonArray array)) {
            throw wrong(name, "must have its 'items' in an array");
        }
        return new SeedResource(name, container, array.elements());
    }

    private static String text(ClassLoader classes, String name) {
        // A class loader knows no leading slash, but people write one.
        try (InputStream bytes = classes.getResourceAsStream(name.startsWith("/") ? name.substring(1) : name)) {
            if (bytes == null) {
                throw wrong(name, "is not on the class path of the tests");
            }
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new ExtensionConfigurationException("The seed " + name + " cannot be read.", failure);
        }
    }

    private static JsonValue parse(String name, String text) {
        try {
            return JsonValue.parse(text);
        } catch (MayflyException failure) {
            throw new ExtensionConfigurationException(
                    "The seed " + name + " is not JSON: " + failure.getMessage(), failure);
        }
    }

    /** @throws ExtensionConfigurationException if the database refuses something of it */
    void plant(Database database) {
        String part = "its container";
        try {
            Container planted = database.createContainer(ContainerSpec.fromJson(container.toString()));
            for (int i = 0; i < items.size(); i++) {
                part = "item " + i;
                planted.create(items.get(i).toString());
            }
        } catch (MayflyException failure) {
            throw new ExtensionConfigurationException(
                    "The seed " + name + " was refused at " + part + ": " + failure.getMessage(), failure);
        }
    }

    private static ExtensionConfigurationException wrong(String name, String complaint) {
        return new ExtensionConfigurationException("The seed " + name + " " + complaint + ".");
    }
}
