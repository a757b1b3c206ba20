package org.mayflydb.server.entra;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.Principal;

/**
 * Issues and proves tokens of whoever has a key of the account, for programs and tests that use a token credential. They allow
 * no more than the key, and end with it.
 */
final class LocalTokens implements TokenProofs {
    static final Duration LIFETIME = Duration.ofHours(1);

    /** The principal of all tokens that name no other; the test credentials of the official clients have the same. */
    static final String OBJECT_ID = "96313034-4739-43cb-93cd-74193adbe5b6";

    private static final String ISSUER = "https://mayfly.invalid/";
    private static final String ALGORITHM = "HS256";

    /** More than the longest that is issued, so that no long text is signed to find that it is not one. */
    static final int CHARACTERS_MAX = 8 << 10;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final KeyRing keys;
    private final @Nullable Roles roles;

    /** @param roles null if everyone is a contributor */
    LocalTokens(KeyRing keys, @Nullable Roles roles) {
        this.keys = keys;
        this.roles = roles;
    }

    /** Returns true if whoever has this key may be issued tokens. */
    boolean isKey(String key) {
        return keys.current().holder(key) != null;
    }

    /**
     * A token for whoever has this key; null if the key is unknown.
     *
     * @param audience that the token is intended for
     * @param objectId of the principal
     */
    @Nullable
    String issue(String key, String audience, String objectId, Instant now) {
        JsonObject header =
                JsonObject.builder().put("alg", ALGORITHM).put("typ", "JWT").build();
        JsonObject claims = JsonObject.builder()
                .put("aud", audience)
                .put("iss", ISSUER)
                .put("oid", objectId)
                .put("iat", now.getEpochSecond())
                .put("nbf", now.getEpochSecond())
                .put("exp", now.plus(LIFETIME).getEpochSecond())
                .build();
        String signed = ENCODER.encodeToString(header.toBytes()) + "." + ENCODER.encodeToString(claims.toBytes());
        byte[] signature = keys.current().signIdentity(key, signed.getBytes(StandardCharsets.US_ASCII));
        return signature == null ? null : signed + "." + ENCODER.encodeToString(signature);
    }

    @Override
    public TokenHolder prove(String text, Instant now) {
        if (text.length() > CHARACTERS_MAX) {
            throw TokenFailures.malformed();
        }
        JsonWebToken token = JsonWebToken.parse(text);
        Principal.Master signer = signer(token);
        if (signer == null) {
            throw TokenFailures.signature();
        }
        TokenClaims claims = token.claims();
        TokenProofs.checkTime(claims, now);
        TokenProofs.checkObjectId(claims);
        Grants grants = roles == null
                ? Grants.everywhere(BuiltInRole.CONTRIBUTOR)
                : roles.of(claims.objectId(), claims.groups());
        return new TokenHolder(
                claims.objectId(),
                claims.groupsLeftOut(),
                signer.readOnly() ? grants.within(BuiltInRole.READER) : grants);
    }

    /** The official test credentials name another algorithm, and have the key itself in place of a signature. */
    private Principal.@Nullable Master signer(JsonWebToken token) {
        AccountKeys current = keys.current();
        return token.headerText("alg").equals(ALGORITHM)
                ? current.identitySigner(token.signed(), token.signature())
                : current.holder(new String(token.signature(), StandardCharsets.UTF_8));
    }
}
