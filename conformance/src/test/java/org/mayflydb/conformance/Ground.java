package org.mayflydb.conformance;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/** What the database of a trial stands on: a store that outlives those who open it. */
final class Ground {
    private static final RocksOptions SMALL = new RocksOptions(1 << 20, 1 << 20);

    private final Durability durability;
    private final UnaryOperator<Store> reopening;
    private Store store;

    private Ground(Durability durability, Supplier<Store> opening, UnaryOperator<Store> reopening) {
        this.durability = durability;
        this.reopening = reopening;
        this.store = opening.get();
    }

    static Ground memory() {
        return new Ground(Durability.SYNCED, MemoryStore::new, store -> ((MemoryStore) store).reopen());
    }

    /** A store in memory that can be made to fail; what is not synced is gone when the power fails. */
    static Ground faulty(Durability durability) {
        MemoryStore[] memory = {new MemoryStore()};
        return new Ground(durability, () -> new FaultyStore(memory[0]), ended -> {
            memory[0] = memory[0].reopen();
            return new FaultyStore(memory[0]);
        });
    }

    /** RocksDB in an empty directory. */
    static Ground rocks(Path directory, Durability durability) {
        return new Ground(durability, () -> RocksStore.open(directory, SMALL), store -> {
            store.close();
            return RocksStore.open(directory, SMALL);
        });
    }

    Durability durability() {
        return durability;
    }

    /** The store as it is open now. */
    Store store() {
        return store;
    }

    /** Ends the use of the store and opens it again. */
    void reopen() {
        store = reopening.apply(store);
    }

    /** The power fails and comes back. */
    void losePower() {
        store = ((FaultyStore) store).crash();
    }

    void close() {
        store.close();
    }
}
