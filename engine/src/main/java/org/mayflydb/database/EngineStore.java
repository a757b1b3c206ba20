package org.mayflydb.database;

import java.nio.file.Path;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreListener;

/** The store of an engine, for operators: its health, its durability and copies of it. */
public final class EngineStore {
    private final Store store;

    EngineStore(Store store) {
        this.store = store;
    }

    /** Whether the data outlives the process. */
    public boolean isDurable() {
        return store.isDurable();
    }

    /** Whether the store takes writes. Reads memory only. */
    public StoreHealth health() {
        return store.health();
    }

    /** Registers a listener for what happens to the store from now on. */
    public void listen(StoreListener listener) {
        store.listen(listener);
    }

    /**
     * Reads something from the store.
     *
     * @throws org.mayflydb.base.MayflyException if that fails
     */
    public void probe() {
        store.partition(Engine.SYSTEM.number()).get(PartitionHead.KEY);
    }

    /** Makes everything written so far survive a power failure, including relaxed writes. */
    public void sync() {
        store.sync();
    }

    /**
     * Copies a snapshot of this store into a directory that does not exist yet. Requests continue meanwhile.
     *
     * @return the copy, open; the caller closes it
     * @throws UnsupportedException if the store cannot be copied
     */
    public Store copyTo(Path directory) {
        return store.copier()
                .orElseThrow(() -> new UnsupportedException("Copying a store in memory"))
                .copyTo(directory);
    }
}
