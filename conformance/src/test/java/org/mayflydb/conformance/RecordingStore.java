package org.mayflydb.conformance;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** A store that remembers which keys were written, around one that stores them. */
final class RecordingStore implements Store {
    private final Store inner;
    private final Set<String> written = new TreeSet<>();

    RecordingStore(Store inner) {
        this.inner = inner;
    }

    /** What was written since this was last asked: partition and key, or partition and a range that was removed. */
    Set<String> takeWritten() {
        Set<String> taken = Set.copyOf(written);
        written.clear();
        return taken;
    }

    static String name(int partition, byte[] key) {
        return partition + " " + Bytes.wrap(key);
    }

    @Override
    public String location() {
        return inner.location();
    }

    @Override
    public List<Integer> partitionNumbers() {
        return inner.partitionNumbers();
    }

    @Override
    public StorePartition partition(int number) {
        return new RecordingPartition(number, inner.partition(number));
    }

    @Override
    public void drop(int number) {
        written.add(number + " dropped");
        inner.drop(number);
    }

    @Override
    public void sync() {
        inner.sync();
    }

    @Override
    public void verifyChecksums() {
        inner.verifyChecksums();
    }

    @Override
    public void close() {
        inner.close();
    }

    private final class RecordingPartition implements StorePartition {
        private final int number;
        private final StorePartition partition;

        RecordingPartition(int number, StorePartition partition) {
            this.number = number;
            this.partition = partition;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return partition.get(key);
        }

        @Override
        public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            return partition.scan(range, direction, entriesMax, bytesMax);
        }

        @Override
        public KeyPage scanKeys(KeyRange range, int keysMax) {
            return partition.scanKeys(range, keysMax);
        }

        @Override
        public ReadPoint readPoint() {
            return partition.readPoint();
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            commit.changes().forEach(change -> written.add(name(number, change.key())));
            return partition.commit(commit);
        }

        @Override
        public void deleteRange(KeyRange range) {
            written.add(number + " range removed");
            partition.deleteRange(range);
        }

        @Override
        public long approximateBytes(KeyRange range) {
            return partition.approximateBytes(range);
        }
    }
}
