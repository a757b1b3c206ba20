package org.mayflydb.server.admin;

import org.mayflydb.item.expiry.PurgeProgress;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;

/** How far the deletion of what has expired is behind, and how fast it is. */
final class LagEndpoint implements ContainerEndpoint {
    /** More than this are not counted. */
    private static final long BACKLOG_MAX = 1_000_000;

    private static final double HUNDREDTHS = 100;

    @Override
    public JsonObject show(Target target, QueryParameters parameters) {
        PurgeProgress progress = target.items().removal().progress(BACKLOG_MAX);
        return addTo(
                        JsonObject.builder()
                                .put("backlogItems", progress.backlog().items())
                                .put("backlogBytes", progress.backlog().bytes())
                                .put("complete", progress.backlog().complete()),
                        progress)
                .build();
    }

    /** What statistics tell too. */
    static JsonObject.Builder addTo(JsonObject.Builder json, PurgeProgress progress) {
        return json.put("oldestDeadline", AdminJson.orNull(progress.backlog().oldestDeadline()))
                .put("lateSeconds", progress.backlog().lateSeconds())
                .put("purgedItems", progress.purgedItems())
                .put("purgedBytes", progress.purgedBytes())
                .put("purgedUnits", hundredths(progress.purgedUnits()))
                .put("itemsPerSecond", hundredths(progress.itemsPerSecond()))
                .put("drainSeconds", AdminJson.orNull(progress.drainSeconds()));
    }

    private static JsonNumber hundredths(double number) {
        return JsonNumber.of(Math.rint(number * HUNDREDTHS) / HUNDREDTHS);
    }
}
