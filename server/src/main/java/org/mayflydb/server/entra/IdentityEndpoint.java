package org.mayflydb.server.entra;

import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.auth.Actors;
import org.mayflydb.server.protocol.QueryString;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Issues tokens as the managed identity of Azure App Service does, so that the credentials of the Azure libraries find them:
 * {@code IDENTITY_ENDPOINT} is this path, and {@code IDENTITY_HEADER} a key of the account. Passes everything else on.
 */
public final class IdentityEndpoint implements RequestHandler {
    private static final int NAME_CHARACTERS_MAX = 256;

    private final RequestHandler inner;
    private final EntraTokens tokens;

    public IdentityEndpoint(RequestHandler inner, EntraTokens tokens) {
        this.inner = inner;
        this.tokens = tokens;
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        return inner.refusal(head);
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        LocalTokens local =
                request.path().equals(Actors.IDENTITY_PATH) && request.verb() == Verb.GET ? tokens.local() : null;
        if (local == null) {
            inner.handle(request, reply);
            return;
        }
        WireResponse response;
        try {
            response = issue(local, request, tokens.now());
        } catch (MayflyException refused) {
            response = new WireResponse(refused.status())
                    .body(JsonObject.builder()
                            .put("code", refused.code().wireName())
                            .put("message", String.valueOf(refused.getMessage()))
                            .build()
                            .toBytes());
        }
        reply.accept(response);
    }

    private static WireResponse issue(LocalTokens local, WireRequest request, Instant now) {
        // First, so that strangers learn nothing else, and what is recorded of them is limited.
        String key = Actors.identityKey(request);
        if (key == null || !local.isKey(key)) {
            throw notAKey();
        }
        QueryString parameters = QueryString.parse(request.query());
        String resource = parameter(parameters, "resource");
        if (resource == null) {
            throw new BadRequestException("The parameter resource is missing: it says what the token is for.");
        }
        if (parameter(parameters, "mi_res_id") != null) {
            throw new BadRequestException(
                    "An identity is named by client_id or object_id here, which becomes the principal of the token.");
        }
        String objectId = parameter(parameters, "object_id");
        if (objectId == null) {
            objectId = parameter(parameters, "client_id");
        }
        String token = local.issue(key, resource, objectId == null ? LocalTokens.OBJECT_ID : objectId, now);
        if (token == null) {
            throw notAKey();
        }
        return new WireResponse(200)
                .header("cache-control", "no-store")
                .body(JsonObject.builder()
                        .put("access_token", token)
                        .put(
                                "expires_on",
                                Long.toString(now.plus(LocalTokens.LIFETIME).getEpochSecond()))
                        .put("resource", resource)
                        .put("token_type", "Bearer")
                        .build()
                        .toBytes());
    }

    private static UnauthorizedException notAKey() {
        return new UnauthorizedException("The header X-IDENTITY-HEADER must be a key of the account.");
    }

    private static @Nullable String parameter(QueryString parameters, String name) {
        String value = parameters.get(name);
        if (value != null && value.length() > NAME_CHARACTERS_MAX) {
            throw new BadRequestException("The parameter " + name + " is too long.");
        }
        return value == null || value.isEmpty() ? null : value;
    }
}
