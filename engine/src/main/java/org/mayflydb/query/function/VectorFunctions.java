package org.mayflydb.query.function;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * VectorDistance, calculated exactly. Whether an index might be used (third argument) makes no difference to that; of the
 * options (fourth) only the distance function does, which otherwise is that of the container's policy, or else cosine.
 */
public final class VectorFunctions {
    private static final String COSINE = "cosine";
    private static final String EUCLIDEAN = "euclidean";

    private VectorFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(distance(null));
    }

    /** The function for vectors of which a policy says this; null if none says anything. */
    public static BuiltIn distance(@Nullable Embedding embedding) {
        return FunctionShapes.values("VectorDistance", 2, 4, arguments -> distance(arguments, embedding));
    }

    /** Returns true if the nearest vectors have the smallest distance, as only one of the functions has it. */
    public static boolean isSmallestNearest(@Nullable JsonValue options, @Nullable Embedding embedding) {
        return EUCLIDEAN.equals(function(options, embedding));
    }

    /** The option that widens the search of an index, and has no effect on exact distances; null if it is not given. */
    public static @Nullable JsonNumber searchListSizeMultiplier(@Nullable JsonValue options) {
        return options instanceof JsonObject object
                        && object.get("searchListSizeMultiplier") instanceof JsonNumber number
                ? number
                : null;
    }

    private static @Nullable JsonValue distance(@Nullable JsonValue[] arguments, @Nullable Embedding embedding) {
        double[] first = vector(arguments[0]);
        double[] second = vector(arguments[1]);
        if (embedding != null && first != null && first.length != embedding.dimensions()) {
            return null;
        }
        String function = function(arguments.length < 4 ? null : arguments[3], embedding);
        boolean exactUnknown = arguments.length > 2 && arguments[2] != null && Arguments.truth(arguments[2]) == null;
        if (first == null || second == null || function == null || exactUnknown || first.length != second.length) {
            return null;
        }
        return switch (function) {
            case COSINE -> cosine(first, second);
            case "dotproduct" -> FunctionShapes.number(dotProduct(first, second));
            case EUCLIDEAN -> FunctionShapes.number(euclidean(first, second));
            default -> null;
        };
    }

    private static @Nullable String function(@Nullable JsonValue options, @Nullable Embedding embedding) {
        String usual = embedding == null ? COSINE : embedding.distanceFunction();
        if (options == null) {
            return usual;
        }
        if (!(options instanceof JsonObject object)) {
            return null;
        }
        JsonValue named = object.get("distanceFunction");
        String name = named == null ? usual : Arguments.text(named);
        return name == null ? null : name.toLowerCase(Locale.ROOT);
    }

    private static double @Nullable [] vector(@Nullable JsonValue value) {
        List<JsonValue> elements = Arguments.elements(value);
        if (elements == null || elements.isEmpty()) {
            return null;
        }
        double[] vector = new double[elements.size()];
        for (int i = 0; i < vector.length; i++) {
            if (!(elements.get(i) instanceof JsonNumber number)) {
                return null;
            }
            vector[i] = number.doubleValue();
        }
        return vector;
    }

    /** A vector of zeros points nowhere and has no angle to another. */
    private static @Nullable JsonValue cosine(double[] first, double[] second) {
        double lengths = Math.sqrt(dotProduct(first, first)) * Math.sqrt(dotProduct(second, second));
        return lengths == 0 ? null : FunctionShapes.number(dotProduct(first, second) / lengths);
    }

    private static double dotProduct(double[] first, double[] second) {
        double sum = 0;
        for (int i = 0; i < first.length; i++) {
            sum += first[i] * second[i];
        }
        return sum;
    }

    private static double euclidean(double[] first, double[] second) {
        double sum = 0;
        for (int i = 0; i < first.length; i++) {
            double difference = first[i] - second[i];
            sum += difference * difference;
        }
        return Math.sqrt(sum);
    }
}
