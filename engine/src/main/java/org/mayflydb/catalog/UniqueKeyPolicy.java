package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;

/** Which combinations of values occur only once within a logical partition; it never changes. */
public record UniqueKeyPolicy(List<UniqueKey> uniqueKeys) {

    /** No constraint. */
    public static final UniqueKeyPolicy NONE = new UniqueKeyPolicy(List.of());

    private static final int KEYS_MAX = 10;
    private static final int PATHS_MAX = 16;

    private static final String WHAT = "uniqueKeyPolicy";

    /** The values at these paths, taken together, are unique. */
    public record UniqueKey(List<DocumentPath> paths) {
        public UniqueKey {
            paths = List.copyOf(paths);
        }
    }

    public UniqueKeyPolicy {
        uniqueKeys = List.copyOf(uniqueKeys);
    }

    /** Reads what a client sent; an object without keys means none. */
    public static UniqueKeyPolicy fromJson(JsonValue json) {
        PolicyReader policy = PolicyReader.of(WHAT, json).allowOnly(Set.of("uniqueKeys"));
        List<UniqueKey> keys = new ArrayList<>();
        Set<Set<DocumentPath>> seen = new HashSet<>();
        for (PolicyReader entry : policy.objects("uniqueKeys")) {
            UniqueKey key = key(entry.allowOnly(Set.of("paths")));
            if (!seen.add(Set.copyOf(key.paths()))) {
                throw policy.refused("it has the same unique key twice");
            }
            keys.add(key);
        }
        if (keys.size() > KEYS_MAX) {
            throw policy.refused("it has more than " + KEYS_MAX + " unique keys");
        }
        return new UniqueKeyPolicy(keys);
    }

    private static UniqueKey key(PolicyReader entry) {
        List<DocumentPath> paths =
                entry.texts("paths").stream().map(DocumentPath::parse).toList();
        if (paths.isEmpty() || paths.size() > PATHS_MAX) {
            throw entry.refused("a unique key must have 1 to " + PATHS_MAX + " paths");
        }
        if (new HashSet<>(paths).size() < paths.size()) {
            throw entry.refused("a unique key names a path twice");
        }
        return new UniqueKey(paths);
    }

    public JsonObject toJson() {
        List<JsonValue> keys = new ArrayList<>();
        for (UniqueKey key : uniqueKeys) {
            List<JsonValue> paths = new ArrayList<>();
            for (DocumentPath path : key.paths()) {
                paths.add(new JsonString(path.toString()));
            }
            keys.add(JsonObject.builder().put("paths", new JsonArray(paths)).build());
        }
        return JsonObject.builder().put("uniqueKeys", new JsonArray(keys)).build();
    }
}
