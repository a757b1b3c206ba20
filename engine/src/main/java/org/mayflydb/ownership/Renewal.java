package org.mayflydb.ownership;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;

/** Rules 1 and 2: registers the node, or renews its lease. One at a time; performed every {@link LeaseTimes#renewal}. */
public final class Renewal {
    private final LocalNode node;
    private final long monotonic;
    private final long wall;
    private final @Nullable UUID id;

    private Renewal(LocalNode node) {
        this.node = node;
        this.monotonic = node.clocks().monotonic();
        this.wall = node.clocks().wall();
        this.id = node.id();
    }

    /** Notes the clocks, <em>then</em> reads all records. */
    public static StoreStep of(LocalNode node) {
        return new StoreStep.ReadNodes(new Renewal(node)::read);
    }

    private @Nullable StoreStep read(List<NodeRecord> records) {
        node.saw(records);
        if (id == null) {
            return node.id() == null ? register() : null;
        }
        if (!node.is(id)) {
            return null;
        }
        NodeRecord mine = find(records, id);
        if (node.rules().isLost(mine)) {
            node.loseAll();
            return register();
        }
        return mine == null ? null : renew(mine, id);
    }

    /** Rule 1: a new id, because an id is never revived. */
    private @Nullable StoreStep register() {
        if (node.isDraining()) {
            return null;
        }
        UUID newId = node.newId();
        NodeRecord first = record(newId, 0, 1);
        return new StoreStep.WriteNode(null, first, outcome -> {
            if (node.id() == null && node.rules().countsAsRenewed(outcome)) {
                node.registered(newId);
                node.lease().renewed(monotonic, wall, first.validUntil());
            }
            return null;
        });
    }

    /** Rule 2: a commit on exactly the record that was read. */
    private StoreStep renew(NodeRecord mine, UUID me) {
        NodeRecord next = record(me, mine.validUntil(), mine.counter() + 1);
        return new StoreStep.WriteNode(mine, next, outcome -> {
            if (node.is(me) && node.rules().countsAsRenewed(outcome)) {
                node.lease().renewed(monotonic, wall, next.validUntil());
            }
            return null;
        });
    }

    private NodeRecord record(UUID newId, long validUntil, long counter) {
        long peerLow = node.watch().peerLow(newId, node.clocks().monotonic());
        return new NodeRecord(
                newId,
                true,
                node.rules().validUntil(validUntil, wall, peerLow),
                counter,
                wall,
                node.applied(),
                node.host(),
                node.contact());
    }

    private static @Nullable NodeRecord find(List<NodeRecord> records, UUID id) {
        for (NodeRecord record : records) {
            if (record.id().equals(id)) {
                return record;
            }
        }
        return null;
    }
}
