package org.mayflydb.catalog;

import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/** A user of a database: a name under which permissions are kept. */
public record UserRecord(ResourceId rid, String id, long timestamp, String etag) {

    /** The user as the service shows it. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("_rid", rid.toString())
                .put("_self", self())
                .put("_etag", etag)
                .put("_permissions", "permissions/")
                .put("_ts", timestamp)
                .build();
    }

    String self() {
        return "dbs/" + rid.parentDatabase() + "/users/" + rid + "/";
    }
}
