package org.mayflydb.partition;

/**
 * A change to one partition. It reads through the transaction, decides, and leaves its changes there; what it returns is
 * answered once they are committed. It may be run again if the commit has to be repeated, so it has no other effects.
 * If it throws, its changes are forgotten and those of others stay.
 */
@FunctionalInterface
public interface Mutation<R> {
    R apply(Transaction transaction);
}
