package org.mayflydb.catalog;

import java.util.List;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * Which parts of items are indexed. Time to live does not depend on it, except that it cannot be had without an index at
 * all.
 *
 * @param automatic whether items are indexed unless a request says otherwise
 * @param includedPaths indexed, unless a longer excluded path covers the place
 * @param excludedPaths not indexed, unless a longer included path covers the place
 * @param compositeIndexes each sorted by several paths
 * @param spatialIndexes as the client sent them, checked, each with all types
 * @param vectorIndexes as the client sent them, checked
 * @param fullTextIndexes as the client sent them, checked
 */
public record IndexingPolicy(
        Mode mode,
        boolean automatic,
        List<IndexPath> includedPaths,
        List<IndexPath> excludedPaths,
        List<List<CompositePath>> compositeIndexes,
        List<JsonValue> spatialIndexes,
        List<JsonValue> vectorIndexes,
        List<JsonValue> fullTextIndexes) {

    /** What a container gets that asks for nothing. */
    public static final IndexingPolicy DEFAULT = new IndexingPolicy(
            Mode.CONSISTENT,
            true,
            List.of(IndexPath.ROOT),
            List.of(IndexPath.ETAG),
            List.of(),
            List.of(),
            List.of(),
            List.of());

    /** No index: items are found by id only. */
    public static final IndexingPolicy NONE =
            new IndexingPolicy(Mode.NONE, false, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /** When items are indexed. */
    public enum Mode {
        /** With the write. */
        CONSISTENT("consistent"),
        /** Deprecated: items may be indexed later. Here they are indexed with the write, as in the mode above. */
        LAZY("lazy"),
        /** Never. */
        NONE("none");

        private final String wireName;

        Mode(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        static Mode of(String wireName) {
            for (Mode mode : values()) {
                if (mode.wireName.equals(wireName)) {
                    return mode;
                }
            }
            throw new IllegalArgumentException(wireName);
        }
    }

    public IndexingPolicy {
        includedPaths = List.copyOf(includedPaths);
        excludedPaths = List.copyOf(excludedPaths);
        compositeIndexes = compositeIndexes.stream().map(List::copyOf).toList();
        spatialIndexes = List.copyOf(spatialIndexes);
        vectorIndexes = List.copyOf(vectorIndexes);
        fullTextIndexes = List.copyOf(fullTextIndexes);
    }

    /** Reads and completes what a client sent; a bad request if it cannot be. */
    public static IndexingPolicy fromJson(JsonValue json) {
        return IndexingPolicyJson.read(json);
    }

    public JsonObject toJson() {
        return IndexingPolicyJson.write(this);
    }
}
