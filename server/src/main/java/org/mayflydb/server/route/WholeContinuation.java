package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;

/**
 * The continuation of a list or query over a whole container. The service writes it as a JSON object, which some callers parse to
 * tell it from a client's own continuation.
 */
final class WholeContinuation {
    private static final String TOKEN = "token";

    private static final JsonObject RANGE = JsonObject.builder()
            .put("min", EpkRange.FULL.min().hex())
            .put("max", EpkRange.FULL.max().hex())
            .build();

    /**
     * Leads to an empty page. The service does not look beyond a full page of a list or an unsorted query over one partition
     * if the request names no partition key or range, and callers count pages.
     */
    static final String END = object("").toString();

    private WholeContinuation() {}

    static @Nullable String write(@Nullable String token) {
        return token == null ? null : object(token).toString();
    }

    private static JsonObject object(String token) {
        return JsonObject.builder().put(TOKEN, token).put("range", RANGE).build();
    }

    /** Returns the token of what {@link #write} has written, and any other text as it is. */
    static @Nullable String read(@Nullable String continuation) {
        if (continuation == null || !continuation.startsWith("{")) {
            return continuation;
        }
        try {
            if (JsonValue.parse(continuation) instanceof JsonObject written
                    && written.get(TOKEN) instanceof JsonString token
                    && written.equals(object(token.value()))) {
                return token.value();
            }
        } catch (BadRequestException notJson) {
            // refused below
        }
        throw ContinuationToken.invalid();
    }
}
