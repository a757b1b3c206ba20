package org.mayflydb.server.route;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.IndexUse;
import org.mayflydb.query.QueryMetrics;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** What a page took, told to clients that want to know. */
final class QueryMetricsHeaders {
    private static final double NANOS_PER_HUNDREDTH = 1e4;

    private QueryMetricsHeaders() {}

    /** @param indexUse asked only for clients that want to know it */
    static WireResponse add(
            WireResponse response, WireRequest request, QueryMetrics metrics, Supplier<IndexUse> indexUse) {
        if (request.flag(WireHeaders.POPULATE_QUERY_METRICS)) {
            response.header(WireHeaders.QUERY_METRICS, text(metrics));
        }
        if (request.flag(WireHeaders.POPULATE_INDEX_METRICS_V2)) {
            response.header(WireHeaders.INDEX_UTILIZATION, percentEncoded(indexes(indexUse.get())));
        } else if (request.flag(WireHeaders.POPULATE_INDEX_METRICS)) {
            response.header(WireHeaders.INDEX_UTILIZATION, base64(detailedIndexes(indexUse.get())));
        }
        return response;
    }

    private static String text(QueryMetrics metrics) {
        long preparation = metrics.compileNanos() + metrics.logicalPlanNanos() + metrics.physicalPlanNanos();
        double execution = Math.max(0, metrics.nanos() - preparation);
        // Reading entries and items is not timed one by one: each gets its share by their numbers.
        double reads = Math.max(1, metrics.entries() + metrics.items());
        // The index alone was enough if no item was read.
        double used = metrics.items() == 0
                ? Math.min(1, metrics.rows())
                : Math.min(1, (double) metrics.rows() / metrics.items());
        double lookup = milliseconds(execution * metrics.entries() / reads);
        double load = milliseconds(execution * metrics.items() / reads);
        return String.format(
                Locale.ROOT,
                "totalExecutionTimeInMs=%.2f;queryCompileTimeInMs=%.2f;queryLogicalPlanBuildTimeInMs=%.2f;"
                        + "queryPhysicalPlanBuildTimeInMs=%.2f;queryOptimizationTimeInMs=0.00;"
                        + "VMExecutionTimeInMs=%.2f;indexLookupTimeInMs=%.2f;instructionCount=%d;"
                        + "documentLoadTimeInMs=%.2f;systemFunctionExecuteTimeInMs=0.00;"
                        + "userFunctionExecuteTimeInMs=0.00;retrievedDocumentCount=%d;retrievedDocumentSize=%d;"
                        + "outputDocumentCount=%d;outputDocumentSize=%d;writeOutputTimeInMs=0.00;"
                        + "indexUtilizationRatio=%.2f",
                milliseconds((double) metrics.nanos()),
                milliseconds((double) metrics.compileNanos()),
                milliseconds((double) metrics.logicalPlanNanos()),
                milliseconds((double) metrics.physicalPlanNanos()),
                // Clients subtract the parts, and the rest must not be negative.
                Math.max(milliseconds(execution), lookup + load),
                lookup,
                metrics.entries(),
                load,
                metrics.items(),
                metrics.itemBytes(),
                metrics.rows(),
                metrics.rowBytes(),
                used);
    }

    /** Rounded up to what the format can show: nothing takes no time. */
    private static double milliseconds(double nanos) {
        return Math.ceil(nanos / NANOS_PER_HUNDREDTH) / 100;
    }

    private static JsonObject detailedIndexes(IndexUse use) {
        return JsonObject.builder()
                .put("UtilizedSingleIndexes", each(use.used(), QueryMetricsHeaders::detailed))
                .put("PotentialSingleIndexes", each(use.potential(), QueryMetricsHeaders::detailed))
                .put("UtilizedCompositeIndexes", each(use.usedComposites(), QueryMetricsHeaders::detailed))
                .put("PotentialCompositeIndexes", each(use.potentialComposites(), QueryMetricsHeaders::detailed))
                .build();
    }

    private static JsonObject detailed(String path) {
        return detailed(JsonObject.builder()
                .put("FilterExpression", "")
                .put("IndexSpec", path)
                .put("FilterPreciseSet", true));
    }

    private static JsonObject detailed(List<String> composite) {
        return detailed(JsonObject.builder().put("IndexSpecs", JsonValue.of(composite)));
    }

    private static JsonObject detailed(JsonObject.Builder index) {
        return index.put("IndexPreciseSet", true)
                .put("IndexImpactScore", "High")
                .build();
    }

    private static JsonObject indexes(IndexUse use) {
        return JsonObject.builder()
                .put("UtilizedIndexes", lists(use.used(), use.usedComposites(), index -> index))
                .put(
                        "PotentialIndexes",
                        lists(
                                use.potential(),
                                use.potentialComposites(),
                                index -> index.with("IndexImpactScore", new JsonString("High"))))
                .build();
    }

    private static JsonObject lists(
            List<String> paths, List<List<String>> composites, UnaryOperator<JsonObject> completed) {
        return JsonObject.builder()
                .put(
                        "SingleIndexes",
                        each(
                                paths,
                                path -> completed.apply(JsonObject.builder()
                                        .put("IndexSpec", path)
                                        .build())))
                .put(
                        "CompositeIndexes",
                        each(
                                composites,
                                specs -> completed.apply(JsonObject.builder()
                                        .put("IndexSpecs", JsonValue.of(specs))
                                        .build())))
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
