package org.mayflydb.item;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.GoneException;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Partition;

/** A write to one item that has been checked as far as it can be without the store, and is done by one of these. */
public final class ItemWrite {
    /** A partition that came out of a split may be split itself, but not at once. */
    private static final int TRIES_MAX = 10;

    private final long bytes;
    private final Supplier<Target> target;

    /** What is done where. */
    record Target(Partition partition, Mutation<ItemResult> mutation) {}

    /** @param target asked again if the partition was split meanwhile */
    ItemWrite(long bytes, Supplier<Target> target) {
        this.bytes = bytes;
        this.target = target;
    }

    /** Does it, and waits until it is done. */
    public ItemResult perform() {
        for (int tries = 1; ; tries++) {
            Target found = target.get();
            try {
                return found.partition.write(found.mutation);
            } catch (GoneException gone) {
                if (!isSplit(gone) || tries == TRIES_MAX) {
                    throw gone;
                }
            }
        }
    }

    /**
     * Has it done and does not wait.
     *
     * @param leaders whose threads do the work
     * @param completion told on one of those threads how it ended
     * @throws org.mayflydb.base.TooBusyException if too many writes wait already; nothing is done then
     */
    public void submit(Executor leaders, Completion<ItemResult> completion) {
        submit(leaders, completion, 1);
    }

    private void submit(Executor leaders, Completion<ItemResult> completion, int tries) {
        Target found = target.get();
        found.partition.submit(found.mutation, bytes, leaders, outcome -> {
            if (tries < TRIES_MAX && wasSplit(outcome)) {
                try {
                    submit(leaders, completion, tries + 1);
                } catch (RuntimeException refused) {
                    completion.over(() -> {
                        throw refused;
                    });
                }
            } else {
                completion.over(outcome);
            }
        });
    }

    private static boolean wasSplit(Supplier<ItemResult> outcome) {
        try {
            ItemResult unused = outcome.get();
            return false;
        } catch (GoneException gone) {
            return isSplit(gone);
        } catch (RuntimeException another) {
            return false;
        }
    }

    private static boolean isSplit(GoneException gone) {
        return gone.code() == FailureCode.SPLITTING;
    }
}
