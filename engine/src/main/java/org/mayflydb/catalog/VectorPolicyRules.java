package org.mayflydb.catalog;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** The service's rules for a container's {@code vectorEmbeddingPolicy} and its vector indexes. */
final class VectorPolicyRules {
    private static final List<String> DATA_TYPES = List.of("float32", "float16", "int8", "uint8");
    private static final List<String> DISTANCE_FUNCTIONS = List.of("cosine", "dotproduct", "euclidean");
    private static final List<String> INDEX_TYPES = List.of("flat", "quantizedflat", "diskann");
    private static final List<String> QUANTIZERS = List.of("product", "spherical");

    /** The service's names for one setting: some clients send the first, others the second. */
    private static final List<String> SHARD_KEYS = List.of("vectorIndexShardKey", "vectorIndexShardKeys");

    private static final int SHARD_PATHS_MAX = 1;
    private static final long DIMENSIONS = 1536;
    private static final long DIMENSIONS_MAX = 4096;
    private static final long QUANTIZATION_BYTES_MAX = 512;
    private static final long SEARCH_LIST_MIN = 25;
    private static final long SEARCH_LIST_MAX = 500;

    private VectorPolicyRules() {}

    static void check(ContainerProperties properties) {
        Map<String, Long> dimensions = new HashMap<>();
        for (PolicyReader embedding : embeddings(properties)) {
            String path = path(embedding, "The Vector Embedding Policy has an invalid Path:");
            if (dimensions.put(path, checkEmbedding(embedding)) != null) {
                throw new BadRequestException("Duplicate Path :" + path + " found in Vector Embedding Policy.");
            }
        }
        Set<String> indexed = new HashSet<>();
        for (PolicyReader index : indexes(properties)) {
            String path = path(index, "The Vector Indexing Policy has an invalid Path:");
            Long size = dimensions.get(path);
            if (size == null) {
                throw new BadRequestException(
                        "The Vector Indexing Policy's path::" + path + " not matching in Embedding's path.");
            }
            if (!indexed.add(path)) {
                throw new BadRequestException("Duplicate Path :" + path + " found in Vector Indexing Policy.");
            }
            checkIndex(index, size);
        }
    }

    /** Paths may come and go, but what is said about one stays. */
    static void checkUnchanged(ContainerProperties current, ContainerProperties properties) {
        if (isChanged(embeddings(current), embeddings(properties))) {
            throw new BadRequestException(
                    "Paths in existing embedding policy cannot be modified in Collection Replace");
        }
        if (isChanged(indexes(current), indexes(properties))) {
            throw new BadRequestException(
                    "Paths in existing vector indexing policy cannot be modified in Collection Replace");
        }
    }

    private static List<PolicyReader> embeddings(ContainerProperties properties) {
        return SearchPolicies.readers(properties, "vectorEmbeddingPolicy", "vectorEmbeddings");
    }

    private static List<PolicyReader> indexes(ContainerProperties properties) {
        return SearchPolicies.readers(
                "vectorIndexes", properties.indexingPolicy().vectorIndexes());
    }

    private static boolean isChanged(List<PolicyReader> before, List<PolicyReader> after) {
        Map<String, JsonEquality.Key> known = new HashMap<>();
        before.forEach(entry -> known.put(entry.text("path"), new JsonEquality.Key(entry.json())));
        return after.stream().anyMatch(entry -> {
            JsonEquality.Key earlier = known.get(entry.text("path"));
            return earlier != null && !earlier.equals(new JsonEquality.Key(entry.json()));
        });
    }

    private static String path(PolicyReader entry, String complaint) {
        String path = entry.text("path");
        if (!SearchPolicies.isPath(path)) {
            throw new BadRequestException(complaint + path + ".");
        }
        return path;
    }

    /** Returns the number of dimensions. */
    private static long checkEmbedding(PolicyReader embedding) {
        if (embedding.find("embeddingSource") != null) {
            throw new BadRequestException("'embeddingSource' is not supported.");
        }
        checkChoice(
                embedding.findText("dataType"), DATA_TYPES, "The Vector Embedding Policy has an invalid DataType:%s.");
        checkChoice(
                embedding.findText("distanceFunction"),
                DISTANCE_FUNCTIONS,
                "The Vector Embedding Policy has an invalid DistanceFunction:%s.");
        JsonValue sent = embedding.find("dimensions");
        if (sent == null) {
            return DIMENSIONS;
        }
        Long dimensions = sent instanceof JsonNumber number ? number.exactLong() : null;
        if (dimensions == null || dimensions < 1) {
            throw new BadRequestException("The Vector Embedding Policy has Dimensions:" + sent
                    + " which is less than the minimum supported value 1.");
        }
        if (dimensions > DIMENSIONS_MAX) {
            throw new BadRequestException("The Vector Embedding Policy has Dimensions:" + sent
                    + " which is more than the maximum supported value " + DIMENSIONS_MAX + ".");
        }
        return dimensions;
    }

    private static void checkIndex(PolicyReader index, long dimensions) {
        checkChoice(index.text("type"), INDEX_TYPES, "The Vector Indexing Policy's Index Type::%s is invalid.");
        checkChoice(
                index.findText("quantizerType"),
                QUANTIZERS,
                "The Vector Indexing Policy has an invalid QuantizerType:%s.");
        checkRange(
                index.find("quantizationByteSize"),
                "QuantizationByteSize",
                1,
                Math.min(dimensions, QUANTIZATION_BYTES_MAX));
        checkRange(index.find("indexingSearchListSize"), "IndexingSearchListSize", SEARCH_LIST_MIN, SEARCH_LIST_MAX);
        SHARD_KEYS.forEach(name -> checkShardKey(index.find(name)));
    }

    private static void checkChoice(@Nullable String value, List<String> choices, String complaint) {
        if (value != null && !choices.contains(value.toLowerCase(Locale.ROOT))) {
            throw new BadRequestException(String.format(Locale.ROOT, complaint, value));
        }
    }

    private static void checkRange(@Nullable JsonValue value, String name, long min, long max) {
        Long number = value instanceof JsonNumber json ? json.exactLong() : null;
        if (value != null && (number == null || number < min || number > max)) {
            throw new BadRequestException("The Vector Indexing Policy parameter " + name + " value :: " + value
                    + " is out of range. The allowed range is between " + min + " and " + max + ".");
        }
    }

    private static void checkShardKey(@Nullable JsonValue key) {
        if (key == null) {
            return;
        }
        if (!(key instanceof JsonArray paths)) {
            throw new BadRequestException("One of the specified inputs is invalid");
        }
        if (paths.elements().size() > SHARD_PATHS_MAX) {
            throw new BadRequestException("The number of shard paths defined in the Vector Indexing Policy: "
                    + paths.elements().size() + " exceeds the maximum: " + SHARD_PATHS_MAX + ".");
        }
        for (JsonValue path : paths.elements()) {
            if (!(path instanceof JsonString text) || !SearchPolicies.isPath(text.value())) {
                String shown = path instanceof JsonString text ? text.value() : path.toString();
                throw new BadRequestException("The Vector Indexing Policy has an invalid Shard Path: " + shown + ".");
            }
        }
    }
}
