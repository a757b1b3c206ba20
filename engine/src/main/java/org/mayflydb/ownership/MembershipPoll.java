package org.mayflydb.ownership;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;

/** Watches the other nodes, performed every {@link LeaseTimes#poll}, and marks records dead. */
public final class MembershipPoll {
    private final LocalNode node;

    private MembershipPoll(LocalNode node) {
        this.node = node;
    }

    public static StoreStep of(LocalNode node) {
        return new StoreStep.ReadNodes(new MembershipPoll(node)::read);
    }

    /** Rule 4: declares a node dead by a commit on exactly its record. A node is dead when its record says so. */
    private @Nullable StoreStep read(List<NodeRecord> records) {
        node.saw(records);
        UUID me = node.id();
        NodeRecord late =
                me == null ? null : node.watch().late(me, node.clocks().monotonic());
        return late == null ? null : new StoreStep.WriteNode(late, dead(late), outcome -> null);
    }

    /** Rule 10: after its last release, a node that shuts down or drains marks its own record dead. */
    public static @Nullable StoreStep leave(LocalNode node) {
        UUID me = node.id();
        if (me == null) {
            return null;
        }
        return new StoreStep.ReadNode(me, mine -> {
            if (mine == null || !mine.alive() || !node.is(me) || !node.isDraining()) {
                return null;
            }
            node.loseAll();
            return new StoreStep.WriteNode(mine, dead(mine), outcome -> null);
        });
    }

    private static NodeRecord dead(NodeRecord record) {
        return new NodeRecord(
                record.id(),
                false,
                record.validUntil(),
                record.counter() + 1,
                record.wallClock(),
                record.appliedCatalog(),
                record.host());
    }
}
