package org.mayflydb.server.protocol;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A session token requires an LSN or is refused, without memory of its own. */
public final class SessionTokenFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "session-token";
    }

    @Override
    public void run(byte[] input) {
        String token = Parts.text(input);
        Long all = Decoded.fromClient(() -> SessionToken.requiredLsn(token, range -> true));
        Long none = Decoded.fromClient(() -> SessionToken.requiredLsn(token, range -> false));
        Claim.same(all == null, none == null, "accepted whatever range is asked for");
        if (all != null && none != null) {
            Claim.holds(all >= 0, "an LSN");
            Claim.same(0L, none, "no range is concerned");
            String own = SessionToken.of(3, all);
            Claim.same(all, SessionToken.requiredLsn(own, range -> range == 3), "own token");
        }
    }
}
