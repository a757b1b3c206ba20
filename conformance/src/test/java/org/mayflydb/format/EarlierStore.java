package org.mayflydb.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.mayflydb.base.Bytes;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/**
 * A store that an earlier release wrote; see the file README.md beside it.
 *
 * @param now the second at which that release closed it
 */
record EarlierStore(Path directory, long now, List<Held> held) {

    /** An item that the earlier release listed. */
    record Held(String container, String json, long lsn, long deadline) {
        JsonObject item() {
            return (JsonObject) JsonValue.parse(json);
        }
    }

    static EarlierStore unpack(Path target) {
        JsonObject manifest = JsonObject.empty();
        try (InputStream packed =
                        Objects.requireNonNull(EarlierStore.class.getResourceAsStream("/mayfly-2/store.zip"));
                ZipInputStream files = new ZipInputStream(packed)) {
            ZipEntry entry;
            while ((entry = files.getNextEntry()) != null) {
                if (entry.getName().equals("items.json")) {
                    manifest = (JsonObject) JsonValue.parse(files.readAllBytes());
                } else {
                    Path file = target.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.write(file, files.readAllBytes());
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new EarlierStore(target.resolve("store"), number(manifest, "now"), held(manifest));
    }

    private static List<Held> held(JsonObject manifest) {
        List<Held> held = new ArrayList<>();
        for (JsonValue element : ((JsonArray) Objects.requireNonNull(manifest.get("containers"))).elements()) {
            JsonObject container = (JsonObject) element;
            for (JsonValue item : ((JsonArray) Objects.requireNonNull(container.get("items"))).elements()) {
                JsonObject listed = (JsonObject) item;
                held.add(new Held(
                        text(container, "id"),
                        text(listed, "json"),
                        number(listed, "lsn"),
                        number(listed, "deadline")));
            }
        }
        return held;
    }

    private static String text(JsonObject json, String name) {
        return ((JsonString) Objects.requireNonNull(json.get(name))).value();
    }

    private static long number(JsonObject json, String name) {
        return (long) ((JsonNumber) Objects.requireNonNull(json.get(name))).doubleValue();
    }

    /** The items of a container that are visible at a second. */
    List<String> visible(String container, long second) {
        return held.stream()
                .filter(item -> item.container.equals(container) && second < item.deadline)
                .map(Held::json)
                .toList();
    }

    List<String> containers() {
        return held.stream().map(Held::container).distinct().toList();
    }

    Store open() {
        return open(directory);
    }

    /** Opens a store with little memory, which takes less time. */
    static Store open(Path directory) {
        return RocksStore.open(directory, new RocksOptions(8L << 20, 4L << 20));
    }

    /** Everything that a store holds, as text. */
    static TreeMap<String, String> contents(Store store) {
        TreeMap<String, String> contents = new TreeMap<>();
        for (int number : store.partitionNumbers()) {
            for (Space space : Space.values()) {
                store.partition(number).walk(space, KeyRange.all(), entry -> {
                    contents.put(
                            number + " " + space + " " + Bytes.wrap(entry.key()),
                            Bytes.wrap(entry.value()).toString());
                    return true;
                });
            }
        }
        return contents;
    }

    /** A store in memory with the same contents. */
    static Store inMemory(Store original) {
        Store copy = new MemoryStore();
        for (int number : original.partitionNumbers()) {
            Commit commit = new Commit(Durability.RELAXED);
            original.partition(number).walk(KeyRange.all(), entry -> {
                commit.put(entry.key(), entry.value());
                return true;
            });
            copy.partition(number).commit(commit);
        }
        return copy;
    }
}
