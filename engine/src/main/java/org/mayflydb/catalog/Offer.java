package org.mayflydb.catalog;

import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/**
 * The throughput that a container or a database was given.
 *
 * @param number counted over all offers
 * @param unitsHighest the most units per second that it ever had, which limits how low it can go
 */
public record Offer(int number, Throughput throughput, int unitsHighest, long timestamp, String etag) {

    public ResourceId rid() {
        return ResourceId.offer(number);
    }

    /** Returns the least that the throughput may be changed to without changing between fixed and autoscale. */
    public int unitsMin() {
        return Throughput.unitsMin(throughput.autoscale(), unitsHighest);
    }

    /** Returns the offer with another throughput, which must not be too low after the ones before. */
    Offer with(Throughput replacement, long now, String newEtag) {
        replacement.checkAfter(unitsHighest);
        return new Offer(number, replacement, Math.max(unitsHighest, replacement.unitsMax()), now, newEtag);
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
            content.put("offerAutopilotSettings", autoscaleSettings());
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

    private JsonObject autoscaleSettings() {
        JsonObject settings = JsonObject.builder()
                .put("tier", 0)
                .put("maximumTierThroughput", 0)
                .put("autoUpgrade", false)
                .put("maxThroughput", throughput.unitsMax())
                .build();
        Integer percent = throughput.incrementPercent();
        if (percent == null) {
            return settings;
        }
        JsonObject policy =
                JsonObject.builder().put("incrementPercent", percent).build();
        return settings.with(
                "autoUpgradePolicy",
                JsonObject.builder().put("throughputPolicy", policy).build());
    }
}
