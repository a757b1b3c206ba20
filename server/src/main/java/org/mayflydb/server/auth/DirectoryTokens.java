package org.mayflydb.server.auth;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;

/** Checks tokens of Microsoft Entra ID. Never waits. */
public interface DirectoryTokens {
    /** Refuses all of them. */
    DirectoryTokens OFF = (token, request, address) -> {
        throw new UnauthorizedException(
                FailureCode.TOKENS_OFF,
                "Tokens of Microsoft Entra ID (type=aad) are not accepted by this server: use an account key or a"
                        + " resource token, or set entra-tokens.");
    };

    /**
     * Who sent the request, if the token proves it and a role allows it.
     *
     * @param token as in the authorization header
     * @throws UnauthorizedException if nothing is proved
     * @throws org.mayflydb.base.ForbiddenException if no role allows it
     */
    Principal.Directory authenticate(String token, WireRequest request, ResourceAddress address);

    /** The same on an event loop; null if it takes longer than one may compute. */
    default Principal.@Nullable Directory authenticateAtOnce(
            String token, WireRequest request, ResourceAddress address) {
        return authenticate(token, request, address);
    }

    /** Returns true if the token is known to prove who sent it, whatever that allows. For event loops. */
    default boolean isKnown(String token) {
        return false;
    }

    /**
     * Has the keys read again that tokens are signed with, if this one was refused because its key is unknown.
     *
     * @param again called once the keys have been read, on a thread that must not be blocked
     * @return false if they are not read for this token; then nothing is called
     */
    default boolean awaitsKeys(String token, Runnable again) {
        return false;
    }
}
