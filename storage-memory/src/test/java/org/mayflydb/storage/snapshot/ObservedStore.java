package org.mayflydb.storage.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** Notes calls that read several keys, and lets something happen after a call has taken effect and before it returns. */
final class ObservedStore extends ForwardingStore {
    private final List<String> reads = new ArrayList<>();
    private @Nullable Runnable afterNextCommit;
    private @Nullable Runnable afterNextRead;

    ObservedStore(Store inner) {
        super(inner);
    }

    /** The calls so far, each with its space and number of keys. */
    List<String> reads() {
        return reads;
    }

    void afterNextCommit(Runnable action) {
        afterNextCommit = action;
    }

    void afterNextRead(Runnable action) {
        afterNextRead = action;
    }

    @Override
    public StorePartition partition(int number) {
        return new ForwardingPartition(super.partition(number)) {
            @Override
            public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
                reads.add(space + " " + keys.size());
                List<byte @Nullable []> values = super.getAll(space, keys);
                Runnable action = afterNextRead;
                afterNextRead = null;
                if (action != null) {
                    action.run();
                }
                return values;
            }

            @Override
            public CommitOutcome commit(Commit commit) {
                CommitOutcome outcome = super.commit(commit);
                Runnable action = afterNextCommit;
                afterNextCommit = null;
                if (action != null) {
                    action.run();
                }
                return outcome;
            }
        };
    }
}
