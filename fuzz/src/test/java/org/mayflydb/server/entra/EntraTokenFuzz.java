package org.mayflydb.server.entra;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;

/** Tokens, key sets and role files: nobody without a key is let in. Lines: token, key set, role file. */
public final class EntraTokenFuzz implements FuzzTarget {
    private static final Instant NOW = Instant.ofEpochSecond(1_794_700_800L);
    private static final String KEY = Base64.getEncoder()
            .encodeToString("a key that no input has, unless it is guessed".getBytes(StandardCharsets.US_ASCII));

    private final LocalTokens local = new LocalTokens(new KeyRing(AccountKeys.of(KEY)), null);

    @Override
    public String name() {
        return "entra-token";
    }

    @Override
    public void run(byte[] input) {
        List<String> lines = Parts.lines(input, 3);
        String text = lines.get(0);
        Claim.holds(Decoded.fromClient(() -> local.prove(text, NOW)) == null, "nobody is let in without a key");
        JsonWebToken token = Decoded.fromClient(() -> JsonWebToken.parse(text));
        SigningKeys keys =
                Decoded.fromClient(() -> SigningKeys.parse(lines.get(1).getBytes(StandardCharsets.UTF_8)));
        if (token != null) {
            Decoded.fromClient(token::claims);
            Claim.holds(
                    Decoded.fromClient(() -> verified(keys == null ? SigningKeys.NONE : keys, token)) == null,
                    "no signature is valid that nobody made");
        }
        Decoded.fromClient(() -> RolesFile.parse(lines.get(2).getBytes(StandardCharsets.UTF_8)));
        String issued = local.issue(KEY, text, text.isEmpty() ? "somebody" : text, NOW);
        Claim.holds(
                issued != null && (issued.length() > LocalTokens.CHARACTERS_MAX || local.prove(issued, NOW) != null),
                "whoever has the key is let in");
    }

    private static TokenClaims verified(SigningKeys keys, JsonWebToken token) {
        keys.verify(token);
        return token.claims();
    }
}
