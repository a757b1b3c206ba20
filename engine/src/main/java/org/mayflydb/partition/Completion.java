package org.mayflydb.partition;

import java.util.function.Supplier;

/**
 * Receives the outcome of a write, once. It runs on the thread that leads the partition, so it is quick and never waits
 * for another write.
 */
@FunctionalInterface
public interface Completion<R> {
    /**
     * The write has ended.
     *
     * @param outcome returns the result of the write, or throws the reason why it failed
     */
    void over(Supplier<R> outcome);
}
