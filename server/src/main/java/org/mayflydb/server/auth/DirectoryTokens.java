package org.mayflydb.server.auth;

import org.mayflydb.base.FailureCode;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;

/** Checks tokens of Microsoft Entra ID. May be asked on event loops, so it never waits. */
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

    /** Returns true if the token proves who sent it, whatever that allows. */
    default boolean isValid(String token) {
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
