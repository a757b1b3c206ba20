package org.mayflydb.server.auth;

import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/** Lets through who proves to be allowed what the request asks for. Safe for use by many threads. */
public final class Authenticator {
    private final Signature signature;
    private final ResourceTokens tokens;
    private final AccessRules rules;
    private final RequestDates dates;
    private final DirectoryTokens directory;

    /** An authenticator for one account that accepts no tokens of Microsoft Entra ID. */
    public Authenticator(KeyRing keys, LinkResolver links, InstantSource machineClock) {
        this(keys, links, DirectoryTokens.OFF, machineClock);
    }

    /**
     * An authenticator for one account.
     *
     * @param machineClock what time it really is, for the age of signatures; never a clock that can be moved
     */
    public Authenticator(KeyRing keys, LinkResolver links, DirectoryTokens directory, InstantSource machineClock) {
        this.signature = new Signature(keys);
        this.tokens = new ResourceTokens(keys);
        this.rules = new AccessRules(links);
        this.dates = new RequestDates(machineClock);
        this.directory = directory;
    }

    /**
     * Who sent the request, if that is proved and allowed.
     *
     * @param now by the database's clock, which resource tokens expire by
     * @throws UnauthorizedException if nothing is proved
     * @throws ForbiddenException if it is proved and not allowed, or no longer
     */
    public Principal authenticate(WireRequest request, ResourceAddress address, Instant now) {
        AuthorizationHeader header = AuthorizationHeader.parse(request.header(WireHeaders.AUTHORIZATION));
        return isForDirectory(header)
                ? directory.authenticate(header.signature(), request, address)
                : authenticate(header, request, address, now);
    }

    /** The same on an event loop; null if it takes longer than one may compute. */
    public @Nullable Principal authenticateAtOnce(WireRequest request, ResourceAddress address, Instant now) {
        AuthorizationHeader header = AuthorizationHeader.parse(request.header(WireHeaders.AUTHORIZATION));
        return isForDirectory(header)
                ? directory.authenticateAtOnce(header.signature(), request, address)
                : authenticate(header, request, address, now);
    }

    private static boolean isForDirectory(AuthorizationHeader header) {
        return switch (header.kind()) {
            case MASTER, RESOURCE -> false;
            case AAD, BEARER -> true;
        };
    }

    private Principal authenticate(
            AuthorizationHeader header, WireRequest request, ResourceAddress address, Instant now) {
        return header.kind() == AuthorizationHeader.Kind.MASTER
                ? master(request, address, header.signature())
                : token(request, address, header.signature(), now);
    }

    /**
     * Has a request that was refused because of an unknown signing key wait for the keys to be read again.
     *
     * @see DirectoryTokens#awaitsKeys
     */
    public boolean awaitsKeys(WireRequest request, Runnable again) {
        AuthorizationHeader header = AuthorizationHeader.parse(request.header(WireHeaders.AUTHORIZATION));
        return directory.awaitsKeys(header.signature(), again);
    }

    private Principal master(WireRequest request, ResourceAddress address, String base64) {
        Principal.Master signer = signature.signer(request, address, base64);
        if (signer == null) {
            throw new UnauthorizedException("The input authorization token can't serve the request. The wrong key is"
                    + " being used or the expected payload is not built as per the protocol. Server used the following"
                    + " payload to sign: '" + Signature.textToSign(request, address) + "'");
        }
        dates.check(request);
        rules.check(signer, request, address);
        return signer;
    }

    private Principal token(WireRequest request, ResourceAddress address, String text, Instant now) {
        Principal.Token token = new Principal.Token(tokens.verify(text));
        if (now.getEpochSecond() >= token.grant().expiresAt()) {
            throw new ForbiddenException("The resource token has expired; reading its permission gives a new one.");
        }
        rules.check(token, request, address);
        return token;
    }
}
