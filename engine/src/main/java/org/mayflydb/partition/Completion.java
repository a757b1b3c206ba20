package org.mayflydb.partition;

import java.util.function.Supplier;

/**
 * Takes the outcome of a write that nobody waited for. It is called on the thread that leads the partition, so it is
 * quick and never waits for another write.
 */
@FunctionalInterface
public interface Completion<R> {
    /**
     * The write is over.
     *
     * @param outcome gives what a blocking write would have returned, or throws what that would have thrown
     */
    void over(Supplier<R> outcome);
}
