package org.mayflydb.catalog;

import java.util.Set;

/**
 * The shapes of the spatial, vector and full-text indexes of an indexing policy, which are kept as they were sent. {@link
 * SearchPolicies} checks the values of vector and full-text indexes.
 */
final class SpecialIndexes {

    private static final Set<String> SPATIAL_MEMBERS = Set.of("path", "types", "boundingBox");
    private static final Set<String> SPATIAL_TYPES = Set.of("Point", "LineString", "Polygon", "MultiPolygon");

    private static final Set<String> VECTOR_MEMBERS = Set.of(
            "path",
            "type",
            "quantizationByteSize",
            "indexingSearchListSize",
            "vectorIndexShardKey",
            "vectorIndexShardKeys",
            "quantizerType");

    private SpecialIndexes() {}

    static void check(PolicyReader policy) {
        policy.objects("spatialIndexes").forEach(SpecialIndexes::checkSpatial);
        for (PolicyReader index : policy.objects("vectorIndexes")) {
            index.allowOnly(VECTOR_MEMBERS).text("path");
            index.text("type");
        }
        policy.objects("fullTextIndexes");
    }

    private static void checkSpatial(PolicyReader index) {
        IndexPath.parse(index.allowOnly(SPATIAL_MEMBERS).text("path"));
        for (String type : index.texts("types")) {
            if (!SPATIAL_TYPES.contains(type)) {
                throw index.refused("the type '" + type + "' is unknown");
            }
        }
    }
}
