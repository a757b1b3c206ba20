package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** The {@code indexingPolicy} member of a container. */
final class IndexingPolicyJson {

    private static final String WHAT = "indexingPolicy";
    private static final Set<String> MEMBERS = Set.of(
            "indexingMode",
            "automatic",
            "includedPaths",
            "excludedPaths",
            "compositeIndexes",
            "spatialIndexes",
            "vectorIndexes",
            "fullTextIndexes");

    /** Old clients name kinds of index and their precision with a path; every path has one kind of index now. */
    private static final Set<String> PATH_MEMBERS = Set.of("path", "indexes");

    private static final String NONE = "none";
    private static final List<String> MODES = List.of("consistent", "lazy", NONE);

    private IndexingPolicyJson() {}

    static IndexingPolicy read(JsonValue json) {
        PolicyReader policy = PolicyReader.of(WHAT, json).allowOnly(MEMBERS);
        boolean none = policy.choice("indexingMode", MODES).equals(NONE);
        boolean automatic = policy.truth("automatic", true);
        List<IndexPath> included = paths(policy, "includedPaths");
        List<IndexPath> excluded = paths(policy, "excludedPaths");
        List<List<CompositePath>> composites = CompositeIndexes.read(policy);
        SpecialIndexes.check(policy);
        if (none) {
            return IndexingPolicy.NONE;
        }
        if (included.isEmpty() && excluded.isEmpty()) {
            included.add(IndexPath.ROOT);
        }
        checkPaths(policy, included, excluded);
        if (!holds(excluded, IndexPath.ETAG) && !holds(included, IndexPath.ETAG)) {
            excluded.add(IndexPath.ETAG);
        }
        return new IndexingPolicy(
                IndexingPolicy.Mode.CONSISTENT,
                automatic,
                included,
                excluded,
                composites,
                policy.elements("spatialIndexes"),
                policy.elements("vectorIndexes"),
                policy.elements("fullTextIndexes"));
    }

    private static List<IndexPath> paths(PolicyReader policy, String name) {
        List<IndexPath> paths = new ArrayList<>();
        for (PolicyReader entry : policy.objects(name)) {
            paths.add(IndexPath.parse(entry.allowOnly(PATH_MEMBERS).text("path")));
        }
        return paths;
    }

    private static void checkPaths(PolicyReader policy, List<IndexPath> included, List<IndexPath> excluded) {
        if (!holds(included, IndexPath.ROOT) && !holds(excluded, IndexPath.ROOT)) {
            throw policy.refused("the path /* must be among the included or the excluded paths");
        }
        for (IndexPath path : included) {
            if (holds(excluded, path)) {
                throw policy.refused("the path " + path + " is both included and excluded");
            }
        }
    }

    private static boolean holds(List<IndexPath> paths, IndexPath wanted) {
        return paths.stream().anyMatch(wanted::means);
    }

    static JsonObject write(IndexingPolicy policy) {
        JsonObject.Builder json = JsonObject.builder()
                .put("indexingMode", policy.mode().wireName())
                .put("automatic", policy.automatic())
                .put("includedPaths", pathsJson(policy.includedPaths()))
                .put("excludedPaths", pathsJson(policy.excludedPaths()));
        if (!policy.compositeIndexes().isEmpty()) {
            json.put("compositeIndexes", CompositeIndexes.write(policy.compositeIndexes()));
        }
        putUnlessEmpty(json, "spatialIndexes", policy.spatialIndexes());
        putUnlessEmpty(json, "vectorIndexes", policy.vectorIndexes());
        putUnlessEmpty(json, "fullTextIndexes", policy.fullTextIndexes());
        return json.build();
    }

    private static JsonArray pathsJson(List<IndexPath> paths) {
        List<JsonValue> entries = new ArrayList<>();
        for (IndexPath path : paths) {
            entries.add(JsonObject.builder().put("path", path.text()).build());
        }
        return new JsonArray(entries);
    }

    private static void putUnlessEmpty(JsonObject.Builder json, String name, List<JsonValue> indexes) {
        if (!indexes.isEmpty()) {
            json.put(name, new JsonArray(indexes));
        }
    }
}
