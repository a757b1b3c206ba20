package org.mayflydb.catalog;

import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/**
 * The throughput that a container or a database was given.
 *
 * @param number counted over all offers
 */
public record Offer(int number, Throughput throughput, long timestamp, String etag) {

    public ResourceId rid() {
        return ResourceId.offer(number);
    }

    /**
     * The offer as the service shows it.
     *
     * @param owner the resource id of the container or database
     * @param ownerLink its {@code _self}
     */
    public JsonObject toJson(ResourceId owner, String ownerLink) {
        JsonObject.Builder content = JsonObject.builder()
                .put("offerThroughput", throughput.unitsNow())
                .put("offerIsRUPerMinuteThroughputEnabled", false);
        if (throughput.autoscale()) {
            content.put(
                    "offerAutopilotSettings",
                    JsonObject.builder()
                            .put("tier", 0)
                            .put("maximumTierThroughput", 0)
                            .put("autoUpgrade", false)
                            .put("maxThroughput", throughput.unitsMax())
                            .build());
        }
        return JsonObject.builder()
                .put("resource", ownerLink)
                .put("offerType", "Invalid")
                .put("offerResourceId", owner.toString())
                .put("offerVersion", "V2")
                .put("content", content.build())
                .put("id", rid().toString())
                .put("_rid", rid().toString())
                .put("_self", "offers/" + rid() + "/")
                .put("_etag", etag)
                .put("_ts", timestamp)
                .build();
    }
}
