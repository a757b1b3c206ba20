package org.mayflydb.storage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store promises, as tests. A store passes by extending this class and saying how it is opened; the chapters are
 * the interfaces.
 */
public abstract class StoreContract
        implements CommitContract,
                ScanContract,
                SpaceContract,
                ReadPointContract,
                PartitionContract,
                ConcurrencyContract,
                ModelContract,
                LifecycleContract {

    private Store store;

    /** Opens a new, empty store. */
    protected abstract Store openStore();

    /** Opens the closed store again, with the data it had. */
    protected abstract Store reopen(Store closed);

    @BeforeEach
    final void open() {
        store = openStore();
    }

    @AfterEach
    final void close() {
        store.close();
    }

    @Override
    public final Store store() {
        return store;
    }

    @Override
    public final Store reopen() {
        store.close();
        store = reopen(store);
        return store;
    }
}
