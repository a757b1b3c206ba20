package org.mayflydb.server.entra;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnauthorizedException;

/** Proves who sent a token. Never waits. */
interface TokenProofs {
    /** How far the clocks of the issuer and this machine may be apart. */
    long SKEW_SECONDS = 300;

    /**
     * Who sent the token.
     *
     * @throws UnauthorizedException if nothing is proved
     */
    TokenHolder prove(String token, Instant now);

    /** The same on an event loop; null if it takes longer than one may compute. */
    default @Nullable TokenHolder proveAtOnce(String token, Instant now) {
        return prove(token, now);
    }

    /** Has unknown keys read: see {@link org.mayflydb.server.auth.DirectoryTokens#awaitsKeys}. */
    default boolean awaitsKeys(String token, Runnable again) {
        return false;
    }

    /**
     * Checks the time.
     *
     * @throws UnauthorizedException if the token is not valid at present
     */
    static void checkTime(TokenClaims claims, Instant now) {
        long seconds = now.getEpochSecond();
        if (seconds + SKEW_SECONDS < claims.notBefore()) {
            throw TokenFailures.notYetValid(claims.notBefore(), now);
        }
        if (seconds - SKEW_SECONDS >= claims.expiry()) {
            throw TokenFailures.expired(claims.expiry(), now);
        }
    }

    /**
     * Checks that there is a principal.
     *
     * @throws UnauthorizedException if the token names none
     */
    static void checkObjectId(TokenClaims claims) {
        if (claims.objectId().isEmpty()) {
            throw TokenFailures.objectId();
        }
    }
}
