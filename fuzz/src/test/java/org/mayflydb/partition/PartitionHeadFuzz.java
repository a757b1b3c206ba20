package org.mayflydb.partition;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;

/** A head is read as it was written, or reported as damaged. */
public final class PartitionHeadFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "partition-head";
    }

    @Override
    public void run(byte[] input) {
        PartitionHead head = Decoded.fromStore(() -> PartitionHead.decode(input));
        if (head != null) {
            Claim.same(head, PartitionHead.decode(head.encode()), "written and read again");
        }
    }
}
