package org.mayflydb.server.route;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.QueryMetrics;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** What a page took, told to clients that want to know. */
final class QueryMetricsHeaders {
    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final JsonArray NONE = new JsonArray(List.of());

    private QueryMetricsHeaders() {}

    static WireResponse add(WireResponse response, WireRequest request, QueryMetrics metrics) {
        if (request.flag(WireHeaders.POPULATE_QUERY_METRICS)) {
            response.header(WireHeaders.QUERY_METRICS, text(metrics));
        }
        if (request.flag(WireHeaders.POPULATE_INDEX_METRICS_V2)) {
            response.header(WireHeaders.INDEX_UTILIZATION, percentEncoded(indexes(metrics)));
        } else if (request.flag(WireHeaders.POPULATE_INDEX_METRICS)) {
            response.header(WireHeaders.INDEX_UTILIZATION, base64(detailedIndexes(metrics)));
        }
        return response;
    }

    private static String text(QueryMetrics metrics) {
        double milliseconds = metrics.nanos() / NANOS_PER_MILLISECOND;
        double used = metrics.items() == 0 ? 0 : Math.min(1, (double) metrics.rows() / metrics.items());
        return String.format(
                Locale.ROOT,
                "totalExecutionTimeInMs=%.2f;queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00;"
                        + "queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;"
                        + "VMExecutionTimeInMs=%.2f;indexLookupTimeInMs=0.00;instructionCount=%d;"
                        + "documentLoadTimeInMs=0.00;systemFunctionExecuteTimeInMs=0.00;"
                        + "userFunctionExecuteTimeInMs=0.00;retrievedDocumentCount=%d;retrievedDocumentSize=%d;"
                        + "outputDocumentCount=%d;outputDocumentSize=%d;writeOutputTimeInMs=0.00;"
                        + "indexUtilizationRatio=%.2f",
                milliseconds,
                milliseconds,
                metrics.entries(),
                metrics.items(),
                metrics.itemBytes(),
                metrics.rows(),
                metrics.rowBytes(),
                used);
    }

    private static JsonObject detailedIndexes(QueryMetrics metrics) {
        JsonArray paths = each(
                metrics.usedPaths(),
                path -> rated(JsonObject.builder()
                        .put("FilterExpression", "")
                        .put("IndexSpec", path)
                        .put("FilterPreciseSet", true)));
        JsonArray composites = each(
                metrics.usedComposites(), specs -> rated(JsonObject.builder().put("IndexSpecs", JsonValue.of(specs))));
        return JsonObject.builder()
                .put("UtilizedSingleIndexes", paths)
                .put("PotentialSingleIndexes", NONE)
                .put("UtilizedCompositeIndexes", composites)
                .put("PotentialCompositeIndexes", NONE)
                .build();
    }

    private static JsonObject rated(JsonObject.Builder index) {
        return index.put("IndexPreciseSet", true)
                .put("IndexImpactScore", "High")
                .build();
    }

    private static JsonObject indexes(QueryMetrics metrics) {
        JsonArray paths = each(
                metrics.usedPaths(),
                path -> JsonObject.builder().put("IndexSpec", path).build());
        JsonArray composites = each(
                metrics.usedComposites(),
                specs -> JsonObject.builder()
                        .put("IndexSpecs", JsonValue.of(specs))
                        .build());
        return JsonObject.builder()
                .put("UtilizedIndexes", lists(paths, composites))
                .put("PotentialIndexes", lists(NONE, NONE))
                .build();
    }

    private static JsonObject lists(JsonArray single, JsonArray composite) {
        return JsonObject.builder()
                .put("SingleIndexes", single)
                .put("CompositeIndexes", composite)
                .build();
    }

    private static <T> JsonArray each(List<T> used, Function<T, JsonValue> form) {
        return new JsonArray(used.stream().map(form).toList());
    }

    private static String base64(JsonObject json) {
        return Base64.getEncoder().encodeToString(json.toBytes());
    }

    private static String percentEncoded(JsonObject json) {
        // A form would have plus signs for spaces, which readers of percent signs leave alone.
        return URLEncoder.encode(json.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
