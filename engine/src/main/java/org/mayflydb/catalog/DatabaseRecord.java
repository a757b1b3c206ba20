package org.mayflydb.catalog;

import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/**
 * A database.
 *
 * @param lastContainer the newest number given to a container of this database; numbers are never used twice
 */
public record DatabaseRecord(String id, int number, long timestamp, String etag, int lastContainer) {

    public ResourceId rid() {
        return ResourceId.database(number);
    }

    /** The database as the service shows it. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("_rid", rid().toString())
                .put("_self", "dbs/" + rid() + "/")
                .put("_etag", etag)
                .put("_colls", "colls/")
                .put("_users", "users/")
                .put("_ts", timestamp)
                .build();
    }

    DatabaseRecord withContainer(int containerNumber) {
        return new DatabaseRecord(id, number, timestamp, etag, containerNumber);
    }
}
