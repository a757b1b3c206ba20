package org.mayflydb.key;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A text that is a resource id is the only one of that id. */
public final class ResourceIdFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "resource-id";
    }

    @Override
    public void run(byte[] input) {
        String text = Parts.text(input);
        ResourceId id = ResourceId.parse(text);
        if (id != null) {
            Claim.same(text, id.toString(), "text");
            Claim.holds(id.toBytes().length <= 16, "16 bytes at most");
        }
    }
}
