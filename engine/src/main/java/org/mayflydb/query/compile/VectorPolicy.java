package org.mayflydb.query.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.query.function.Embedding;

/** What a container says about the vectors of its items: how long they are and how their distance is measured. */
public final class VectorPolicy {
    public static final VectorPolicy NONE = new VectorPolicy(Map.of());

    /** The service's defaults. */
    private static final String DISTANCE_FUNCTION = "cosine";

    private static final long DIMENSIONS = 1536;

    private final Map<List<String>, Embedding> embeddings;

    private VectorPolicy(Map<List<String>, Embedding> embeddings) {
        this.embeddings = embeddings;
    }

    /** Reads the {@code vectorEmbeddingPolicy} of a container, which was checked when the container was made. */
    public static VectorPolicy read(@Nullable JsonValue policy) {
        if (!(policy instanceof JsonObject object) || !(object.get("vectorEmbeddings") instanceof JsonArray array)) {
            return NONE;
        }
        Map<List<String>, Embedding> embeddings = new HashMap<>();
        for (JsonValue element : array.elements()) {
            if (element instanceof JsonObject embedding && embedding.get("path") instanceof JsonString path) {
                embeddings.put(DocumentPath.parse(path.value()).segments(), embedding(embedding));
            }
        }
        return new VectorPolicy(embeddings);
    }

    private static Embedding embedding(JsonObject json) {
        String function = json.get("distanceFunction") instanceof JsonString name ? name.value() : DISTANCE_FUNCTION;
        Long dimensions = json.get("dimensions") instanceof JsonNumber number ? number.exactLong() : null;
        return new Embedding(function.toLowerCase(Locale.ROOT), dimensions == null ? DIMENSIONS : dimensions);
    }

    /** What holds for the vectors at a path; null if the policy does not name it. */
    public @Nullable Embedding at(List<String> path) {
        return embeddings.get(path);
    }
}
