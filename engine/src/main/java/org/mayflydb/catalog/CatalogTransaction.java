package org.mayflydb.catalog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.catalog.CatalogCodec.Counters;
import org.mayflydb.catalog.UserDirectory.Entry;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ItemVersion;

/**
 * One change of the catalog. It starts from the stored state; each step is written and applied to that state at the same
 * time, so once it is committed, {@link #state} equals what is stored.
 */
final class CatalogTransaction {
    static final int SYSTEM_PARTITION = 0;

    private final Transaction transaction;
    private CatalogState state;
    private @Nullable String etag;

    CatalogTransaction(Transaction transaction, CatalogState stored) {
        this.transaction = transaction;
        this.state = stored;
    }

    /** The catalog with the steps made so far. */
    CatalogState state() {
        return state;
    }

    long now() {
        return transaction.now();
    }

    /** The ETag of everything that this transaction changes. It contains an LSN that is also the version of the catalog. */
    String etag() {
        if (etag == null) {
            long lsn = transaction.nextLsn();
            state = state.at(lsn);
            etag = new ItemVersion(SYSTEM_PARTITION, lsn, (short) 0).etag();
        }
        return etag;
    }

    /** A number for a user or a permission. */
    long nextNumber() {
        return transaction.nextDocumentNumber();
    }

    static void checkMatch(String etag, @Nullable String ifMatch) {
        if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(etag)) {
            throw new PreconditionFailedException();
        }
    }

    void put(Counters counters) {
        put(CatalogKeys.counters(), counters.encode());
        state = state.with(counters);
    }

    void put(DatabaseRecord database) {
        put(CatalogKeys.database(database.number()), CatalogCodec.encode(database));
        state = state.with(database);
    }

    /** Deletes a database with its containers and users. */
    void delete(DatabaseRecord database) {
        state.entry(database.id()).containers().values().forEach(this::delete);
        state.users().of(database.number()).forEach(this::delete);
        delete(CatalogKeys.database(database.number()));
        state = state.without(database);
    }

    void put(ContainerRecord container) {
        put(CatalogKeys.container(container.database().number(), container.number()), CatalogCodec.encode(container));
        state = state.with(container);
    }

    /** Deletes a container. The entries of its partitions are removed after this commit. */
    void delete(ContainerRecord container) {
        delete(CatalogKeys.container(container.database().number(), container.number()));
        for (PartitionSpec partition : container.partitions()) {
            markDropped(partition.number());
        }
        state = state.without(container);
    }

    void markDropped(int partitionNumber) {
        put(CatalogKeys.droppedPartition(partitionNumber), new byte[0]);
    }

    void unmarkDropped(int partitionNumber) {
        delete(CatalogKeys.droppedPartition(partitionNumber));
    }

    boolean isMarkedDropped(int partitionNumber) {
        return transaction.get(CatalogKeys.droppedPartition(partitionNumber)) != null;
    }

    /** Adds a user, or puts it in the place of the one with the old id. */
    void put(@Nullable String oldId, Entry user) {
        put(CatalogKeys.user(user.user().rid()), UserCodec.encode(user.user()));
        state = state.with(state.users().with(oldId, user));
    }

    void delete(Entry user) {
        user.permissions().values().forEach(permission -> delete(CatalogKeys.permission(permission.rid())));
        delete(CatalogKeys.user(user.user().rid()));
        state = state.with(state.users().without(user.user()));
    }

    /** Adds a permission of a user, or puts it in the place of the one with the old id. */
    void put(Entry user, @Nullable String oldId, PermissionRecord permission) {
        put(CatalogKeys.permission(permission.rid()), UserCodec.encode(permission));
        state = state.with(state.users().with(user.user().id(), user.with(oldId, permission)));
    }

    void delete(Entry user, PermissionRecord permission) {
        delete(CatalogKeys.permission(permission.rid()));
        state = state.with(state.users().with(user.user().id(), user.without(permission.id())));
    }

    private void put(byte[] key, byte[] value) {
        etag();
        transaction.put(key, value);
    }

    private void delete(byte[] key) {
        etag();
        transaction.delete(key);
    }
}
