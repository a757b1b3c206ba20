package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** The composite indexes of an indexing policy: an array of arrays of paths with an order. */
final class CompositeIndexes {

    private static final int PATHS_MIN = 2;
    private static final int PATHS_MAX = 8;
    private static final int INDEXES_MAX = 100;

    private static final Set<String> MEMBERS = Set.of("path", "order");
    private static final List<String> ORDERS =
            List.of(CompositePath.Order.ASCENDING.wireName(), CompositePath.Order.DESCENDING.wireName());

    private CompositeIndexes() {}

    static List<List<CompositePath>> read(PolicyReader policy) {
        List<List<CompositePath>> indexes = new ArrayList<>();
        for (JsonValue element : policy.elements("compositeIndexes")) {
            if (!(element instanceof JsonArray array)) {
                throw policy.refused("a composite index must be an array of paths");
            }
            indexes.add(index(policy, array));
        }
        if (indexes.size() > INDEXES_MAX) {
            throw policy.refused("it has more than " + INDEXES_MAX + " composite indexes");
        }
        return indexes;
    }

    private static List<CompositePath> index(PolicyReader policy, JsonArray array) {
        int size = array.elements().size();
        if (size < PATHS_MIN || size > PATHS_MAX) {
            throw policy.refused("a composite index must have " + PATHS_MIN + " to " + PATHS_MAX + " paths");
        }
        List<CompositePath> paths = new ArrayList<>();
        for (JsonValue element : array.elements()) {
            PolicyReader path = PolicyReader.of(policy.what() + ".compositeIndexes", element)
                    .allowOnly(MEMBERS);
            boolean descending = path.choice("order", ORDERS).equals(CompositePath.Order.DESCENDING.wireName());
            paths.add(new CompositePath(
                    path.path("path"), descending ? CompositePath.Order.DESCENDING : CompositePath.Order.ASCENDING));
        }
        if (paths.stream().map(CompositePath::path).distinct().count() < size) {
            throw policy.refused("a composite index names a path twice");
        }
        return paths;
    }

    static JsonArray write(List<List<CompositePath>> indexes) {
        List<JsonValue> all = new ArrayList<>();
        for (List<CompositePath> index : indexes) {
            List<JsonValue> paths = new ArrayList<>();
            for (CompositePath path : index) {
                paths.add(JsonObject.builder()
                        .put("path", path.path().toString())
                        .put("order", path.order().wireName())
                        .build());
            }
            all.add(new JsonArray(paths));
        }
        return new JsonArray(all);
    }
}
