package org.mayflydb.server.route;

import java.util.List;
import org.mayflydb.base.MayflyException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** What failures look like to clients: always a JSON body, because some of them read it without looking. */
final class Failures {
    /** A refused request costs little, as at the service. */
    private static final double CHARGE = 1;

    private Failures() {}

    static WireResponse of(MayflyException failure, String activityId) {
        return body(failure.status(), failure.subStatus(), failure.code().wireName(), messageOf(failure), activityId);
    }

    /** For bugs: what happened is in the log under the activity id, not in the answer. */
    static WireResponse internal(String activityId) {
        return body(500, 0, "InternalServerError", "An internal error occurred.", activityId);
    }

    private static String messageOf(MayflyException failure) {
        String errors = JsonObject.builder()
                .put("Errors", new JsonArray(List.of(new JsonString(String.valueOf(failure.getMessage())))))
                .build()
                .toString();
        return "Message: " + errors;
    }

    private static WireResponse body(int status, int subStatus, String code, String message, String activityId) {
        return Exchange.response(status, CHARGE, activityId)
                .header(WireHeaders.SUB_STATUS, Integer.toString(subStatus))
                .body(JsonObject.builder()
                        .put("code", code)
                        .put("message", message + "\r\nActivityId: " + activityId)
                        .build()
                        .toBytes());
    }
}
