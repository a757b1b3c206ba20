package org.mayflydb.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** What a new container is to be. Each method answers a new specification; this one stays as it is. */
public final class ContainerSpec {
    private final String id;
    private final JsonObject properties;
    private final int throughput;

    private ContainerSpec(String id, JsonObject properties, int throughput) {
        this.id = id;
        this.properties = properties;
        this.throughput = throughput;
    }

    public static ContainerSpec named(String id) {
        return new ContainerSpec(id, JsonObject.builder().put("id", id).build(), Throughput.MANUAL_MIN);
    }

    /** From the JSON that the service takes; it must have an {@code id}. */
    public static ContainerSpec fromJson(String json) {
        if (JsonValue.parse(json) instanceof JsonObject object && object.get("id") instanceof JsonString id) {
            return new ContainerSpec(id.value(), object, Throughput.MANUAL_MIN);
        }
        throw new BadRequestException("A container is a JSON object with an 'id'.");
    }

    /** Where items keep their partition key: one path such as {@code /user}, or up to three for a hierarchical key. */
    public ContainerSpec partitionKey(String... paths) {
        List<JsonValue> elements = new ArrayList<>();
        for (String path : paths) {
            elements.add(new JsonString(path));
        }
        return with(
                "partitionKey",
                JsonObject.builder()
                        .put("paths", new JsonArray(elements))
                        .put("kind", paths.length > 1 ? "MultiHash" : "Hash")
                        .put("version", 2)
                        .build());
    }

    /** Items expire this long after their last write unless they say otherwise. */
    public ContainerSpec defaultTtl(Duration lifetime) {
        return defaultTtlSeconds(TtlSeconds.of(lifetime));
    }

    /** As {@link #defaultTtl}, in seconds; -1 switches time to live on without a default. */
    public ContainerSpec defaultTtlSeconds(int seconds) {
        return with("defaultTtl", JsonNumber.of(seconds));
    }

    /** Adds a unique key: no two live items of a logical partition have the same values at these paths. */
    public ContainerSpec uniqueKey(String... paths) {
        List<JsonValue> keys = new ArrayList<>();
        if (properties.get("uniqueKeyPolicy") instanceof JsonObject policy
                && policy.get("uniqueKeys") instanceof JsonArray present) {
            keys.addAll(present.elements());
        }
        List<JsonValue> elements = new ArrayList<>();
        for (String path : paths) {
            elements.add(new JsonString(path));
        }
        keys.add(JsonObject.builder().put("paths", new JsonArray(elements)).build());
        return with(
                "uniqueKeyPolicy",
                JsonObject.builder().put("uniqueKeys", new JsonArray(keys)).build());
    }

    /** Keeps all versions and deletes for so long, in whole minutes, to be read by {@link Changes#allVersions}. */
    public ContainerSpec changeRetention(Duration retention) {
        if (retention.isNegative()
                || retention.isZero()
                || !retention.equals(Duration.ofMinutes(retention.toMinutes()))) {
            throw new BadRequestException("A retention of changes is a positive number of minutes.");
        }
        return with(
                "changeFeedPolicy",
                JsonObject.builder()
                        .put("retentionDuration", retention.toMinutes())
                        .build());
    }

    /** Request units per second; there is one physical partition for every started 10,000. */
    public ContainerSpec throughput(int unitsPerSecond) {
        return new ContainerSpec(id, properties, unitsPerSecond);
    }

    /** Any other property of the service's container JSON. */
    public ContainerSpec property(String name, String json) {
        return with(name, JsonValue.parse(json));
    }

    String id() {
        return id;
    }

    JsonObject toJson() {
        return properties;
    }

    int throughput() {
        return throughput;
    }

    private ContainerSpec with(String name, JsonValue value) {
        return new ContainerSpec(id, properties.with(name, value), throughput);
    }
}
