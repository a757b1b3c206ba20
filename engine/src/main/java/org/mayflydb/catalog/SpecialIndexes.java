package org.mayflydb.catalog;

import java.util.List;
import java.util.Set;

/** Checks the form of the spatial, vector and full-text indexes of an indexing policy. */
final class SpecialIndexes {

    private static final Set<String> VECTOR_MEMBERS = Set.of(
            "path",
            "type",
            "quantizationByteSize",
            "indexingSearchListSize",
            "vectorIndexShardKey",
            "vectorIndexShardKeys",
            "quantizerType");
    private static final List<String> VECTOR_TYPES = List.of("flat", "quantizedFlat", "diskANN");

    private static final Set<String> FULL_TEXT_MEMBERS = Set.of("path");

    private SpecialIndexes() {}

    static void check(PolicyReader policy) {
        policy.objects("spatialIndexes").forEach(SpatialIndexes::checkForm);
        policy.objects("vectorIndexes").forEach(SpecialIndexes::checkVector);
        for (PolicyReader index : policy.objects("fullTextIndexes")) {
            index.allowOnly(FULL_TEXT_MEMBERS).path("path");
        }
    }

    private static void checkVector(PolicyReader index) {
        index.allowOnly(VECTOR_MEMBERS).path("path");
        index.text("type");
        index.choice("type", VECTOR_TYPES);
        index.checkNumber("quantizationByteSize", 1);
        index.checkNumber("indexingSearchListSize", 1);
        index.texts("vectorIndexShardKey");
        index.texts("vectorIndexShardKeys");
        index.findText("quantizerType");
    }
}
