package org.mayflydb.catalog;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** A permission that is accepted is shown as a body that is accepted as the same one. */
public final class PermissionBodyFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "permission-body";
    }

    @Override
    public void run(byte[] input) {
        JsonValue body = Decoded.fromClient(() -> JsonValue.parse(input));
        if (body instanceof JsonObject object) {
            PermissionProperties permission = Decoded.fromClient(() -> PermissionProperties.fromJson(object));
            if (permission != null) {
                Claim.same(permission, PermissionProperties.fromJson(permission.toJson()), "written and read again");
                Claim.holds(permission.mode() != null, "a mode");
            }
        }
    }
}
