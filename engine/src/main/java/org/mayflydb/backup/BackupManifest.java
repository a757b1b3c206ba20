package org.mayflydb.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.Invariant;
import org.mayflydb.database.StoreSummary;
import org.mayflydb.database.StoreSummary.ContainerItems;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * What a backup says about itself.
 *
 * @param madeAt by the clock of the database that was copied
 * @param version of the software that made it
 * @param items how many items each container holds, expired or not
 * @param files the files of the store
 */
public record BackupManifest(Instant madeAt, String version, StoreSummary items, List<StoreFile> files) {
    private static final String FORMAT = "mayfly backup 1";

    /** A file of the store, which has exactly this length. */
    public record StoreFile(String name, long bytes) {}

    public BackupManifest {
        files = List.copyOf(files);
    }

    /** The version of this software. */
    static String ownVersion() {
        try (InputStream file = Invariant.present(
                BackupManifest.class.getResourceAsStream("version.txt"), "the build made version.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** How many bytes the files have. */
    public long bytes() {
        return files.stream().mapToLong(StoreFile::bytes).sum();
    }

    JsonObject toJson() {
        List<JsonValue> containers = new ArrayList<>();
        for (ContainerItems container : items.containers()) {
            containers.add(JsonObject.builder()
                    .put("database", container.database())
                    .put("container", container.container())
                    .put("items", container.items())
                    .build());
        }
        List<JsonValue> names = new ArrayList<>();
        for (StoreFile file : files) {
            names.add(JsonObject.builder()
                    .put("name", file.name())
                    .put("bytes", file.bytes())
                    .build());
        }
        return JsonObject.builder()
                .put("format", FORMAT)
                .put("madeAt", madeAt.toString())
                .put("version", version)
                .put("containers", new JsonArray(containers))
                .put("files", new JsonArray(names))
                .build();
    }

    /**
     * Reads a manifest.
     *
     * @param place for messages
     * @throws CorruptStoreException if it is none, or of a format that this version does not know
     */
    static BackupManifest parse(byte[] json, String place) {
        try {
            if (!(JsonValue.parse(json) instanceof JsonObject manifest)) {
                throw new CorruptStoreException(place + " is no manifest of a backup");
            }
            String format = text(manifest, "format");
            if (!format.equals(FORMAT)) {
                throw new CorruptStoreException(
                        place + " has the format '" + format + "'; this version knows only '" + FORMAT + "'");
            }
            List<ContainerItems> containers = new ArrayList<>();
            for (JsonObject each : objects(manifest, "containers")) {
                containers.add(
                        new ContainerItems(text(each, "database"), text(each, "container"), number(each, "items")));
            }
            List<StoreFile> files = new ArrayList<>();
            for (JsonObject each : objects(manifest, "files")) {
                files.add(new StoreFile(fileName(text(each, "name")), number(each, "bytes")));
            }
            return new BackupManifest(
                    Instant.parse(text(manifest, "madeAt")),
                    text(manifest, "version"),
                    new StoreSummary(containers),
                    files);
        } catch (BadRequestException | DateTimeException malformed) {
            throw new CorruptStoreException(place + " is damaged: " + malformed.getMessage(), malformed);
        }
    }

    /** A manifest from elsewhere must not name files outside of its directory. */
    private static String fileName(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.contains("/") || name.contains("\\")) {
            throw malformed("a file is called '" + name + "'");
        }
        return name;
    }

    private static List<JsonObject> objects(JsonObject json, String name) {
        if (!(json.get(name) instanceof JsonArray array)) {
            throw malformed(name);
        }
        List<JsonObject> objects = new ArrayList<>();
        for (JsonValue element : array.elements()) {
            if (!(element instanceof JsonObject object)) {
                throw malformed(name);
            }
            objects.add(object);
        }
        return objects;
    }

    private static String text(JsonObject json, String name) {
        if (json.get(name) instanceof JsonString text) {
            return text.value();
        }
        throw malformed(name);
    }

    private static long number(JsonObject json, String name) {
        Long number = exact(json.get(name));
        if (number == null || number < 0) {
            throw malformed(name);
        }
        return number;
    }

    private static @Nullable Long exact(@Nullable JsonValue value) {
        return value instanceof JsonNumber number ? number.exactLong() : null;
    }

    private static BadRequestException malformed(String what) {
        return new BadRequestException("what it says about '" + what + "' makes no sense");
    }
}
