package org.mayflydb.server.entra;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.UnauthorizedException;

/** Why tokens are refused, in Azure's words as far as they are known. */
final class TokenFailures {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("M/d/uuuu h:mm:ss a", Locale.ROOT).withZone(ZoneOffset.UTC);

    private TokenFailures() {}

    static UnauthorizedException malformed() {
        return of(FailureCode.TOKEN_MALFORMED, "Provided AAD token has an invalid format.");
    }

    static UnauthorizedException signature() {
        return of(FailureCode.TOKEN_SIGNATURE_INVALID, "Provided AAD token has an invalid signature.");
    }

    static UnauthorizedException signingKey() {
        return of(
                FailureCode.TOKEN_SIGNING_KEY_UNKNOWN,
                "Provided AAD token is signed with a key that its issuer does not publish.");
    }

    static UnauthorizedException notYetValid(long notBefore, Instant now) {
        return of(
                FailureCode.TOKEN_NOT_YET_VALID,
                "Provided AAD token is not valid before [" + time(notBefore) + "]. Current server time is ["
                        + time(now.getEpochSecond()) + "].");
    }

    static UnauthorizedException expired(long expiry, Instant now) {
        return of(
                FailureCode.TOKEN_EXPIRED,
                "Provided AAD token has been expired since [" + time(expiry) + "]. Current server time is ["
                        + time(now.getEpochSecond()) + "]. Please refresh the AAD token.");
    }

    static UnauthorizedException issuer(String tenant, List<String> trusted) {
        return of(
                FailureCode.TOKEN_ISSUER_UNTRUSTED,
                "Provided AAD token was issued by the authority [" + tenant
                        + "] which is not trusted by this database account. Please ensure the token has been issued by the"
                        + " AAD tenant(s) [" + String.join(", ", trusted) + "].");
    }

    static UnauthorizedException audience(String audience, List<String> accepted) {
        return of(
                FailureCode.TOKEN_AUDIENCE_INVALID,
                "Provided AAD token is intended for [" + audience
                        + "]. This database account accepts tokens intended for [" + String.join(", ", accepted)
                        + "].");
    }

    static UnauthorizedException scope() {
        return of(
                FailureCode.TOKEN_SCOPE_INVALID, "Provided AAD token of a user lacks the scope [user_impersonation].");
    }

    static UnauthorizedException objectId() {
        return of(FailureCode.TOKEN_OBJECT_ID_MISSING, "Provided AAD token has no object id (claim oid).");
    }

    private static String time(long seconds) {
        try {
            return TIME.format(Instant.ofEpochSecond(seconds)) + " (UTC)";
        } catch (DateTimeException farAway) {
            return seconds + " s since 1970";
        }
    }

    private static UnauthorizedException of(FailureCode code, String message) {
        return new UnauthorizedException(code, message);
    }
}
