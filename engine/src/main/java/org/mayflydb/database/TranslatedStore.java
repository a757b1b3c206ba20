package org.mayflydb.database;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreCopier;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.Stores;
import org.mayflydb.storage.snapshot.SnapshotStore;

/** A store whose failures are those of the service, with status and sub-status, and which has snapshots in any case. */
public final class TranslatedStore extends ForwardingStore {

    private TranslatedStore(Store inner) {
        super(inner);
    }

    /** Around any store; a store that is translated already is returned as it is. */
    public static Store of(Store store) {
        return store instanceof TranslatedStore ? store : new TranslatedStore(SnapshotStore.of(store));
    }

    /** Opens the store at an address. */
    public static Store open(StoreAddress address, StoreOptions options) {
        return open(() -> Stores.open(address, options));
    }

    private static Store open(Supplier<Store> opening) {
        return of(translating(opening));
    }

    private static <T> T translating(Supplier<T> call) {
        try {
            return call.get();
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    private static void translating(Runnable call) {
        translating(() -> {
            call.run();
            return true;
        });
    }

    @Override
    public List<Integer> partitionNumbers() {
        return translating(super::partitionNumbers);
    }

    @Override
    public StorePartition partition(int number) {
        return translating(() -> new TranslatedPartition(super.partition(number)));
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        return translating(() -> super.createPartition(number, first));
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        return translating(() -> super.drop(number, last));
    }

    @Override
    public void drop(int number) {
        translating(() -> super.drop(number));
    }

    /** A store that has no sync makes every commit durable before it answers. */
    @Override
    public void sync() {
        if (can(Capability.SYNC)) {
            translating(super::sync);
        }
    }

    @Override
    public void verifyChecksums() {
        translating(super::verifyChecksums);
    }

    @Override
    public Optional<StoreCopier> copier() {
        return super.copier().map(copier -> directory -> open(() -> copier.copyTo(directory)));
    }

    @Override
    public void close() {
        translating(super::close);
    }
}
