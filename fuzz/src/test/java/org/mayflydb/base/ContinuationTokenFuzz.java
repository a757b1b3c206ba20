package org.mayflydb.base;

import java.util.Arrays;
import java.util.List;
import org.mayflydb.base.ContinuationToken.Kind;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A token is accepted only as it was made and only for its kind; the input is a token, or content to make one of. */
public final class ContinuationTokenFuzz implements FuzzTarget {
    private static final List<Kind> KINDS = List.of(Kind.values());

    @Override
    public String name() {
        return "continuation-token";
    }

    @Override
    public void run(byte[] input) {
        Kind kind = KINDS.get(Parts.choice(input, KINDS.size()));
        byte[] rest = Parts.rest(input);
        byte[] content = Decoded.fromClient(() -> ContinuationToken.decode(kind, Parts.text(rest)));
        if (content != null) {
            Claim.same(Parts.text(rest), ContinuationToken.encode(kind, content), "the only token");
        }
        String token = ContinuationToken.encode(kind, rest);
        Claim.holds(Arrays.equals(rest, ContinuationToken.decode(kind, token)), "content");
        for (Kind other : KINDS) {
            if (other != kind) {
                Claim.holds(
                        Decoded.fromClient(() -> ContinuationToken.decode(other, token)) == null, "of another kind");
            }
        }
    }
}
