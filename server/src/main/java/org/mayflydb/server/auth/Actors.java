package org.mayflydb.server.auth;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/** Names who sent a request, without regard to what they may do, and without any secret. */
public final class Actors {
    /** Where tokens are issued to those who send a key of the account in a header of its own. */
    public static final String IDENTITY_PATH = "/msi/token";

    /** The name of those who prove nothing. */
    public static final String UNKNOWN = "unknown";

    private static final String IDENTITY_HEADER = "x-identity-header";
    private static final String BEARER = "Bearer ";

    private final KeyRing keys;
    private final Signature signature;
    private final ResourceTokens tokens;
    private final DirectoryTokens directory;

    public Actors(KeyRing keys) {
        this(keys, DirectoryTokens.OFF);
    }

    public Actors(KeyRing keys, DirectoryTokens directory) {
        this.keys = keys;
        this.directory = directory;
        this.signature = new Signature(keys);
        this.tokens = new ResourceTokens(keys);
    }

    /** Who sent the key that is a bearer token in the authorization header; null if there is none, or none that is valid. */
    public Principal.@Nullable Master bearer(WireRequest request) {
        String header = request.header(WireHeaders.AUTHORIZATION);
        return header == null || !header.startsWith(BEARER)
                ? null
                : keys.current().holder(header.substring(BEARER.length()));
    }

    /** The key of the account that a request for a token sends; null if it sends none. */
    public static @Nullable String identityKey(WireRequest request) {
        return request.path().equals(IDENTITY_PATH) ? request.header(IDENTITY_HEADER) : null;
    }

    /** The name of the key, or of the kind of token, that is proved; {@code unknown} if nothing is. */
    public String name(WireRequest request) {
        String identityKey = identityKey(request);
        Principal.Master holder =
                identityKey == null ? bearer(request) : keys.current().holder(identityKey);
        if (holder != null) {
            return holder.key();
        }
        try {
            AuthorizationHeader header = AuthorizationHeader.parse(request.header(WireHeaders.AUTHORIZATION));
            return switch (header.kind()) {
                case MASTER -> {
                    ResourceAddress address = ResourceAddress.parse(request.path());
                    Principal.Master signer = signature.signer(request, address, header.signature());
                    yield signer == null ? UNKNOWN : signer.key();
                }
                case RESOURCE ->
                    "resource token for "
                            + tokens.verify(header.signature()).scope().link();
                case AAD, BEARER -> directory.isKnown(header.signature()) ? "Entra ID token" : UNKNOWN;
            };
        } catch (MayflyException nothingProved) {
            return UNKNOWN;
        }
    }
}
