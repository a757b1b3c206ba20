package org.mayflydb.storage;

import java.nio.file.Path;

/** Copies a store while others read and write it. An optional ability: a store in memory has none. */
@FunctionalInterface
public interface StoreCopier {

    /**
     * Makes another store in a directory that does not exist yet, from a snapshot of this one that includes relaxed commits.
     * The copy survives a power failure.
     *
     * <p>It may share the space of files that never change with the store, as hard links do.
     *
     * @return the copy, open; the caller closes it
     */
    Store copyTo(Path directory);
}
