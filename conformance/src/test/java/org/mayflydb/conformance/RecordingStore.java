package org.mayflydb.conformance;

import java.util.Set;
import java.util.TreeSet;
import org.mayflydb.base.Bytes;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** A store that remembers which keys were written, around one that stores them. */
final class RecordingStore extends ForwardingStore {
    private final Set<String> written = new TreeSet<>();

    RecordingStore(Store inner) {
        super(inner);
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
    public StorePartition partition(int number) {
        return new RecordingPartition(number, super.partition(number));
    }

    @Override
    public void drop(int number) {
        written.add(number + " dropped");
        super.drop(number);
    }

    private final class RecordingPartition extends ForwardingPartition {
        private final int number;

        RecordingPartition(int number, StorePartition partition) {
            super(partition);
            this.number = number;
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            commit.changes().forEach(change -> written.add(name(number, change.key())));
            return super.commit(commit);
        }

        @Override
        public CommitOutcome ingest(DerivedSet set) {
            written.add(number + " set ingested");
            return super.ingest(set);
        }

        @Override
        public void deleteRange(Space space, KeyRange range) {
            written.add(number + " range removed");
            super.deleteRange(space, range);
        }
    }
}
