package org.mayflydb.server.route;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
        JsonArray used = each(
                metrics,
                path -> JsonObject.builder()
                        .put("FilterExpression", "")
                        .put("IndexSpec", path)
                        .put("FilterPreciseSet", true)
                        .put("IndexPreciseSet", true)
                        .put("IndexImpactScore", "High")
                        .build());
        return JsonObject.builder()
                .put("UtilizedSingleIndexes", used)
                .put("PotentialSingleIndexes", NONE)
                .put("UtilizedCompositeIndexes", NONE)
                .put("PotentialCompositeIndexes", NONE)
                .build();
    }

    private static JsonObject indexes(QueryMetrics metrics) {
        JsonArray used = each(
                metrics, path -> JsonObject.builder().put("IndexSpec", path).build());
        return JsonObject.builder()
                .put("UtilizedIndexes", lists(used))
                .put("PotentialIndexes", lists(NONE))
                .build();
    }

    private static JsonObject lists(JsonArray single) {
        return JsonObject.builder()
                .put("SingleIndexes", single)
                .put("CompositeIndexes", NONE)
                .build();
    }

    private static JsonArray each(QueryMetrics metrics, Function<String, JsonValue> form) {
        List<JsonValue> used = new ArrayList<>();
        metrics.usedIndexes().forEach(path -> used.add(form.apply(path)));
        return new JsonArray(used);
    }

    private static String base64(JsonObject json) {
        return Base64.getEncoder().encodeToString(json.toBytes());
    }

    private static String percentEncoded(JsonObject json) {
        // A form would have plus signs for spaces, which readers of percent signs leave alone.
        return URLEncoder.encode(json.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
