package org.mayflydb.server.admin;

import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;

/** Deletes what has expired in a container for good, until nothing is left. What expires meanwhile may stay. */
final class PurgeEndpoint implements ContainerEndpoint {
    @Override
    public JsonObject run(Target target, JsonObject parameters) {
        PurgeResult purged = target.items().removal().purgeAll();
        return JsonObject.builder()
                .put("purgedItems", purged.items())
                .put("purgedBytes", purged.bytes())
                .put("paused", JsonBoolean.of(target.items().removal().isPaused()))
                .build();
    }
}
