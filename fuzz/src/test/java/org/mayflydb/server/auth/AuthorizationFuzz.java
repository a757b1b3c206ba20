package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Nobody without a key is let in, and whoever signs with it is. Lines: verb, path, date, authorization. */
public final class AuthorizationFuzz implements FuzzTarget {
    private static final List<Verb> VERBS = List.of(Verb.values());
    private static final Instant NOW = Instant.ofEpochSecond(1_794_700_800L);
    private static final String DATE = "Sun, 15 Nov 2026 00:00:00 GMT";
    private static final byte[] SECRET = "a key of a test".getBytes(StandardCharsets.US_ASCII);
    private static final KeyRing KEYS =
            new KeyRing(AccountKeys.of(Base64.getEncoder().encodeToString(SECRET)));

    private final Signature signature = new Signature(KEYS);
    private final Authenticator authenticator = new Authenticator(KEYS, address -> null, InstantSource.fixed(NOW));
    private final KeyedMac mac = new KeyedMac(SECRET);

    @Override
    public String name() {
        return "authorization";
    }

    @Override
    public void run(byte[] input) {
        List<String> lines = Parts.lines(input, 4);
        Verb verb = VERBS.get(Parts.choice(lines.get(0).getBytes(StandardCharsets.UTF_8), VERBS.size()));
        ResourceAddress address = Decoded.fromClient(() -> ResourceAddress.parse(lines.get(1)));
        if (address == null) {
            return;
        }
        WireRequest request = request(verb, lines.get(1), lines.get(2), lines.get(3));
        Claim.holds(
                Decoded.fromClient(() -> authenticator.authenticate(request, address, NOW)) == null,
                "nobody is let in without a signature");
        byte[] text = Signature.textToSign(request, address).getBytes(StandardCharsets.UTF_8);
        String signed = Base64.getEncoder().encodeToString(mac.sign(text));
        Claim.holds(signature.signer(request, address, signed) != null, "the signer is found");
        WireRequest proved = request(verb, lines.get(1), lines.get(2), "type=master&ver=1.0&sig=" + signed);
        Principal principal = Decoded.fromClient(() -> authenticator.authenticate(proved, address, NOW));
        Claim.holds(principal != null || !lines.get(2).equals(DATE), "whoever has the key is let in");
    }

    private static WireRequest request(Verb verb, String path, String date, String authorization) {
        Map<String, String> headers = Map.of(WireHeaders.DATE, date, WireHeaders.AUTHORIZATION, authorization);
        return new WireRequest(verb, path, headers::get, new byte[0], "http://localhost");
    }
}
