package org.mayflydb.catalog;

import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/** What a user may do with one resource. */
public record PermissionRecord(ResourceId rid, PermissionProperties properties, long timestamp, String etag) {

    public String id() {
        return properties.id();
    }

    /** The permission as the service shows it, but for the token, which is made anew for every answer. */
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder();
        properties.toJson().members().forEach(json::put);
        return json.put("_rid", rid.toString())
                .put("_self", self())
                .put("_etag", etag)
                .put("_ts", timestamp)
                .build();
    }

    private String self() {
        ResourceId user = rid.parentUser();
        return "dbs/" + user.parentDatabase() + "/users/" + user + "/permissions/" + rid + "/";
    }
}
