package org.mayflydb.ownership;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;

/**
 * Rule 14: deletes records of dead nodes. A record that a head names stays, because its end of the lease is a floor; so does the
 * newest record of each host, whose clock a purge may need.
 */
public final class RecordCollector {
    private final List<NodeRecord> dead = new ArrayList<>();
    private final Set<UUID> named = new HashSet<>();
    private final Iterator<Integer> partitions;

    private RecordCollector(List<Integer> partitions) {
        this.partitions = partitions.iterator();
    }

    /**
     * Collects what can go.
     *
     * @param partitions every partition that may have a head
     */
    public static StoreStep of(List<Integer> partitions) {
        RecordCollector collector = new RecordCollector(partitions);
        return new StoreStep.ReadNodes(collector::foundRecords);
    }

    /** The records first, <em>then</em> the heads: a dead node is not named anew. */
    private @Nullable StoreStep foundRecords(List<NodeRecord> records) {
        for (NodeRecord record : records) {
            if (!record.alive() && records.stream().anyMatch(other -> isNewer(other, record))) {
                dead.add(record);
            }
        }
        return dead.isEmpty() ? null : readHeads();
    }

    private static boolean isNewer(NodeRecord other, NodeRecord record) {
        return other.host().equals(record.host())
                && !other.id().equals(record.id())
                && other.wallClock() > record.wallClock();
    }

    private @Nullable StoreStep readHeads() {
        if (!partitions.hasNext()) {
            return deleteNext(dead.iterator());
        }
        return new StoreStep.ReadHead(partitions.next(), head -> {
            if (head != null) {
                named.add(head.owner());
            }
            return readHeads();
        });
    }

    private @Nullable StoreStep deleteNext(Iterator<NodeRecord> candidates) {
        while (candidates.hasNext()) {
            NodeRecord candidate = candidates.next();
            if (!named.contains(candidate.id())) {
                return new StoreStep.WriteNode(candidate, null, outcome -> deleteNext(candidates));
            }
        }
        return null;
    }
}
