package org.mayflydb.server.admin;

import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;

/**
 * Purges expired items, and makes everything written survive a power failure. Items that expire meanwhile may remain.
 */
public final class FlushEndpoint implements AdminEndpoint {
    private static final int STEP_ITEMS = 100;

    private final Engine engine;

    public FlushEndpoint(Engine engine) {
        this.engine = engine;
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        long purged = 0;
        for (DatabaseRecord database : engine.databases()) {
            for (ContainerRecord container : engine.containers(database.id())) {
                Items items = engine.items(database.id(), container.id());
                purged += items.removal().purgeAll().items();
                finish(items);
            }
        }
        engine.store().sync();
        return JsonObject.builder()
                .put("purgedItems", purged)
                .put("paused", JsonBoolean.of(engine.time().isSuspect()))
                .build();
    }

    /** What else is done in the background, done now. */
    private static void finish(Items items) {
        while (items.removal().removeDeleted(STEP_ITEMS)) {
            // One commit after the other.
        }
        while (items.trimLog(STEP_ITEMS)) {
            // The same.
        }
    }
}
