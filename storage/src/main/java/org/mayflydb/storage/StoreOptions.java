package org.mayflydb.storage;

import java.util.OptionalInt;

/**
 * How a store is opened.
 *
 * @param memoryMegabytes for its cache and for what is not in files yet; empty to leave that to the store
 * @param unfinished whether a store that is {@link StoreProvider#UNFINISHED} is opened, in order to finish it
 */
public record StoreOptions(OptionalInt memoryMegabytes, boolean unfinished) {

    public StoreOptions {
        if (memoryMegabytes.isPresent() && memoryMegabytes.getAsInt() < StoreProvider.MEMORY_MEGABYTES_MIN) {
            throw new IllegalArgumentException("a store needs at least " + StoreProvider.MEMORY_MEGABYTES_MIN
                    + " megabytes of memory, not " + memoryMegabytes.getAsInt());
        }
    }

    public static StoreOptions defaults() {
        return new StoreOptions(OptionalInt.empty(), false);
    }

    public StoreOptions withMemoryMegabytes(OptionalInt megabytes) {
        return new StoreOptions(megabytes, unfinished);
    }

    public StoreOptions toFinish() {
        return new StoreOptions(memoryMegabytes, true);
    }
}
