package org.mayflydb.format;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.index.MissingShapes;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.StoredItem;

/**
 * Upgrades one partition: moves its index entries into the derived space, adds shape entries that are missing, and rewrites its
 * head.
 *
 * <p>The entries are copied first; the record that completes them is one commit with the new head. Only then are they removed
 * where they were. So until that record is there everything is copied again, and from then on only removed again.
 */
final class PartitionUpgrade {
    private static final KeyRange MOVED = new KeyRange(Keyspace.INDEX.prefix(), Keyspace.SHAPE_REGISTRY.prefix());
    private static final KeyRange ITEMS = KeyRange.prefix(Keyspace.ITEM.prefix());

    /** The set of all index entries that an upgrade has moved. */
    private static final byte[] MOVED_SET = {Keyspace.DERIVED_STATE.tag(), 1};

    private static final int PAGE_ENTRIES = 1000;
    private static final long PAGE_BYTES = 4L * 1024 * 1024;

    /** So many are sorted in memory at a time. */
    private static final int ADDED_SHAPES_MAX = 100_000;

    private static final int TRIES_MAX = 8;

    private final StorePartition partition;
    private final Progress progress;

    /** Counts what is done, over all partitions. */
    static final class Progress {
        private static final long REPORTED_ENTRIES = 1_000_000;
        private static final int PARTITION_REPORTS = 20;

        private final UpgradeListener listener;
        private final int partitions;
        private int partitionsDone;
        private long entries;

        Progress(UpgradeListener listener, int partitions) {
            this.listener = listener;
            this.partitions = partitions;
            report();
        }

        void moved() {
            entries++;
            if (entries % REPORTED_ENTRIES == 0) {
                report();
            }
        }

        void partitionDone() {
            partitionsDone++;
            if (partitionsDone % (1 + partitions / PARTITION_REPORTS) == 0 || partitionsDone == partitions) {
                report();
            }
        }

        private void report() {
            listener.upgradeProgressed(partitionsDone, partitions, entries);
        }
    }

    PartitionUpgrade(StorePartition partition, Progress progress) {
        this.partition = partition;
        this.progress = progress;
    }

    void run() {
        for (int tries = 0; partition.get(MOVED_SET) == null; tries++) {
            if (tries == TRIES_MAX) {
                throw unsettled();
            }
            copy();
        }
        partition.deleteRange(MOVED);
    }

    private static UnavailableException unsettled() {
        return new UnavailableException("A partition cannot be upgraded: the outcome of a commit stays unknown");
    }

    private void copy() {
        Commit record = new Commit(Durability.SYNCED);
        byte[] storedHead = partition.get(PartitionHead.KEY);
        PartitionHead head = PartitionHead.EMPTY;
        if (storedHead == null) {
            record.ifAbsent(PartitionHead.KEY);
        } else {
            head = PartitionHead.decode(storedHead);
            record.ifValue(PartitionHead.KEY, storedHead).put(PartitionHead.KEY, head.encode());
        }
        record.put(
                MOVED_SET,
                ByteBuffer.allocate(Long.BYTES).putLong(head.lastLsn()).array());
        addMissingShapes(record);
        partition.ingest(new DerivedSet(new StoredEntries(), record));
    }

    /** Ingests the shape entries that are missing, and adds to the record what registers their shape. */
    private void addMissingShapes(Commit record) {
        MissingShapes missing = new MissingShapes(partition);
        if (!missing.isPossible()) {
            return;
        }
        List<Commit.Change> added = new ArrayList<>();
        boolean[] any = new boolean[1];
        partition.walk(ITEMS, entry -> {
            byte[] key = missing.keyFor(StoredItem.decode(entry.value()));
            if (key != null) {
                byte[] locator = Arrays.copyOfRange(entry.key(), 1, entry.key().length);
                added.add(new Commit.Change(Space.DERIVED, key, locator));
                any[0] = true;
            }
            if (added.size() == ADDED_SHAPES_MAX) {
                ingestShapes(added);
            }
            return true;
        });
        if (any[0]) {
            ingestShapes(added);
            missing.register(record);
        }
    }

    private void ingestShapes(List<Commit.Change> added) {
        added.sort((left, right) -> Arrays.compareUnsigned(left.key(), right.key()));
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            if (partition.ingest(new DerivedSet(added.iterator(), new Commit(Durability.RELAXED)))
                    != CommitOutcome.UNKNOWN) {
                added.clear();
                return;
            }
        }
        throw unsettled();
    }

    /** The index entries as the earlier format has them, in order. */
    private final class StoredEntries implements Iterator<Commit.Change> {
        private KeyRange rest = MOVED;
        private boolean exhausted;
        private Iterator<KeyValue> page = List.<KeyValue>of().iterator();

        @Override
        public boolean hasNext() {
            if (!page.hasNext() && !exhausted) {
                ScanPage read = partition.scan(rest, Direction.FORWARD, PAGE_ENTRIES, PAGE_BYTES);
                page = read.entries().iterator();
                exhausted = read.exhausted();
                if (!exhausted) {
                    rest = rest.after(
                            read.entries().get(read.entries().size() - 1).key());
                }
            }
            return page.hasNext();
        }

        @Override
        public Commit.Change next() {
            KeyValue entry = page.next();
            progress.moved();
            return new Commit.Change(Space.DERIVED, entry.key(), entry.value());
        }
    }
}
