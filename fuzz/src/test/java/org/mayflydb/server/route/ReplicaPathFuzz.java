package org.mayflydb.server.route;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** The path of an address in direct mode is one that was given out, or unknown. */
public final class ReplicaPathFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "replica-path";
    }

    @Override
    public void run(byte[] input) {
        String text = Parts.text(input);
        ReplicaPath path = ReplicaPath.parse(text);
        if (!path.equals(ReplicaPath.UNKNOWN)) {
            Claim.same(path, ReplicaPath.parse(path.text("1p")), "written and read again");
        }
        String token = Decoded.fromClient(() -> WholeContinuation.read(text));
        if (token != null && text.startsWith("{")) {
            Claim.same(token, WholeContinuation.read(WholeContinuation.write(token)), "continuation");
        }
    }
}
