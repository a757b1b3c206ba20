package org.mayflydb.split;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.item.check.EntryOwner;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.node.PreparedChanges;
import org.mayflydb.ownership.SplitContents;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.StoredItem;

/** Which entries of a partition belong to which of its children, and how many items each child has got so far. */
public final class SplitEntries implements SplitContents {
    /** With no more commits than this to be copied, the parent may be stopped: it takes a few milliseconds. */
    private static final int LAST_COMMITS = 20;

    /** What may be committed while one page is copied before memory becomes scarce. */
    private static final long WAITING_BYTES_MAX = 64L << 20;

    /** What a change takes in memory besides its key and value. */
    private static final int CHANGE_BYTES = 100;

    private final EntryOwner owners;
    private final List<EpkRange> halves;
    private final List<Count> counts = new ArrayList<>();

    /** What a child holds. Changed by the thread that splits. */
    private static final class Count {
        private long items;
        private long bytes;
    }

    /** @param halves the ranges of the children */
    public SplitEntries(EntryOwner owners, List<EpkRange> halves) {
        this.owners = owners;
        this.halves = List.copyOf(halves);
        restart();
    }

    @Override
    public void restart() {
        counts.clear();
        halves.forEach(unused -> counts.add(new Count()));
    }

    @Override
    public int lastCommits() {
        return LAST_COMMITS;
    }

    @Override
    public long bytes(Object changes) {
        long bytes = 0;
        for (Commit.Change change : ((Commit) changes).changes()) {
            byte[] value = change.value();
            bytes += CHANGE_BYTES + change.key().length + (value == null ? 0 : value.length);
        }
        return bytes;
    }

    @Override
    public long waitingBytesMax() {
        return WAITING_BYTES_MAX;
    }

    @Override
    public @Nullable Object part(Object entries, int child) {
        List<Commit.Change> part = new ArrayList<>();
        List<Commit.Change> changes = ((Commit) entries).changes();
        for (Commit.Change change : changes) {
            if (change.key()[0] != Keyspace.HEAD.tag() && belongs(change, halves.get(child))) {
                part.add(change);
            }
        }
        return part.isEmpty() ? null : new Part(part, counts.get(child));
    }

    /** Nothing tells whose a deleted entry was, but deleting it in both children does no harm. */
    private boolean belongs(Commit.Change change, EpkRange range) {
        byte[] value = change.value();
        if (value == null) {
            return true;
        }
        EffectivePartitionKey owner = owners.of(change.key(), value);
        return owner == null ? owners.concerns(range, change.key()) : range.contains(owner);
    }

    @Override
    public PartitionHead complete(PartitionHead parent, int child) {
        Count count = counts.get(child);
        return parent.child(count.items, count.bytes);
    }

    /** Entries of one child. They may be there already: a page and a later commit may have the same. */
    private record Part(List<Commit.Change> changes, Count count) implements PreparedChanges {
        @Override
        public Commit prepare(StorePartition child) {
            Map<Bytes, Integer> sizes = new HashMap<>();
            for (Commit.Change change : changes) {
                if (change.key()[0] == Keyspace.ITEM.tag()) {
                    Bytes key = Bytes.wrap(change.key());
                    Integer before = sizes.get(key);
                    int known = before == null ? sizeOf(child.get(change.key())) : before;
                    int after = sizeOf(change.value());
                    count.items += (after < 0 ? 0 : 1) - (known < 0 ? 0 : 1);
                    count.bytes += Math.max(0, after) - Math.max(0, known);
                    sizes.put(key, after);
                }
            }
            return new Commit(Durability.SYNCED, changes);
        }

        /** The size of an item's JSON, or -1 if there is no item. */
        private static int sizeOf(byte @Nullable [] value) {
            return value == null ? -1 : StoredItem.decode(value).size();
        }
    }
}
