package org.mayflydb.key;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A path that is accepted is written so that it is read as the same one. */
public final class DocumentPathFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "document-path";
    }

    @Override
    public void run(byte[] input) {
        DocumentPath path = Decoded.fromClient(() -> DocumentPath.parse(Parts.text(input)));
        if (path != null) {
            Claim.same(path, DocumentPath.parse(path.toString()), "written and read again");
        }
    }
}
