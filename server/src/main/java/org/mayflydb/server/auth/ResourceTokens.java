package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.catalog.PermissionMode;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.ResourceAddress;

/**
 * Makes resource tokens and reads them again. A token is {@code type=resource&ver=1.0&sig=MAC;GRANT;}, where the grant is
 * JSON. Both parts are of characters that survive whatever a client does to encode its headers. The primary key signs it.
 */
public final class ResourceTokens {
    /** How long a token is good for, in seconds, unless a client asks for something else. */
    public static final int LIFETIME_DEFAULT = 3600;

    private static final int LIFETIME_MIN = 10;
    private static final int LIFETIME_MAX = 86_400;

    private static final String BEGINNING = "type=resource&ver=1.0&sig=";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final KeyRing keys;

    public ResourceTokens(KeyRing keys) {
        this.keys = keys;
    }

    /** The lifetime in seconds that a client asks for with the header {@code x-ms-documentdb-expiry-seconds}. */
    public static int lifetime(@Nullable String header) {
        if (header == null) {
            return LIFETIME_DEFAULT;
        }
        try {
            int seconds = Integer.parseInt(header.strip());
            if (seconds >= LIFETIME_MIN && seconds <= LIFETIME_MAX) {
                return seconds;
            }
        } catch (NumberFormatException notANumber) {
            // Refused below, like a number that is too small or too large.
        }
        throw new BadRequestException("The expiry of a resource token is a whole number of seconds between "
                + LIFETIME_MIN + " and " + LIFETIME_MAX + ".");
    }

    /** The whole token, as a client sends it back. */
    public String issue(TokenGrant grant) {
        JsonObject.Builder json = JsonObject.builder()
                .put("scope", grant.scope().link())
                .put("mode", grant.mode().name())
                .put("issued", grant.issuedAt())
                .put("expires", grant.expiresAt());
        if (grant.partitionKey() != null) {
            json.put("key", grant.partitionKey().toString());
        }
        String encoded = ENCODER.encodeToString(json.build().toBytes());
        return BEGINNING + macOf(keys.current().tokenMac(), encoded) + ";" + encoded + ";";
    }

    /**
     * Reads a token, whether or not it has expired.
     *
     * @param signature what follows {@code sig=}
     */
    public TokenGrant verify(String signature) {
        int middle = signature.indexOf(';');
        int end = signature.length() - 1;
        if (middle < 0 || middle >= end || signature.indexOf(';', middle + 1) != end) {
            throw refused();
        }
        String encoded = signature.substring(middle + 1, end);
        byte[] given = signature.substring(0, middle).getBytes(StandardCharsets.UTF_8);
        if (!isIssued(encoded, given)) {
            throw refused();
        }
        return decode(encoded);
    }

    /** A token is valid as long as the key that signed it; a key that only reads signs none. */
    private boolean isIssued(String encoded, byte[] given) {
        for (AccountKeys.Key key : keys.current().keys()) {
            // Compared as text: the same bytes in another spelling are not the token that was issued.
            byte[] expected = macOf(key.tokens(), encoded).getBytes(StandardCharsets.US_ASCII);
            if (!key.holder().readOnly() && MessageDigest.isEqual(expected, given)) {
                return true;
            }
        }
        return false;
    }

    private static String macOf(KeyedMac mac, String encoded) {
        return ENCODER.encodeToString(mac.sign(encoded.getBytes(StandardCharsets.UTF_8)));
    }

    /** What is read here was written by a holder of the key, though perhaps by another version. */
    private static TokenGrant decode(String encoded) {
        try {
            JsonValue parsed = JsonValue.parse(Base64.getUrlDecoder().decode(encoded));
            if (parsed instanceof JsonObject json
                    && json.get("scope") instanceof JsonString scope
                    && json.get("mode") instanceof JsonString mode
                    && json.get("issued") instanceof JsonNumber issued
                    && json.get("expires") instanceof JsonNumber expires) {
                ResourceAddress resource =
                        new ResourceAddress(List.of(scope.value().split("/")));
                if (!resource.isFeed()) {
                    return new TokenGrant(
                            resource,
                            PermissionMode.valueOf(mode.value()),
                            json.get("key") instanceof JsonString key ? PartitionKey.parse(key.value()) : null,
                            (long) issued.doubleValue(),
                            (long) expires.doubleValue());
                }
            }
        } catch (IllegalArgumentException | BadRequestException ofAnotherVersion) {
            // Refused below: what cannot be understood proves nothing.
        }
        throw refused();
    }

    private static UnauthorizedException refused() {
        return new UnauthorizedException("The resource token was not issued with a key that the account has now.");
    }
}
