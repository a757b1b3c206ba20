package org.mayflydb.server.entra;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * The claims that count. Texts that a token lacks are empty.
 *
 * @param notBefore in seconds since 1970, like the expiry
 * @param scopes of the user who signed in; null for an application
 * @param groups ids of those that the principal is a member of
 * @param groupsLeftOut whether the issuer has left them out because they are too many
 */
record TokenClaims(
        String issuer,
        String tenant,
        String audience,
        String objectId,
        long notBefore,
        long expiry,
        @Nullable String scopes,
        List<String> groups,
        boolean groupsLeftOut) {

    /** @throws org.mayflydb.base.UnauthorizedException if they are not of the types that they should be */
    static TokenClaims of(JsonObject claims) {
        Long notBefore = claims.has("nbf") ? seconds(claims.get("nbf")) : Long.valueOf(Long.MIN_VALUE);
        Long expiry = seconds(claims.get("exp"));
        if (notBefore == null || expiry == null) {
            throw TokenFailures.malformed();
        }
        return new TokenClaims(
                text(claims, "iss"),
                text(claims, "tid"),
                text(claims, "aud"),
                text(claims, "oid"),
                notBefore,
                expiry,
                claims.has("scp") ? text(claims, "scp") : null,
                texts(claims.get("groups")),
                claims.has("_claim_names") || claims.has("hasgroups"));
    }

    static String text(JsonObject object, String name) {
        return object.get(name) instanceof JsonString text ? text.value() : "";
    }

    private static List<String> texts(@Nullable JsonValue value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof JsonArray array) {
            for (JsonValue element : array.elements()) {
                if (element instanceof JsonString text) {
                    texts.add(text.value());
                }
            }
        }
        return List.copyOf(texts);
    }

    private static @Nullable Long seconds(@Nullable JsonValue value) {
        return value instanceof JsonNumber number ? Long.valueOf((long) number.doubleValue()) : null;
    }

    /** Whoever prints the claims by mistake gives nothing away. */
    @Override
    public String toString() {
        return "TokenClaims";
    }
}
