package org.mayflydb.membership;

import java.util.UUID;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.storage.KeyValue;

/** The record of a node is read as it was written, or reported as damaged. */
public final class NodeRecordFuzz implements FuzzTarget {
    private static final UUID ID = new UUID(1, 2);

    @Override
    public String name() {
        return "node-record";
    }

    @Override
    public void run(byte[] input) {
        NodeRecord node = Decoded.fromStore(() -> NodeRecord.decode(new KeyValue(NodeRecord.key(ID), input)));
        if (node != null) {
            Claim.same(
                    node, NodeRecord.decode(new KeyValue(NodeRecord.key(ID), node.encode())), "written and read again");
        }
    }
}
