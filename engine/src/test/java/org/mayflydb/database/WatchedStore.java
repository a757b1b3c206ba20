package org.mayflydb.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/** The store as one of several engines uses it, which it outlives. Notes reads of the catalog, and refuses commits on request. */
final class WatchedStore extends ForwardingStore {
    /** The kind of each read of the system partition. */
    final List<String> catalogReads = new ArrayList<>();

    /** Partitions to which nothing is committed at present. */
    final Set<Integer> refusing = new TreeSet<>();

    /** How many commits were refused. */
    int refused;

    WatchedStore(Store inner) {
        super(inner);
    }

    @Override
    public StorePartition partition(int number) {
        return new Watched(number, super.partition(number));
    }

    @Override
    public void close() {}

    private final class Watched extends ForwardingPartition {
        private final int number;

        Watched(int number, StorePartition inner) {
            super(inner);
            this.number = number;
        }

        private void note(String read) {
            if (number == Engine.SYSTEM.number()) {
                catalogReads.add(read);
            }
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            note("get");
            return super.get(space, key);
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            note("scan");
            return super.scan(space, range, direction, entriesMax, bytesMax);
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            note("scan of keys");
            return super.scanKeys(space, range, keysMax);
        }

        @Override
        public ReadPoint readPoint() {
            note("snapshot");
            return super.readPoint();
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            if (refusing.contains(number)) {
                refused++;
                throw new StoreUnavailableException("partition " + number + " takes no commits");
            }
            return super.commit(commit);
        }
    }
}
