package org.mayflydb.partition;

import java.util.List;

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

    /** The keys that it will read, as far as it knows them: where reads are not local, those of a group are read together. */
    default List<byte[]> reads() {
        return List.of();
    }
}
