package org.mayflydb.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * A store whose process ends at a change: before it, after it, or, as far as changes are not atomic, within it.
 */
final class InterruptedStore extends ForwardingStore {
    private final int changesUntilEnd;
    private final Random random;
    private int changes;

    /** The end of the process. */
    static final class Interruption extends Error {
        private static final long serialVersionUID = 1;
    }

    InterruptedStore(Store inner, int changesUntilEnd, Random random) {
        super(inner);
        this.changesUntilEnd = changesUntilEnd;
        this.random = random;
    }

    int changes() {
        return changes;
    }

    @Override
    public StorePartition partition(int number) {
        return new Interrupted(inner().partition(number));
    }

    private final class Interrupted extends ForwardingPartition {
        private final StorePartition partition;

        Interrupted(StorePartition partition) {
            super(partition);
            this.partition = partition;
        }

        private boolean isLast() {
            changes++;
            if (changes == changesUntilEnd && random.nextBoolean()) {
                throw new Interruption();
            }
            return changes == changesUntilEnd;
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            boolean last = isLast();
            CommitOutcome outcome = partition.commit(commit);
            end(last);
            return outcome;
        }

        @Override
        public CommitOutcome ingest(DerivedSet set) {
            boolean last = isLast();
            if (last && random.nextBoolean()) {
                ingestSome(set);
                throw new Interruption();
            }
            CommitOutcome outcome = partition.ingest(set);
            end(last);
            return outcome;
        }

        private void ingestSome(DerivedSet set) {
            List<Commit.Change> some = new ArrayList<>();
            set.entriesInOrder().forEachRemaining(some::add);
            partition.commit(new Commit(Durability.RELAXED, some.subList(0, random.nextInt(some.size() + 1))));
        }

        @Override
        public void deleteRange(Space space, KeyRange range) {
            boolean last = isLast();
            partition.deleteRange(space, range);
            end(last);
        }

        private void end(boolean last) {
            if (last) {
                throw new Interruption();
            }
        }
    }
}
