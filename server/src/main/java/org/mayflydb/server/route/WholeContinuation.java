package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;

/**
 * The continuation of a query over a whole container. The service writes it as a JSON object, which some callers parse to
 * tell it from a client's own continuation.
 */
final class WholeContinuation {
    private static final String TOKEN = "token";

    private static final JsonObject RANGE = JsonObject.builder()
            .put("min", EpkRange.FULL.min().hex())
            .put("max", EpkRange.FULL.max().hex())
            .build();

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
