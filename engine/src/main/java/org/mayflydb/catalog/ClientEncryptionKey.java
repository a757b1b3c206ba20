package org.mayflydb.catalog;

import org.mayflydb.catalog.CatalogCodec.Fields;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.ResourceId;

/**
 * A key that clients encrypt values with. The server has it only in a wrapped form, which it cannot open.
 *
 * @param properties what the client sent, without system properties
 * @param created when it was created, in seconds
 */
public record ClientEncryptionKey(ResourceId rid, JsonObject properties, long created, long timestamp, String etag) {

    public String id() {
        return properties.get("id") instanceof JsonString id ? id.value() : "";
    }

    /** The key as the service shows it. */
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder();
        properties.members().forEach(json::put);
        return json.put("_rid", rid.toString())
                .put("_self", "dbs/" + rid.parentDatabase() + "/clientencryptionkeys/" + rid + "/")
                .put("_etag", etag)
                .put("_ts", timestamp)
                .put("_cts", created)
                .build();
    }

    byte[] encode() {
        return JsonObject.builder()
                .put("properties", properties)
                .put("created", created)
                .put("timestamp", timestamp)
                .put("etag", etag)
                .build()
                .toBytes();
    }

    static ClientEncryptionKey decode(ResourceId rid, byte[] value) {
        Fields fields = Fields.of("the client encryption key " + rid, value);
        JsonObject properties = fields.get("properties", JsonObject.class);
        new Fields(fields.what(), properties).text("id");
        return new ClientEncryptionKey(
                rid, properties, fields.longNumber("created"), fields.longNumber("timestamp"), fields.text("etag"));
    }
}
