package org.mayflydb.item;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.GoneException;
import org.mayflydb.partition.Completion;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Partition;

/** A write that finds its partition by itself, and again if that was split before its turn came. */
final class RoutedWrite<R> {
    /** A partition that came out of a split may be split itself, but not at once. */
    private static final int TRIES_MAX = 10;

    private final long bytes;
    private final Supplier<Target<R>> target;

    /** What is done where. */
    record Target<R>(Partition partition, Mutation<R> mutation) {}

    /**
     * @param bytes what it keeps in memory, about
     * @param target asked again if the partition was split meanwhile
     */
    RoutedWrite(long bytes, Supplier<Target<R>> target) {
        this.bytes = bytes;
        this.target = target;
    }

    R perform() {
        for (int tries = 1; ; tries++) {
            Target<R> found = target.get();
            try {
                return found.partition.write(found.mutation);
            } catch (GoneException gone) {
                if (!isSplit(gone) || tries == TRIES_MAX) {
                    throw gone;
                }
            }
        }
    }

    void submit(Executor leaders, Completion<R> completion) {
        submit(leaders, completion, 1);
    }

    private void submit(Executor leaders, Completion<R> completion, int tries) {
        Target<R> found = target.get();
        found.partition.submit(found.mutation, bytes, leaders, outcome -> {
            if (tries < TRIES_MAX && found.partition.isRetired() && wasSplit(outcome)) {
                try {
                    submit(leaders, completion, tries + 1);
                } catch (RuntimeException refused) {
                    completion.over(() -> {
                        throw refused;
                    });
                } catch (Error failure) {
                    completion.over(() -> {
                        throw failure;
                    });
                }
            } else {
                completion.over(outcome);
            }
        });
    }

    private static <R> boolean wasSplit(Supplier<R> outcome) {
        try {
            R unused = outcome.get();
            return false;
        } catch (GoneException gone) {
            return isSplit(gone);
        } catch (RuntimeException another) {
            return false;
        }
    }

    static boolean isSplit(GoneException gone) {
        return gone.code() == FailureCode.COMPLETING_SPLIT;
    }
}
