package org.mayflydb.ownership;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.Keyspace;
import org.mayflydb.membership.Membership;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.memory.MemoryStore;

/** Performs steps by blocking calls on a real store, in real bytes; the catalog alone is kept as an object. */
final class StoreDriver {
    final Store store = new MemoryStore();
    CatalogView catalog = CatalogView.FIRST.withContainer(1, "c0", 1, "policy");

    /** All steps so far, and what the next commits are to end with instead of being sent. */
    final List<StoreStep> performed = new ArrayList<>();

    final Deque<CommitOutcome> forced = new ArrayDeque<>();

    /** What happens before the next step is performed. */
    @Nullable
    Runnable before;

    void run(@Nullable StoreStep first) {
        StoreStep step = first;
        while (step != null) {
            Runnable hook = before;
            before = null;
            if (hook != null) {
                hook.run();
            }
            performed.add(step);
            step = perform(step);
        }
    }

    private @Nullable StoreStep perform(StoreStep step) {
        if (step instanceof StoreStep.ReadNodes read) {
            return read.then().apply(nodes());
        } else if (step instanceof StoreStep.ReadNode read) {
            return read.then().apply(node(read.id()));
        } else if (step instanceof StoreStep.ReadHead read) {
            return read.then().apply(head(read.partition()));
        } else if (step instanceof StoreStep.ReadCatalog read) {
            return read.then().apply(catalog);
        } else if (step instanceof StoreStep.ReadPage read) {
            return read.then().apply(new StoreStep.Page("entries of " + read.partition(), null));
        } else if (step instanceof StoreStep.ChangeCatalog change) {
            catalog = change.edit().apply(catalog, catalog.version() + 1);
            return change.then().apply(true);
        } else if (step instanceof StoreStep.WriteNode write) {
            return write.then().apply(forced.isEmpty() ? commit(write) : forced.remove());
        }
        StoreStep.WriteHead write = (StoreStep.WriteHead) step;
        return write.then().apply(forced.isEmpty() ? commit(write) : forced.remove());
    }

    private CommitOutcome commit(StoreStep.WriteNode write) {
        NodeRecord expected = write.expected();
        NodeRecord next = write.next();
        Commit commit = new Commit(Durability.SYNCED);
        if (expected == null) {
            commit.ifAbsent(NodeRecord.key(next == null ? new UUID(0, 0) : next.id()));
        } else {
            commit.ifValue(NodeRecord.key(expected.id()), expected.encode());
        }
        if (next == null) {
            commit.delete(NodeRecord.key(expected == null ? new UUID(0, 0) : expected.id()));
        } else {
            commit.put(NodeRecord.key(next.id()), next.encode());
        }
        return store.partition(Membership.PARTITION).commit(commit);
    }

    CommitOutcome commit(StoreStep.WriteHead write) {
        PartitionHead expected = write.expected();
        Commit commit = new Commit(Durability.SYNCED)
                .put(PartitionHead.KEY, write.next().encode());
        if (expected == null) {
            commit.ifAbsent(PartitionHead.KEY);
        } else {
            commit.ifValue(PartitionHead.KEY, expected.encode());
        }
        CommitOutcome outcome = write.wipes()
                ? store.drop(write.partition(), commit)
                : store.partition(write.partition()).commit(commit);
        if (outcome == CommitOutcome.APPLIED && write.changes() instanceof CatalogView newer) {
            catalog = newer;
        }
        return outcome;
    }

    CatalogView.Mapped container() {
        return Objects.requireNonNull(catalog.containers().get("c0"));
    }

    List<NodeRecord> nodes() {
        List<NodeRecord> nodes = new ArrayList<>();
        StorePartition membership = store.partition(Membership.PARTITION);
        membership.walk(KeyRange.prefix(Keyspace.NODE.prefix()), entry -> nodes.add(NodeRecord.decode(entry)));
        return nodes;
    }

    @Nullable
    NodeRecord node(UUID id) {
        byte[] value = store.partition(Membership.PARTITION).get(NodeRecord.key(id));
        return value == null ? null : NodeRecord.decode(new KeyValue(NodeRecord.key(id), value));
    }

    @Nullable
    PartitionHead head(int partition) {
        byte[] value = store.partition(partition).get(PartitionHead.KEY);
        return value == null ? null : PartitionHead.decode(value);
    }

    PartitionHead existingHead(int partition) {
        PartitionHead head = head(partition);
        if (head == null) {
            throw new IllegalStateException("partition " + partition + " has no head");
        }
        return head;
    }

    /** Puts a head whatever is stored. */
    void put(int partition, PartitionHead head) {
        store.partition(partition).commit(new Commit(Durability.SYNCED).put(PartitionHead.KEY, head.encode()));
    }
}
