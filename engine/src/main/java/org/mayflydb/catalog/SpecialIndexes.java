package org.mayflydb.catalog;

import java.util.Set;

<<<<<<< HEAD
/**
 * The shapes of the spatial, vector and full-text indexes of an indexing policy, which are kept as they were sent. {@link
 * SearchPolicies} checks the values of vector and full-text indexes.
 */
=======
/** Checks the form of the spatial, vector and full-text indexes of an indexing policy. */
>>>>>>> main
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
<<<<<<< HEAD
        policy.objects("spatialIndexes").forEach(SpecialIndexes::checkSpatial);
        for (PolicyReader index : policy.objects("vectorIndexes")) {
            index.allowOnly(VECTOR_MEMBERS).text("path");
            index.text("type");
=======
        policy.objects("spatialIndexes").forEach(SpatialIndexes::checkForm);
        policy.objects("vectorIndexes").forEach(SpecialIndexes::checkVector);
        for (PolicyReader index : policy.objects("fullTextIndexes")) {
            index.allowOnly(FULL_TEXT_MEMBERS).path("path");
>>>>>>> main
        }
        policy.objects("fullTextIndexes");
    }

<<<<<<< HEAD
    private static void checkSpatial(PolicyReader index) {
        IndexPath.parse(index.allowOnly(SPATIAL_MEMBERS).text("path"));
        for (String type : index.texts("types")) {
            if (!SPATIAL_TYPES.contains(type)) {
                throw index.refused("the type '" + type + "' is unknown");
            }
        }
=======
    private static void checkVector(PolicyReader index) {
        index.allowOnly(VECTOR_MEMBERS).path("path");
        index.text("type");
        index.choice("type", VECTOR_TYPES);
        index.checkNumber("quantizationByteSize", 1);
        index.checkNumber("indexingSearchListSize", 1);
        index.texts("vectorIndexShardKey");
        index.texts("vectorIndexShardKeys");
        index.findText("quantizerType");
>>>>>>> main
    }
}
