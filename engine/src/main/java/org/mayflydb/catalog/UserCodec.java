package org.mayflydb.catalog;

import org.mayflydb.catalog.CatalogCodec.Fields;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.ResourceId;

/** How users and permissions are written: as JSON, like the rest of the catalog. Their numbers are in the keys. */
final class UserCodec {
    private UserCodec() {}

    static byte[] encode(UserRecord user) {
        return JsonObject.builder()
                .put("id", user.id())
                .put("timestamp", user.timestamp())
                .put("etag", user.etag())
                .build()
                .toBytes();
    }

    static UserRecord decodeUser(ResourceId rid, byte[] value) {
        Fields fields = Fields.of("the user " + rid, value);
        return new UserRecord(rid, fields.text("id"), fields.longNumber("timestamp"), fields.text("etag"));
    }

    static byte[] encode(PermissionRecord permission) {
        return permission
                .properties()
                .toJson()
                .with("timestamp", JsonNumber.of(permission.timestamp()))
                .with("etag", new JsonString(permission.etag()))
                .toBytes();
    }

    static PermissionRecord decodePermission(ResourceId rid, byte[] value) {
        Fields fields = Fields.of("the permission " + rid, value);
        JsonObject properties = fields.json().without("timestamp").without("etag");
        return new PermissionRecord(
                rid,
                fields.checked(() -> PermissionProperties.fromJson(properties)),
                fields.longNumber("timestamp"),
                fields.text("etag"));
    }
}
