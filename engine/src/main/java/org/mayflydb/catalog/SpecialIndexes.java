package org.mayflydb.catalog;

import java.util.Set;

/**
 * Checks the form of the spatial, vector and full-text indexes of an indexing policy. {@link SearchPolicies} checks the
 * values of vector and full-text indexes.
 */
final class SpecialIndexes {

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
        policy.objects("spatialIndexes").forEach(SpatialIndexes::checkForm);
        for (PolicyReader index : policy.objects("vectorIndexes")) {
            index.allowOnly(VECTOR_MEMBERS).text("path");
            index.text("type");
        }
        policy.objects("fullTextIndexes");
    }
}
