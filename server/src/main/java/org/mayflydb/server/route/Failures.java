package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.ThrottledException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.base.UnavailableException;
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
    static final double CHARGE = 1;

    private static final String MESSAGE = "Message: ";
    private static final String MISSING_ITEM =
            "Entity with the specified id does not exist in the system. More info: https://aka.ms/cosmosdb-tsg-not-found";

    /** Long enough for a queue to get shorter, short against what clients spend on trying again. */
    private static final String RETRY_AFTER_MILLIS = "100";

    private final String account;
    private final boolean causesShown;
    private final boolean direct;

    /**
     * @param account its name
     * @param causesShown whether the response to an unexpected failure says what it was: in tests, never to strangers
     * @param direct whether the clients are in direct mode, where a body has the bare errors
     */
    Failures(String account, boolean causesShown, boolean direct) {
        this.account = account;
        this.causesShown = causesShown;
        this.direct = direct;
    }

    /**
     * Returns the response to a request whose handling has thrown, and logs what is unexpected. Never throws, not even
     * if there is no memory left.
     */
    WireResponse thrown(Throwable failure, String activityId) {
        try {
            if (failure instanceof MayflyException outcome) {
                if (outcome.status() >= 500
                        && !(outcome instanceof UnavailableException unavailable && unavailable.isAnnounced())) {
                    LOG.warn("Request {} failed: {}", activityId, outcome.getMessage(), outcome);
                }
                return of(outcome, activityId);
            }
            if (failure instanceof RejectedExecutionException) {
                return busy(activityId);
            }
            LOG.error("Request {} failed for a reason it should not have", activityId, failure);
            return internal(failure, activityId);
        } catch (Throwable another) {
            return WireResponse.internalError();
        }
    }

    WireResponse busy(String activityId) {
        return of(new TooBusyException("The server has more requests waiting than it can take."), activityId);
    }

    WireResponse of(MayflyException failure, String activityId) {
        if (failure instanceof ThrottledException throttled) {
            // A charge would make a throttled client exceed its budget further.
            return body(failure, 0, activityId)
                    .header(WireHeaders.RETRY_AFTER_MS, Long.toString(throttled.retryAfterMillis()));
        }
        WireResponse response = body(failure, CHARGE, activityId);
        return failure instanceof TooBusyException
                ? response.header(WireHeaders.RETRY_AFTER_MS, RETRY_AFTER_MILLIS)
                : response;
    }

    /** For the read of an item that does not exist: Azure's gateway words it in its own way, unlike its replicas. */
    WireResponse missingItem(NotFoundException failure, String activityId) {
        return direct || failure.code() != FailureCode.NOT_FOUND
                ? of(failure, activityId)
                : body(
                        Exchange.response(failure.status(), CHARGE, activityId),
                        failure.subStatus(),
                        failure.code().wireName(),
                        MISSING_ITEM,
                        null,
                        activityId);
    }

    /** For bugs: the log has the cause under the activity id. */
    private WireResponse internal(Throwable failure, String activityId) {
        String message = causesShown
                ? "An internal error occurred: " + ShownCauses.describe(failure)
                : "An internal error occurred.";
        return body(
                Exchange.response(500, CHARGE, activityId),
                0,
                "InternalServerError",
                direct ? errors(message) : message,
                null,
                activityId);
    }

    /** The errors as JSON. Those of queries say where in the text they are, in a form of their own. */
    private static String errorsOf(MayflyException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.startsWith(MESSAGE + "{") ? message.substring(MESSAGE.length()) : errors(message);
    }

    private static String errors(String message) {
        return JsonObject.builder()
                .put("Errors", new JsonArray(List.of(new JsonString(message))))
                .build()
                .toString();
    }

    private String message(MayflyException failure) {
        if (direct) {
            return errorsOf(failure);
        }
        // Tokens of Entra ID are checked by Azure's gateway, which words its refusals in its own way.
        boolean aboutToken = failure.subStatus() >= FailureCode.TOKENS_OFF.subStatus();
        return aboutToken
                ? "Request blocked by Auth " + account + " : " + failure.getMessage()
                : MESSAGE + errorsOf(failure);
    }

    private WireResponse body(MayflyException failure, double charge, String activityId) {
        return body(
                Exchange.response(failure.status(), charge, activityId),
                failure.subStatus(),
                failure.code().wireName(),
                message(failure),
                failure instanceof BadRequestException refusal ? refusal.additionalInfo() : null,
                activityId);
    }

    private WireResponse body(
            WireResponse response,
            int subStatus,
            String code,
            String message,
            @Nullable String additionalInfo,
            String activityId) {
        // Clients take a header with 0 for a sub-status.
        response.header(WireHeaders.SUB_STATUS, subStatus == 0 ? null : Integer.toString(subStatus));
        if (direct) {
            return response.body(message.getBytes(StandardCharsets.UTF_8));
        }
        JsonObject.Builder body =
                JsonObject.builder().put("code", code).put("message", message + "\r\nActivityId: " + activityId);
        if (additionalInfo != null) {
            body.put("additionalErrorInfo", additionalInfo);
        }
        return response.body(body.build().toBytes());
    }
}
