package org.mayflydb.server.route;

import java.util.List;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What failures look like to clients: always a JSON body, because some of them read it without looking. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    /** A refused request costs little, as at the service. */
    private static final double CHARGE = 1;

    /** Long enough for a queue to get shorter, short against what clients spend on trying again. */
    private static final String RETRY_AFTER_MILLIS = "100";

    private Failures() {}

    /** What to answer to a request whose handling has thrown. What nobody asked for goes into the log. */
    static WireResponse thrown(RuntimeException failure, String activityId) {
        if (failure instanceof MayflyException outcome) {
            if (outcome.status() >= 500) {
                LOG.warn("Request {} failed: {}", activityId, outcome.getMessage(), outcome);
            }
            return of(outcome, activityId);
        }
        LOG.error("Request {} failed for a reason it should not have", activityId, failure);
        return internal(activityId);
    }

    static WireResponse of(MayflyException failure, String activityId) {
        WireResponse response =
                body(failure.status(), failure.subStatus(), failure.code().wireName(), messageOf(failure), activityId);
        return failure instanceof TooBusyException
                ? response.header(WireHeaders.RETRY_AFTER_MS, RETRY_AFTER_MILLIS)
                : response;
    }

    /** For bugs: what happened is in the log under the activity id, not in the answer. */
    private static WireResponse internal(String activityId) {
        return body(500, 0, "InternalServerError", "An internal error occurred.", activityId);
    }

    private static String messageOf(MayflyException failure) {
        String message = String.valueOf(failure.getMessage());
        // Errors of queries say where in the text they are, in a form of their own.
        if (message.startsWith("Message: {")) {
            return message;
        }
        String errors = JsonObject.builder()
                .put("Errors", new JsonArray(List.of(new JsonString(message))))
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
