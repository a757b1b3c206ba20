package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** No token is valid that was not issued; what is signed with the key is a grant or refused. */
public final class ResourceTokenFuzz implements FuzzTarget {
    private static final AccountKeys KEYS = AccountKeys.of("YSBrZXkgb2YgYSB0ZXN0");

    private final ResourceTokens tokens = new ResourceTokens(new KeyRing(KEYS));
    private final KeyedMac mac = KEYS.tokenMac();

    @Override
    public String name() {
        return "resource-token";
    }

    @Override
    public void run(byte[] input) {
        Claim.holds(Decoded.fromClient(() -> tokens.verify(Parts.text(input))) == null, "not issued");
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        String encoded = encoder.encodeToString(input);
        String proof = encoder.encodeToString(mac.sign(encoded.getBytes(StandardCharsets.US_ASCII)));
        TokenGrant grant = Decoded.fromClient(() -> tokens.verify(proof + ";" + encoded + ";"));
        if (grant != null) {
            String issued = tokens.issue(grant);
            String signature = AuthorizationHeader.parse(issued).signature();
            Claim.same(grant, tokens.verify(signature), "issued and verified again");
        }
    }
}
