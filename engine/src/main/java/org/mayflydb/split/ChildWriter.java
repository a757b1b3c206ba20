package org.mayflydb.split;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.StoredItem;

/** Fills a partition that nobody else knows yet, and counts its items. Used by one thread at a time. */
public final class ChildWriter {
    private static final int CHANGES_MAX = 10_000;
    private static final long CHANGED_BYTES_MAX = 4L * 1024 * 1024;
    private static final int TRIES_MAX = 8;

    private final StorePartition store;
    private final EpkRange range;
    private List<Commit.Change> changes = new ArrayList<>();
    private long changedBytes;
    private final Map<Bytes, Integer> sizes = new HashMap<>();
    private long items;
    private long bytes;

    /** @param store of a partition without any entry */
    public ChildWriter(StorePartition store, EpkRange range) {
        this.store = store;
        this.range = range;
    }

    EpkRange range() {
        return range;
    }

    /** Puts an entry, or deletes it where the value is null. It may be there already or not. */
    void apply(Commit.Change change) {
        byte[] value = change.value();
        if (change.key()[0] == Keyspace.ITEM.tag()) {
            count(change.key(), value);
        }
        changes.add(change);
        changedBytes += change.key().length + (value == null ? 0 : value.length);
        if (changes.size() >= CHANGES_MAX || changedBytes >= CHANGED_BYTES_MAX) {
            flush();
        }
    }

    private void count(byte[] key, byte @Nullable [] value) {
        Bytes wrapped = Bytes.wrap(key);
        Integer before = sizes.containsKey(wrapped) ? sizes.get(wrapped) : sizeOf(store.get(key));
        Integer after = sizeOf(value);
        items += (after < 0 ? 0 : 1) - (before < 0 ? 0 : 1);
        bytes += Math.max(0, after) - Math.max(0, before);
        sizes.put(wrapped, after);
    }

    /** The size of an item's JSON, or -1 if there is no item. */
    private static int sizeOf(byte @Nullable [] value) {
        return value == null ? -1 : StoredItem.decode(value).size();
    }

    void flush() {
        if (!changes.isEmpty()) {
            commit(new Commit(Durability.RELAXED, changes));
            changes = new ArrayList<>();
            changedBytes = 0;
            sizes.clear();
        }
    }

    /** Writes the head, and makes everything durable with it. */
    void finish(PartitionHead parent) {
        flush();
        commit(new Commit(Durability.SYNCED)
                .put(PartitionHead.KEY, parent.child(items, bytes).encode()));
    }

    /** All that is written here is absolute, so writing it twice is the same as once. */
    private void commit(Commit commit) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            if (store.commit(commit) == CommitOutcome.APPLIED) {
                return;
            }
        }
        throw new UnavailableException("A split cannot be written: the outcome of a commit stays unknown");
    }
}
