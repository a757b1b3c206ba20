package org.mayflydb.server.http;

import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** The target of a request line has a path of visible ASCII and a known host, or none. Lines: target, host. */
public final class RequestTargetFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "http-target";
    }

    @Override
    public void run(byte[] input) {
        List<String> lines = Parts.lines(input, 2);
        String path = RequestTarget.path(lines.get(0));
        if (path != null) {
            Claim.holds(!path.isEmpty() && path.chars().allMatch(c -> c > ' ' && c <= '~'), "a path is ASCII");
            Claim.holds(path.indexOf('?') < 0, "a path has no query");
        }
        Claim.holds(RequestTarget.query(lines.get(0)).length() <= lines.get(0).length(), "a query");
        RequestTarget target = new RequestTarget("localhost:8081", HostRule.known(List.of("mayfly.example")));
        String origin = target.origin(lines.get(1));
        if (origin != null) {
            Claim.same(origin, target.origin(lines.get(1)), "the same origin again");
            boolean known = target.isKnown("/");
            Claim.same(known, target.isKnown("/"), "known again");
            boolean plain = lines.get(1).indexOf('.') < 0 && !lines.get(1).startsWith("[");
            Claim.holds(known || !plain, "a name without a dot is known");
        }
    }
}
