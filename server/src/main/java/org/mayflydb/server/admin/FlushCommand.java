package org.mayflydb.server.admin;

import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;

/**
 * Deletes what has expired for good, and makes everything written safe from the loss of power. What expires meanwhile may
 * stay for the next time.
 */
public final class FlushCommand implements AdminCommand {
    private final Engine engine;

    public FlushCommand(Engine engine) {
        this.engine = engine;
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        long purged = 0;
        for (DatabaseRecord database : engine.databases()) {
            for (ContainerRecord container : engine.containers(database.id())) {
                purged += engine.items(database.id(), container.id()).purgeAll().items();
            }
        }
        engine.sync();
        return JsonObject.builder().put("purgedItems", purged).build();
    }
}
