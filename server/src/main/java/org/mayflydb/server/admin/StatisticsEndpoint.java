package org.mayflydb.server.admin;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.PurgeProgress;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.units.UnitsSpent;

/**
 * How much there is: items and bytes of every container, where what has expired does not count, and how far its deletion is
 * behind.
 */
public final class StatisticsEndpoint implements AdminEndpoint {
    private final Engine engine;

    public StatisticsEndpoint(Engine engine) {
        this.engine = engine;
    }

    @Override
    public JsonObject show(QueryParameters parameters) {
        List<JsonValue> containers = new ArrayList<>();
        for (DatabaseRecord database : engine.databases()) {
            for (ContainerRecord container : engine.containers(database.id())) {
                Items items = engine.watchedItems(container);
                PurgeProgress progress = items.removal().progress(Long.MAX_VALUE);
                Usage usage = items.usage();
                JsonObject.Builder json = JsonObject.builder()
                        .put("database", database.id())
                        .put("container", container.id())
                        .put("partitions", container.partitions().size())
                        .put("items", usage.items())
                        .put("bytes", usage.bytes())
                        .put("expiredItems", progress.backlog().items())
                        .put("expiredBytes", progress.backlog().bytes());
                UnitsSpent units = engine.units().spent(container);
                containers.add(LagEndpoint.addTo(json, progress)
                        .put("requestUnits", Math.round(units.requestUnits()))
                        .put("throttledRequests", units.throttledRequests())
                        .build());
            }
        }
        return JsonObject.builder()
                .put("databases", engine.databases().size())
                .put("failedPurgeSteps", engine.background().failedPurgeSteps())
                .put("containers", new JsonArray(containers))
                .build();
    }
}
