package org.mayflydb.bench;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.memory.MemoryStore;

/** The commits of creates in an indexed container, each of one group. A database in memory makes them. */
final class RecordedCreates implements AutoCloseable {
    private final Mayfly mayfly;
    private final Container container;
    private final List<Commit> recorded = new ArrayList<>();
    private int nextNumber;

    RecordedCreates() {
        WatchedStore store = new WatchedStore(new MemoryStore());
        this.mayfly = Mayfly.builder().backgroundPurge(false).open(store);
        this.container = mayfly.createDatabase("recorded")
                .createContainer(ContainerSpec.named("recorded").partitionKey(SampleItem.PARTITION_KEY_PATH));
        store.watch((number, commit) -> recorded.add(commit));
    }

    /** Creates new items, and returns the one commit that a group of these creates makes. */
    Commit next(int items) {
        recorded.clear();
        for (int i = 0; i < items; i++) {
            container.create(SampleItem.json(nextNumber++));
        }
        Map<ByteBuffer, Commit.Change> last = new LinkedHashMap<>();
        for (Commit commit : recorded) {
            commit.changes().forEach(change -> last.put(ByteBuffer.wrap(change.key()), change));
        }
        Commit group = new Commit(Durability.SYNCED, List.copyOf(last.values()));
        group.conditions().addAll(recorded.get(0).conditions());
        return group;
    }

    @Override
    public void close() {
        mayfly.close();
    }
}
