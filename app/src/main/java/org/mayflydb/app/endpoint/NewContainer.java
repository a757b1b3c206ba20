package org.mayflydb.app.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * A container to be created.
 *
 * @param partitionKey one path such as {@code /customer}, or up to three for a hierarchical key
 * @param defaultTtl in seconds, -1 for on without a default; null for off
 * @param throughput in RU/s; null for what the endpoint chooses
 * @param autoscale whether that is the maximum of autoscale
 */
public record NewContainer(
        List<String> partitionKey,
        @Nullable Long defaultTtl,
        @Nullable Integer throughput,
        boolean autoscale) {

    private static final int LEVELS_MAX = 3;

    /** @throws BadRequestException if the partition key cannot be used */
    public NewContainer {
        partitionKey = List.copyOf(partitionKey);
        if (partitionKey.isEmpty() || partitionKey.size() > LEVELS_MAX) {
            throw new BadRequestException("A partition key has one to three paths, such as /customer.");
        }
        for (String path : partitionKey) {
            if (!path.startsWith("/") || path.length() == 1) {
                throw new BadRequestException("'" + path + "' is not a partition key path: it must begin with a slash,"
                        + " such as /customer.");
            }
        }
    }

    /** Splits {@code /tenant,/user} into its levels. */
    public static List<String> paths(List<String> given) {
        List<String> paths = new ArrayList<>();
        for (String each : given) {
            for (String path : each.split(",", -1)) {
                paths.add(path.strip());
            }
        }
        return paths;
    }

    /** As an endpoint takes it. */
    public JsonObject properties(String id) {
        boolean hierarchical = partitionKey.size() > 1;
        JsonObject.Builder properties = JsonObject.builder()
                .put("id", id)
                .put(
                        "partitionKey",
                        JsonObject.builder()
                                .put(
                                        "paths",
                                        new JsonArray(partitionKey.stream()
                                                .<JsonValue>map(JsonString::new)
                                                .toList()))
                                .put("kind", hierarchical ? "MultiHash" : "Hash")
                                .put("version", 2)
                                .build());
        if (defaultTtl != null) {
            properties.put("defaultTtl", defaultTtl);
        }
        return properties.build();
    }

    /** The headers that set the throughput. */
    Map<String, String> headers() {
        if (throughput == null) {
            return Map.of();
        }
        return autoscale
                ? Map.of("x-ms-cosmos-offer-autopilot-settings", "{\"maxThroughput\":" + throughput + "}")
                : Map.of("x-ms-offer-throughput", throughput.toString());
    }
}
