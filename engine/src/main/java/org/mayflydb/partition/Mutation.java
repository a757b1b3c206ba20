package org.mayflydb.partition;

/**
 * A change to one partition: it reads through the transaction, decides, and leaves its changes there. The caller gets the
 * result once they are committed. If it throws, its changes are discarded and those of other mutations stay.
 *
 * <p>A mutation is a pure function of the transaction and runs again if its commit has to be repeated. Anything else it
 * has to do goes to {@link Transaction#onCommit}.
 */
@FunctionalInterface
public interface Mutation<R> {
    R apply(Transaction transaction);
}
