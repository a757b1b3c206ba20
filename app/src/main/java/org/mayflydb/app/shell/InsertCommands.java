package org.mayflydb.app.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/** {@code .insert} and {@code .upsert}: write items that are typed, or that are in a file. */
final class InsertCommands {
    /** What is larger is better imported, which does not keep it in memory. */
    private static final int FILE_BYTES_MAX = 16 << 20;

    private static final int CONFLICT = 409;

    private final Session session;
    private final Talk talk;

    InsertCommands(Session session, Talk talk) {
        this.session = session;
        this.talk = talk;
    }

    void insert(List<Word> words) {
        write(words.get(0).text(), false);
    }

    void upsert(List<Word> words) {
        write(words.get(0).text(), true);
    }

    private void write(String text, boolean upsert) {
        RemoteContainer target = session.items();
        List<JsonObject> items = items(text.startsWith("{") || text.startsWith("[") ? parse(text) : read(text));
        PartitionKeyDefinition definition = target.partitionKey();
        for (int i = 0; i < items.size(); i++) {
            try {
                write(target, definition, items.get(i), upsert);
            } catch (EndpointException refused) {
                throw i == 0
                        ? refused
                        : refused.withHint(" The " + Facts.count(i, "item") + " before it " + (i == 1 ? "was" : "were")
                                + " written.");
            }
        }
        talk.out().println((upsert ? "Upserted " : "Inserted ") + Facts.count(items.size(), "item") + ".");
        talk.out().flush();
    }

    private static void write(
            RemoteContainer target, PartitionKeyDefinition definition, JsonObject item, boolean upsert) {
        PartitionKey key = PartitionKey.from(definition, item);
        if (upsert) {
            target.upsert(key, item);
            return;
        }
        try {
            target.create(key, item);
        } catch (EndpointException refused) {
            throw refused.status() == CONFLICT
                    ? EndpointException.exists("An item with the id " + item.get("id") + " and the partition key " + key
                            + ", or with one of its unique values, exists already; .upsert replaces an item.")
                    : refused;
        }
    }

    private static List<JsonObject> items(JsonValue value) {
        List<JsonValue> elements = value instanceof JsonArray array ? array.elements() : List.of(value);
        List<JsonObject> items = new ArrayList<>();
        for (JsonValue element : elements) {
            if (!(element instanceof JsonObject item) || !(item.get("id") instanceof JsonString)) {
                throw new BadRequestException("An item is a JSON object with an \"id\" that is a string.");
            }
            items.add(item);
        }
        return items;
    }

    private static JsonValue parse(String json) {
        try {
            return JsonValue.parse(json);
        } catch (BadRequestException malformed) {
            throw new BadRequestException("This is not valid JSON: " + reason(malformed));
        }
    }

    /** The parser says so as well. */
    private static String reason(BadRequestException malformed) {
        return String.valueOf(malformed.getMessage()).replaceFirst("^The text is not valid JSON: ", "");
    }

    private static JsonValue read(String name) {
        try (InputStream file = Files.newInputStream(Path.of(name))) {
            byte[] json = file.readNBytes(FILE_BYTES_MAX + 1);
            if (json.length > FILE_BYTES_MAX) {
                throw new BadRequestException("The file " + name + " is larger than " + (FILE_BYTES_MAX >> 20)
                        + " MB: write one item on each line and use 'mayfly import'.");
            }
            return JsonValue.parse(json);
        } catch (InvalidPathException | IOException unreadable) {
            throw new BadRequestException("Write the item as JSON, or name a file that can be read. Cannot read '"
                    + name
                    + "': "
                    + (unreadable instanceof IOException file ? FileFailures.describe(file) : "it is not a path")
                    + ".");
        } catch (BadRequestException malformed) {
            throw String.valueOf(malformed.getMessage()).startsWith("The file ")
                    ? malformed
                    : new BadRequestException("The file " + name + " is not valid JSON: " + reason(malformed)
                            + ". A file with one item on each line is for 'mayfly import'.");
        }
    }
}
