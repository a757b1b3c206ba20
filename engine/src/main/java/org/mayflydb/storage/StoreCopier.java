package org.mayflydb.storage;

import java.nio.file.Path;

/** Copies a store while others read and write it. An optional ability: a store in memory has none. */
@FunctionalInterface
public interface StoreCopier {

    /**
     * Makes another store in a directory that does not exist yet, with everything that was committed at one moment of the
     * call, relaxed commits too, and nothing that came later. The copy survives the loss of power.
     *
     * <p>It may share the space of files that never change with the store, as hard links do.
     *
     * @return the copy, open; the caller closes it
     */
    Store copyTo(Path directory);
}
