package org.mayflydb.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.membership.Membership;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;

/**
 * Performs steps by blocking calls on the store. The lock of the node is held while the rules decide, and never during a call, which
 * is what lets a lease end while a process waits.
 */
final class StepPerformer {
    /** Small, because the lock is held while the entries of a page are assigned to children. */
    private static final int PAGE_ENTRIES = 500;

    private static final long PAGE_BYTES = 1L << 20;

    private final Store store;
    private final Object lock;
    private final SharedCatalog catalog;

    StepPerformer(Store store, Object lock, SharedCatalog catalog) {
        this.store = store;
        this.lock = lock;
        this.catalog = catalog;
    }

    /**
     * Performs a procedure to its end.
     *
     * @throws MayflyException if the store fails; a commit was then certainly not applied
     */
    void run(Supplier<@Nullable StoreStep> first) {
        StoreStep step = decide(first);
        while (step != null) {
            step = perform(step);
        }
    }

    private @Nullable StoreStep decide(Supplier<@Nullable StoreStep> decision) {
        synchronized (lock) {
            return decision.get();
        }
    }

    private @Nullable StoreStep perform(StoreStep step) {
        if (step instanceof StoreStep.ReadNodes read) {
            List<NodeRecord> nodes = nodes();
            return decide(() -> read.then().apply(nodes));
        } else if (step instanceof StoreStep.ReadNode read) {
            NodeRecord node = node(read.id());
            return decide(() -> read.then().apply(node));
        } else if (step instanceof StoreStep.WriteNode write) {
            CommitOutcome outcome = commit(write);
            return decide(() -> write.then().apply(outcome));
        } else if (step instanceof StoreStep.ReadHead read) {
            return perform(read);
        } else if (step instanceof StoreStep.WriteHead write) {
            CommitOutcome outcome = commit(write);
            return decide(() -> write.then().apply(outcome));
        } else if (step instanceof StoreStep.ReadCatalog read) {
            var view = catalog.read();
            return decide(() -> read.then().apply(view));
        } else if (step instanceof StoreStep.ChangeCatalog change) {
            boolean done = catalog.change(change.edit());
            return decide(() -> change.then().apply(done));
        }
        StoreStep.ReadPage read = (StoreStep.ReadPage) step;
        StoreStep.Page page = page(read.partition(), (Place) read.after());
        return decide(() -> read.then().apply(page));
    }

    /** Where the next page of a split begins. */
    private record Place(Space space, KeyRange rest) {}

    private StoreStep.Page page(int partition, @Nullable Place after) {
        Place from = after == null ? new Place(Space.MAIN, KeyRange.all()) : after;
        Space space = from.space;
        ScanPage page = store.partition(partition).scan(space, from.rest, Direction.FORWARD, PAGE_ENTRIES, PAGE_BYTES);
        Commit entries = new Commit(Durability.SYNCED);
        page.entries().forEach(entry -> entries.put(space, entry.key(), entry.value()));
        if (!page.exhausted()) {
            List<KeyValue> read = page.entries();
            KeyRange rest = from.rest.after(read.get(read.size() - 1).key());
            return new StoreStep.Page(entries, new Place(space, rest));
        }
        return new StoreStep.Page(entries, space == Space.MAIN ? new Place(Space.DERIVED, KeyRange.all()) : null);
    }

    /** A head that cannot be read leaves a doubt, which the step knows what to do about. */
    private @Nullable StoreStep perform(StoreStep.ReadHead read) {
        PartitionHead head;
        try {
            byte[] value = store.partition(read.partition()).get(PartitionHead.KEY);
            head = value == null ? null : PartitionHead.decode(value);
        } catch (MayflyException unread) {
            return decide(read::unanswered);
        }
        return decide(() -> read.then().apply(head));
    }

    private List<NodeRecord> nodes() {
        List<NodeRecord> nodes = new ArrayList<>();
        store.partition(Membership.PARTITION)
                .walk(KeyRange.prefix(Keyspace.NODE.prefix()), entry -> nodes.add(NodeRecord.decode(entry)));
        return nodes;
    }

    /** The record of a node as it is stored; null if it is missing. */
    @Nullable
    NodeRecord node(UUID id) {
        byte[] key = NodeRecord.key(id);
        byte[] value = store.partition(Membership.PARTITION).get(key);
        return value == null ? null : NodeRecord.decode(new KeyValue(key, value));
    }

    private CommitOutcome commit(StoreStep.WriteNode write) {
        NodeRecord expected = write.expected();
        NodeRecord next = write.next();
        byte[] key = NodeRecord.key(Objects.requireNonNull(next == null ? expected : next, "a record")
                .id());
        Commit commit = new Commit(Durability.SYNCED);
        if (expected == null) {
            commit.ifAbsent(key);
        } else {
            commit.ifValue(key, expected.encode());
        }
        if (next == null) {
            commit.delete(key);
        } else {
            commit.put(key, next.encode());
        }
        return store.partition(Membership.PARTITION).commit(commit);
    }

    private Commit commitOf(StoreStep.WriteHead write) {
        if (write.changes() instanceof PreparedChanges prepared) {
            return prepared.prepare(store.partition(write.partition()));
        }
        return write.changes() instanceof Commit changes ? changes : new Commit(Durability.SYNCED);
    }

    private CommitOutcome commit(StoreStep.WriteHead write) {
        PartitionHead expected = write.expected();
        Commit commit = commitOf(write);
        commit.put(PartitionHead.KEY, write.next().encode())
                .version(write.next().sequence());
        if (expected == null) {
            commit.ifAbsent(PartitionHead.KEY);
        } else {
            commit.ifValue(PartitionHead.KEY, expected.encode());
        }
        if (write.wipes()) {
            return store.drop(write.partition(), commit);
        }
        return expected == null
                ? store.createPartition(write.partition(), commit)
                : store.partition(write.partition()).commit(commit);
    }
}
