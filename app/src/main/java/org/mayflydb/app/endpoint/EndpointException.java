package org.mayflydb.app.endpoint;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** A request that was not answered, or not with success. The message is one sentence for people. */
public final class EndpointException extends RuntimeException {
    private static final int NO_STATUS = 0;
    private static final int UNAUTHORIZED = 401;
    private static final int CONFLICT = 409;

    private final int status;
    private final int subStatus;
    private final int exitCode;
    private final int errorStart;

    private EndpointException(
            int status, int subStatus, int exitCode, int errorStart, String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.status = status;
        this.subStatus = subStatus;
        this.exitCode = exitCode;
        this.errorStart = errorStart;
    }

    /** Nobody answered. */
    static EndpointException unreachable(String message, @Nullable Throwable cause) {
        return new EndpointException(NO_STATUS, 0, Exit.UNREACHABLE, -1, message, cause);
    }

    /** Something was answered that no such endpoint answers. */
    static EndpointException notUnderstood(@Nullable Throwable cause) {
        return failed("The response is not a JSON object: this may not be an Azure Cosmos DB endpoint.", cause);
    }

    /** Nothing was wrong with the endpoint, and yet it cannot be done. */
    public static EndpointException failed(String message) {
        return failed(message, null);
    }

    static EndpointException failed(String message, @Nullable Throwable cause) {
        return new EndpointException(NO_STATUS, 0, Exit.FAILED, -1, message, cause);
    }

    /** A database or a container that does not exist. */
    static EndpointException missing(String message, Answer answer) {
        return new EndpointException(answer.status(), answer.subStatus(), Exit.FAILED, -1, message, null);
    }

    /** Something that was to be created and exists. */
    public static EndpointException exists(String message) {
        return new EndpointException(CONFLICT, 0, Exit.FAILED, -1, message, null);
    }

    /** The same failure with a hint what to do about it. */
    public EndpointException withHint(String hint) {
        return new EndpointException(status, subStatus, exitCode, errorStart, getMessage() + hint, getCause());
    }

    /** The endpoint refused the request. */
    static EndpointException of(ApiCall call, Answer answer) {
        int exitCode = answer.status() == UNAUTHORIZED || answer.status() == 403 ? Exit.REFUSED : Exit.FAILED;
        if (answer.status() == UNAUTHORIZED) {
            return new EndpointException(
                    UNAUTHORIZED,
                    answer.subStatus(),
                    exitCode,
                    -1,
                    "The endpoint does not accept the account key (401). Pass its key with --key or in MAYFLY_KEY.",
                    null);
        }
        String beginning = call + " returned " + answer.status()
                + (answer.subStatus() == 0 ? "" : " (sub-status " + answer.subStatus() + ")");
        JsonObject errors = null;
        String text = "";
        try {
            if (answer.body().length > 0 && answer.json().get("message") instanceof JsonString message) {
                text = withoutActivity(message.value());
                errors = errors(text);
            }
        } catch (EndpointException noJson) {
            // The status is all there is to tell.
        }
        String shown = sentence(errors == null ? text : texts(errors));
        return new EndpointException(
                answer.status(),
                answer.subStatus(),
                exitCode,
                errors == null ? -1 : start(errors),
                beginning + (shown.isEmpty() ? "." : ": " + shown),
                null);
    }

    private static String withoutActivity(String message) {
        return before("ActivityId:", message).strip();
    }

    private static String before(String end, String message) {
        int position = message.indexOf(end);
        return position > 0 ? message.substring(0, position) : message;
    }

    /** On one line, and without the text that should have been signed: nobody here can sign it by hand. */
    private static String sentence(String text) {
        return before("Server used the following payload", text)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
    }

    /** The service wraps its messages: {@code Message: {"errors":[…]}}. */
    private static @Nullable JsonObject errors(String text) {
        int brace = text.indexOf('{');
        if (!text.startsWith("Message:") || brace < 0) {
            return null;
        }
        try {
            return JsonValue.parse(text.substring(brace)) instanceof JsonObject object ? object : null;
        } catch (BadRequestException noJson) {
            return null;
        }
    }

    private static List<JsonValue> list(JsonObject errors) {
        JsonValue list = errors.has("errors") ? errors.get("errors") : errors.get("Errors");
        return list instanceof JsonArray array ? array.elements() : List.of();
    }

    private static String texts(JsonObject errors) {
        List<String> texts = new ArrayList<>();
        for (JsonValue error : list(errors)) {
            if (error instanceof JsonString text) {
                texts.add(text.value());
            } else if (error instanceof JsonObject object && object.get("message") instanceof JsonString text) {
                texts.add(text.value());
            }
        }
        return String.join(" ", texts);
    }

    private static int start(JsonObject errors) {
        for (JsonValue error : list(errors)) {
            if (error instanceof JsonObject object
                    && object.get("location") instanceof JsonObject location
                    && location.get("start") instanceof JsonNumber start) {
                return (int) start.doubleValue();
            }
        }
        return -1;
    }

    /** The status of the answer; 0 if there was none. */
    public int status() {
        return status;
    }

    public int subStatus() {
        return subStatus;
    }

    /** One of those in {@link Exit}. */
    public int exitCode() {
        return exitCode;
    }

    /** Where in the text of a query the error is, counted from 0; -1 if that is not known. */
    public int errorStart() {
        return errorStart;
    }
}
