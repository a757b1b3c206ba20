package org.mayflydb.server.admin;

import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.item.Items;
import org.mayflydb.item.PurgeResult;
import org.mayflydb.json.JsonObject;

/**
 * Deletes what has expired for good, and makes everything written safe from the loss of power. What expires meanwhile may
 * stay for the next time.
 */
public final class FlushCommand implements AdminCommand {
    private static final int STEP_ITEMS = 100;

    private final Engine engine;

    public FlushCommand(Engine engine) {
        this.engine = engine;
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        long purged = 0;
        for (DatabaseRecord database : engine.databases()) {
            for (ContainerRecord container : engine.containers(database.id())) {
                purged += purge(engine.items(database.id(), container.id()));
            }
        }
        engine.sync();
        return JsonObject.builder().put("purgedItems", purged).build();
    }

    private static long purge(Items items) {
        long purged = 0;
        PurgeResult step;
        do {
            step = items.purge(STEP_ITEMS);
            purged += step.items();
        } while (!step.done());
        return purged;
    }
}
