package org.mayflydb.server.entra;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.RecentValues;

/**
 * Proves tokens by the signature of their issuer. A signature is verified once for each token among the recent ones, and never
 * on an event loop, because it takes longer than other requests should wait; everything else is checked each time. The claims are
 * kept by the digest of the token, so that finding them takes the same time for every invalid token.
 */
final class ValidatedTokens implements TokenProofs {
    private static final String USER_SCOPE = "user_impersonation";

    /** What is kept of a token has about a kilobyte. Two tokens in one place are verified by turns, which costs a worker 36 µs. */
    private static final int RECENT = 1024;

    private final List<String> trusted;
    private final List<String> issuers;
    private final List<String> audiences;
    private final PublishedKeys keys;
    private final Roles roles;
    private volatile Verified verified;

    /** A token and its digest, by which alone it is compared. */
    @SuppressWarnings("ArrayRecordComponent") // compared by content below
    private record Digested(byte[] digest, String token) {
        static Digested of(String token) {
            try {
                byte[] bytes = token.getBytes(StandardCharsets.ISO_8859_1);
                return new Digested(MessageDigest.getInstance("SHA-256").digest(bytes), token);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("Every Java has SHA-256.", impossible);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Digested that && Arrays.equals(digest, that.digest);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(digest);
        }

        @Override
        public String toString() {
            return "Digested";
        }
    }

    /** A token whose signature has been verified. */
    private record Proof(TokenClaims claims, TokenHolder holder) {}

    /** What was verified with these keys; other keys verify again. */
    private record Verified(SigningKeys keys, RecentValues<Digested, Proof> recent) {}

    ValidatedTokens(EntraSettings settings, PublishedKeys keys, Roles roles) {
        this.trusted = settings.issuers();
        this.issuers = settings.acceptedIssuers();
        this.audiences = settings.audiences();
        this.keys = keys;
        this.roles = roles;
        this.verified = verifiedWith(SigningKeys.NONE);
    }

    private Verified verifiedWith(SigningKeys current) {
        return new Verified(
                current, RecentValues.byEquality(RECENT, Digested::hashCode, token -> verify(current, token.token)));
    }

    private Proof verify(SigningKeys current, String text) {
        JsonWebToken token = JsonWebToken.parse(text);
        current.verify(token);
        TokenClaims claims = token.claims();
        return new Proof(
                claims,
                new TokenHolder(
                        claims.objectId(), claims.groupsLeftOut(), roles.of(claims.objectId(), claims.groups())));
    }

    @Override
    public TokenHolder prove(String token, Instant now) {
        checkLength(token);
        return holder(verified().recent.of(Digested.of(token)), now);
    }

    @Override
    public @Nullable TokenHolder proveAtOnce(String token, Instant now) {
        checkLength(token);
        Proof proof = verified().recent.known(Digested.of(token));
        return proof == null ? null : holder(proof, now);
    }

    private static void checkLength(String token) {
        if (token.length() > JsonWebToken.CHARACTERS_MAX) {
            throw TokenFailures.malformed();
        }
    }

    private TokenHolder holder(Proof proof, Instant now) {
        check(proof.claims, now);
        return proof.holder;
    }

    @SuppressWarnings("ReferenceEquality") // keys that were read again and are equal are the same object
    private Verified verified() {
        SigningKeys current = keys.current();
        Verified known = verified;
        if (known.keys != current) {
            known = verifiedWith(current);
            verified = known;
        }
        return known;
    }

    private void check(TokenClaims claims, Instant now) {
        TokenProofs.checkTime(claims, now);
        if (!issuers.contains(claims.issuer())) {
            throw TokenFailures.issuer(claims.tenant().isEmpty() ? claims.issuer() : claims.tenant(), trusted);
        }
        if (!audiences.contains(claims.audience())) {
            throw TokenFailures.audience(claims.audience(), audiences);
        }
        String scopes = claims.scopes();
        if (scopes != null && !List.of(scopes.split(" ", -1)).contains(USER_SCOPE)) {
            throw TokenFailures.scope();
        }
        TokenProofs.checkObjectId(claims);
    }

    @Override
    public boolean awaitsKeys(String token, Runnable again) {
        return keys.awaits(JsonWebToken.parse(token).headerText("kid"), again);
    }
}
