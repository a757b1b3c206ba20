package org.mayflydb.server.rntbd;

import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/**
 * The headers that a request would have over HTTP. What a POST is meant for is said by the operation alone here: no token
 * can make a write look like a question.
 */
final class RequestHeaders implements WireRequest.HeaderSource {
    private static final String QUERY_TYPE = "application/query+json";

    private final HeadTokens tokens;
    private final Operation operation;
    private final byte[] activityId;
    private final String clientVersion;

    /** @param clientVersion as the client said in its context */
    RequestHeaders(HeadTokens tokens, Operation operation, byte[] activityId, String clientVersion) {
        this.tokens = tokens;
        this.operation = operation;
        this.activityId = activityId;
        this.clientVersion = clientVersion;
    }

    @Override
    public @Nullable String get(String name) {
        return switch (name) {
            case WireHeaders.IS_QUERY -> operation.isQuery() ? "True" : null;
            case WireHeaders.IS_UPSERT -> operation == Operation.UPSERT ? "True" : null;
            case WireHeaders.IS_BATCH -> operation == Operation.BATCH ? "True" : null;
            case WireHeaders.CONTENT_TYPE -> operation.isQuery() ? QUERY_TYPE : null;
            case WireHeaders.IF_NONE_MATCH -> operation.wantsNews() ? text(RequestToken.MATCH) : null;
            case WireHeaders.IF_MATCH -> operation.wantsNews() ? null : text(RequestToken.MATCH);
            case WireHeaders.ACTIVITY_ID -> Guid.text(activityId);
            case WireHeaders.VERSION -> clientVersion;
            default -> {
                RequestToken token = RequestToken.ofHeader(name);
                yield token == null ? null : text(token);
            }
        };
    }

    private @Nullable String text(RequestToken token) {
        return tokens.text(token.id(), token.form());
    }
}
