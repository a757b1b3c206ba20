package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.Arrays;
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

    private static final Set<String> PATH_MEMBERS = Set.of("path", "indexes");

    /** Of the kinds of index that old clients request for a path. */
    private static final Set<String> KIND_MEMBERS = Set.of("kind", "dataType", "precision");

    private static final List<String> KINDS = List.of("Range", "Hash", "Spatial");
    private static final List<String> DATA_TYPES =
            List.of("String", "Number", "Point", "LineString", "Polygon", "MultiPolygon");

    /** The precision that stands for the maximum. */
    private static final int PRECISION_MIN = -1;

    private static final List<String> MODES = Arrays.stream(IndexingPolicy.Mode.values())
            .map(IndexingPolicy.Mode::wireName)
            .toList();

    private IndexingPolicyJson() {}

    static IndexingPolicy read(JsonValue json) {
        PolicyReader policy = PolicyReader.of(WHAT, json).allowOnly(MEMBERS);
        IndexingPolicy.Mode mode = IndexingPolicy.Mode.of(policy.choice("indexingMode", MODES));
        boolean automatic = policy.truth("automatic", true);
        List<IndexPath> included = paths(policy, "includedPaths");
        List<IndexPath> excluded = paths(policy, "excludedPaths");
        List<List<CompositePath>> composites = CompositeIndexes.read(policy);
        SpecialIndexes.check(policy);
        if (mode == IndexingPolicy.Mode.NONE) {
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
                mode,
                automatic,
                included,
                excluded,
                composites,
                SpatialIndexes.complete(policy.elements("spatialIndexes")),
                policy.elements("vectorIndexes"),
                policy.elements("fullTextIndexes"));
    }

    private static List<IndexPath> paths(PolicyReader policy, String name) {
        List<IndexPath> paths = new ArrayList<>();
        for (PolicyReader entry : policy.objects(name)) {
            IndexPath path = IndexPath.parse(entry.allowOnly(PATH_MEMBERS).text("path"));
            entry.objects("indexes").forEach(IndexingPolicyJson::checkKind);
            paths.add(path.withIndexes(entry.elements("indexes")));
        }
        return paths;
    }

    private static void checkKind(PolicyReader index) {
        index.allowOnly(KIND_MEMBERS).choice("kind", KINDS);
        index.choice("dataType", DATA_TYPES);
        index.checkNumber("precision", PRECISION_MIN);
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
            JsonObject.Builder entry = JsonObject.builder().put("path", path.text());
            putUnlessEmpty(entry, "indexes", path.indexes());
            entries.add(entry.build());
        }
        return new JsonArray(entries);
    }

    private static void putUnlessEmpty(JsonObject.Builder json, String name, List<JsonValue> indexes) {
        if (!indexes.isEmpty()) {
            json.put(name, new JsonArray(indexes));
        }
    }
}
