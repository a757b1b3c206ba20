package org.mayflydb.storage;

import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A large set of entries of {@link Space#DERIVED} that a partition takes as a whole and without a log, since they can be
 * derived again.
 *
 * @param entries sorted by key, each key once; a deletion is a change without a value
 * @param record the commit that completes the set: its conditions must hold, and it records up to which LSN the set is
 *     complete. Until it is applied the set counts as incomplete, and ingesting it again is safe.
 */
public record DerivedSet(Iterator<Commit.Change> entries, Commit record) {

    /** The entries; throws {@link IllegalArgumentException} at one that is in the wrong space or out of order. */
    public Iterator<Commit.Change> entriesInOrder() {
        return new Iterator<>() {
            private byte @Nullable [] last;

            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public Commit.Change next() {
                Commit.Change next = entries.next();
                if (next.space() != Space.DERIVED) {
                    throw new IllegalArgumentException("a derived set has an entry of the space " + next.space());
                }
                if (last != null && Arrays.compareUnsigned(last, next.key()) >= 0) {
                    throw new IllegalArgumentException("the entries of a derived set are not in order");
                }
                last = next.key();
                return next;
            }
        };
    }
}
