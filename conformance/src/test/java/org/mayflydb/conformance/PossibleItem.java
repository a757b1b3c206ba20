package org.mayflydb.conformance;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;

/**
 * What may be stored under an id that one thread writes while others purge, move the clock and change the default.
 *
 * <p>It is a set of states. Each answer of the database removes those that would have answered otherwise; if none is left,
 * the answer was wrong. Nobody else writes the id, so the only thing that can happen between two answers is that an expired
 * version is purged. An answer that says nothing leaves the states before and after the operation.
 */
final class PossibleItem {

    /**
     * What was written.
     *
     * @param serial tells it from every other version
     * @param ttl the item's own lifetime in seconds, -1 for ever, 0 if it inherits
     */
    record Version(int serial, long earliestTimestamp, long latestTimestamp, int ttl) {}

    /** What can be asked for, and how it is refused. */
    enum Operation {
        CREATE(FailureCode.CONFLICT),
        UPSERT(null),
        REPLACE(FailureCode.NOT_FOUND),
        DELETE(FailureCode.NOT_FOUND),
        READ(FailureCode.NOT_FOUND);

        private final @Nullable FailureCode refusal;

        Operation(@Nullable FailureCode refusal) {
            this.refusal = refusal;
        }

        private boolean canSucceed(boolean seen, boolean unseen) {
            return switch (this) {
                case CREATE -> unseen;
                case UPSERT -> true;
                case REPLACE, DELETE, READ -> seen;
            };
        }

        private boolean canBeRefused(boolean seen, boolean unseen) {
            return switch (this) {
                case CREATE -> seen;
                case UPSERT -> false;
                case REPLACE, DELETE, READ -> unseen;
            };
        }
    }

    private static final Optional<Version> NONE = Optional.empty();

    private Set<Optional<Version>> states = Set.of(NONE);

    /**
     * Learns from how an operation ended.
     *
     * @param left what is stored after a success; for a read, what was found
     * @param failure how else it ended; null for a success
     * @throws AssertionError if it cannot have ended so
     */
    void ended(Operation operation, Optional<Version> left, @Nullable FailureCode failure, RaceBounds bounds) {
        boolean unknown = failure == FailureCode.UNAVAILABLE;
        Set<Optional<Version>> after = new LinkedHashSet<>();
        for (Optional<Version> state : statesUnderPurge(bounds)) {
            boolean seen = state.isPresent() && bounds.mayShow(state.get());
            boolean unseen = state.isEmpty() || bounds.mayHide(state.get());
            if ((failure == null || unknown) && operation.canSucceed(seen, unseen)) {
                if (operation != Operation.READ) {
                    after.add(left);
                } else if (unknown || isSame(state, left)) {
                    after.add(state);
                }
            }
            if (unknown || (failure == operation.refusal && operation.canBeRefused(seen, unseen))) {
                after.add(state);
            }
        }
        settle(after, operation + " ended with " + (failure == null ? left : failure), bounds);
    }

    /** Learns what is stored, whether it can be seen or not. */
    void stored(Optional<Version> found, RaceBounds bounds) {
        boolean possible = statesUnderPurge(bounds).stream().anyMatch(state -> isSame(state, found));
        settle(possible ? Set.of(found) : Set.of(), "stored is " + found, bounds);
    }

    /** Whether the item can be seen, once it is known what is stored and what time it is. */
    boolean isVisible(RaceBounds exact) {
        return states.stream().anyMatch(state -> state.isPresent() && exact.mayShow(state.get()));
    }

    private Set<Optional<Version>> statesUnderPurge(RaceBounds bounds) {
        Set<Optional<Version>> all = new LinkedHashSet<>(states);
        if (states.stream().anyMatch(state -> state.isPresent() && bounds.mayHide(state.get()))) {
            all.add(NONE);
        }
        return all;
    }

    private static boolean isSame(Optional<Version> one, Optional<Version> other) {
        return one.map(Version::serial).equals(other.map(Version::serial));
    }

    private void settle(Set<Optional<Version>> after, String event, RaceBounds bounds) {
        if (after.isEmpty()) {
            throw new AssertionError(event + ", but possible was " + states + " within " + bounds);
        }
        states = after;
    }
}
