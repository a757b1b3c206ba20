package org.mayflydb.server.protocol;

import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** Paths and query strings of requests are taken apart or refused. */
public final class ResourceAddressFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "request-path";
    }

    @Override
    public void run(byte[] input) {
        List<String> lines = Parts.lines(input, 2);
        ResourceAddress address = Decoded.fromClient(() -> ResourceAddress.parse(lines.get(0)));
        if (address != null) {
            Claim.holds(address.segments().size() <= 10, "segments");
            Claim.holds(address.isAccount() == address.segments().isEmpty(), "the account");
            ResourceType type = address.type();
            Claim.holds(type == null || address.segments().contains(type.segment()), "a type of the path");
            Claim.holds(
                    address.isAccount()
                            || address.link().length() <= lines.get(0).length(),
                    "a link");
        }
        QueryString query = Decoded.fromClient(() -> QueryString.parse(lines.get(1)));
        Claim.holds(query == null || query.get("") == null || lines.get(1).contains("="), "a name");
    }
}
