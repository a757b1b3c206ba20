package org.mayflydb.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.StoredItem;

/**
 * Fills a new partition and counts its items. Every commit is conditional on the head of the last one, so a process that takes
 * the partition, to drop it for example, ends the split. Used by one thread at a time.
 */
public final class ChildWriter {
    private static final int CHANGES_MAX = 10_000;
    private static final long CHANGED_BYTES_MAX = 4L * 1024 * 1024;
    private static final int TRIES_MAX = 8;

    private final StorePartition store;
    private final EpkRange range;
    private final UUID owner;
    private List<Commit.Change> changes = new ArrayList<>();
    private long changedBytes;
    private final Map<Bytes, Integer> sizes = new HashMap<>();
    private long items;
    private long bytes;

    /** The stored head; null before the first commit, which creates the partition. */
    private byte @Nullable [] storedHead;

    private long sequence;

    /**
     * @param store of a partition without any entry
     * @param owner the id of this process
     */
    public ChildWriter(StorePartition store, EpkRange range, UUID owner) {
        this.store = store;
        this.range = range;
        this.owner = owner;
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
            sequence++;
            Ownership copying = new Ownership(PartitionHead.State.COPYING, 1, owner, sequence, 0);
            commit(new Commit(Durability.RELAXED, changes), PartitionHead.EMPTY.with(copying));
            changes = new ArrayList<>();
            changedBytes = 0;
            sizes.clear();
        }
    }

    /** Makes the partition ready for its first owner, and everything in it durable. */
    void finish(PartitionHead parent) {
        flush();
        sequence = Math.max(sequence, parent.sequence()) + 1;
        Ownership active = new Ownership(PartitionHead.State.ACTIVE, 2, Ownership.NOBODY, sequence, 0);
        commit(new Commit(Durability.SYNCED), parent.child(items, bytes).with(active));
    }

    /**
     * Commits, and repeats the commit while its outcome is unknown: of several attempts only one can find the old head, and all
     * write the same.
     */
    private void commit(Commit commit, PartitionHead head) {
        byte[] next = head.encode();
        if (storedHead == null) {
            commit.ifAbsent(PartitionHead.KEY);
        } else {
            commit.ifValue(PartitionHead.KEY, storedHead);
        }
        commit.put(PartitionHead.KEY, next);
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            CommitOutcome outcome = store.commit(commit);
            if (outcome == CommitOutcome.CONDITION_FAILED && !Arrays.equals(store.get(PartitionHead.KEY), next)) {
                throw new UnavailableException("A split was ended by another process that took a child of it");
            }
            if (outcome != CommitOutcome.UNKNOWN) {
                storedHead = next;
                return;
            }
        }
        throw new UnavailableException("A split cannot be written: the outcome of a commit stays unknown");
    }
}
