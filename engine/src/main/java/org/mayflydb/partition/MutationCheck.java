package org.mayflydb.partition;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.Commit;

/**
 * While it is on, which is in tests, every mutation runs twice, and what it did the first time is undone and compared with
 * the second. One that is not pure would repeat its effects, or contradict itself, when a commit has to be repeated.
 */
final class MutationCheck {
    private static final int RUNS_MAX = 10;

    private static boolean on;
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

    /** What a mutation did to its transaction. */
    record Trace(List<Commit.Change> changes, PartitionHead head, int effects) {
        private @Nullable String differenceFrom(Trace other) {
            if (!head.equals(other.head)) {
                return "counters " + head + " became " + other.head;
            }
            if (effects != other.effects) {
                return effects + " effects became " + other.effects;
            }
            if (changes.size() != other.changes.size()) {
                return changes.size() + " changes became " + other.changes.size();
            }
            for (int i = 0; i < changes.size(); i++) {
                if (!Arrays.equals(changes.get(i).key(), other.changes.get(i).key())
                        || !Arrays.equals(
                                changes.get(i).value(), other.changes.get(i).value())) {
                    return "change " + i + " is another";
                }
            }
            return null;
        }
    }

    private MutationCheck() {}

    static boolean isOn() {
        return on;
    }

    static void turn(boolean newOn) {
        on = newOn;
    }

    /** Removes and returns what was found so far. */
    static List<String> takeFound() {
        List<String> taken = List.copyOf(FOUND);
        FOUND.removeAll(taken);
        return taken;
    }

    /**
     * Runs the mutation twice and leaves the transaction as the last run does. A run that ends because the store is
     * unavailable proves nothing. After a difference it runs again: settings of the container may have changed between two
     * runs, but hardly each time.
     */
    static <R> R run(Transaction transaction, Mutation<R> mutation) {
        Run<R> last = Run.of(transaction, mutation);
        String difference = null;
        for (int runs = 1; runs < RUNS_MAX && !last.isUnavailable() && (runs == 1 || difference != null); runs++) {
            transaction.rollback();
            Run<R> again = Run.of(transaction, mutation);
            difference = again.isUnavailable() ? null : last.differenceFrom(again);
            last = again;
        }
        if (difference != null) {
            FOUND.add(mutation.getClass() + ": " + difference);
        }
        return last.outcome();
    }

    private record Run<R>(@Nullable R result, @Nullable RuntimeException failure, Trace trace) {
        static <R> Run<R> of(Transaction transaction, Mutation<R> mutation) {
            try {
                return new Run<>(mutation.apply(transaction), null, transaction.trace());
            } catch (RuntimeException failure) {
                return new Run<>(null, failure, transaction.trace());
            }
        }

        @Nullable
        String differenceFrom(Run<R> other) {
            String before = text();
            String after = other.text();
            return before.equals(after) ? trace.differenceFrom(other.trace) : before + " became " + after;
        }

        boolean isUnavailable() {
            return failure instanceof UnavailableException;
        }

        private String text() {
            return failure == null ? MutationCheck.text(result) : failure.toString();
        }

        R outcome() {
            if (failure != null) {
                throw failure;
            }
            return Invariant.present(result, "a mutation returns a result");
        }
    }

    /** Results without a text of their own are compared by their type only. */
    private static String text(@Nullable Object result) {
        if (result == null) {
            return "null";
        }
        boolean hasText = result instanceof Number || result instanceof Boolean || result instanceof String;
        return hasText ? result.toString() : result.getClass().getName();
    }
}
