package org.mayflydb.server.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.PermissionProperties;
import org.mayflydb.catalog.PermissionRecord;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.ResourceAddress;

/** Permissions as clients get them: with a token that is made anew every time. */
public final class PermissionJson {
    private final ResourceTokens tokens;
    private final LinkResolver links;

    public PermissionJson(ResourceTokens tokens, LinkResolver links) {
        this.tokens = tokens;
        this.links = links;
    }

    /**
     * The permission with its {@code _token}; without one while its container does not exist, because a token is for a
     * container and not for whatever may get its name.
     *
     * @param lifetimeSeconds see {@link ResourceTokens#lifetime}
     * @param now by the clock that tokens expire by
     */
    public JsonObject withToken(PermissionRecord permission, int lifetimeSeconds, Instant now) {
        String token = token(permission.properties(), lifetimeSeconds, now.getEpochSecond());
        JsonObject json = permission.toJson();
        return token == null ? json : json.with("_token", new JsonString(token));
    }

    private @Nullable String token(PermissionProperties permission, int lifetimeSeconds, long now) {
        ResourceAddress scope = links.resolve(new ResourceAddress(permission.resourceParts()));
        if (scope == null) {
            return null;
        }
        return tokens.issue(
                new TokenGrant(scope, permission.mode(), permission.partitionKey(), now, now + lifetimeSeconds));
    }
}
