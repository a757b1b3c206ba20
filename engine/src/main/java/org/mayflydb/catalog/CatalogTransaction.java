package org.mayflydb.catalog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.catalog.CatalogCodec.Counters;
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
    private boolean changed;
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

    /** The ETag of everything that this transaction changes. */
    String etag() {
        if (etag == null) {
            etag = new ItemVersion(SYSTEM_PARTITION, transaction.nextLsn(), (short) 0).etag();
        }
        return etag;
    }

    /** A number for a user, a permission or a client encryption key. */
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

    /** Deletes a database with its containers, users and client encryption keys. */
    void delete(DatabaseRecord database) {
        state.entry(database.id()).containers().values().forEach(this::delete);
        for (ClientEncryptionKey key : state.entry(database.id()).keys().values()) {
            delete(CatalogKeys.clientEncryptionKey(key.rid()));
        }
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
        byte[] deleted =
                DeletedPartition.of(container, state.version().version()).encode();
        for (PartitionSpec partition : container.partitions()) {
            markDropped(partition.number());
            put(CatalogKeys.deletedPartition(partition.number()), deleted);
            for (int child : state.version().childrenOf(partition.number())) {
                put(CatalogKeys.deletedPartition(child), deleted);
            }
        }
        put(
                CatalogKeys.formerContainer(container.database().id(), container.id()),
                FormerContainer.of(container).encode());
        state = state.without(container);
    }

    /** Returns the last container of this name that was deleted; null if it is not known any more. */
    @Nullable
    FormerContainer former(String databaseId, String containerId) {
        byte[] stored = transaction.get(CatalogKeys.formerContainer(databaseId, containerId));
        FormerContainer former = stored == null ? null : FormerContainer.decode(stored);
        return former != null && former.isNamed(databaseId, containerId) ? former : null;
    }

    void markDropped(int partitionNumber) {
        put(CatalogKeys.droppedPartition(partitionNumber), new byte[0]);
    }

    /** The partition is in use, or gone. */
    void unmarkDropped(int partitionNumber) {
        delete(CatalogKeys.droppedPartition(partitionNumber));
        delete(CatalogKeys.deletedPartition(partitionNumber));
        release(partitionNumber);
    }

    /** A partition that was numbered for a split is no longer reserved for it, so the split cannot be finished. */
    void release(int partitionNumber) {
        CatalogVersion rest = state.version().withoutChild(partitionNumber);
        if (!rest.equals(state.version())) {
            countChange();
            put(state.version().withoutChild(partitionNumber));
        }
    }

    /** Records partitions that are numbered for a split. */
    void allocate(CatalogVersion.Allocation allocation) {
        allocation.children().forEach(this::markDropped);
        put(state.version().with(allocation));
    }

    boolean isMarkedDropped(int partitionNumber) {
        return transaction.get(CatalogKeys.droppedPartition(partitionNumber)) != null;
    }

    /** Adds a user, or puts it in the place of the one with the old id. */
    void put(@Nullable String oldId, UserDirectory.Entry user) {
        put(CatalogKeys.user(user.user().rid()), UserCodec.encode(user.user()));
        state = state.with(state.users().with(oldId, user));
    }

    void delete(UserDirectory.Entry user) {
        user.permissions().values().forEach(permission -> delete(CatalogKeys.permission(permission.rid())));
        delete(CatalogKeys.user(user.user().rid()));
        state = state.with(state.users().without(user.user()));
    }

    /** Adds a permission of a user, or puts it in the place of the one with the old id. */
    void put(UserDirectory.Entry user, @Nullable String oldId, PermissionRecord permission) {
        put(CatalogKeys.permission(permission.rid()), UserCodec.encode(permission));
        state = state.with(state.users().with(user.user().id(), user.with(oldId, permission)));
    }

    void delete(UserDirectory.Entry user, PermissionRecord permission) {
        delete(CatalogKeys.permission(permission.rid()));
        state = state.with(state.users().with(user.user().id(), user.without(permission.id())));
    }

    /** Adds a client encryption key, or puts it in the place of the one with its id. */
    void put(DatabaseRecord database, ClientEncryptionKey key) {
        put(CatalogKeys.clientEncryptionKey(key.rid()), key.encode());
        state = state.with(database, key);
    }

    private void put(byte[] key, byte[] value) {
        countChange();
        transaction.put(key, value);
    }

    private void delete(byte[] key) {
        countChange();
        transaction.delete(key);
    }

    /** The first step raises the version. */
    private void countChange() {
        if (!changed) {
            changed = true;
            put(state.version().next());
        }
    }

    private void put(CatalogVersion version) {
        transaction.put(CatalogVersion.KEY, version.encode());
        state = state.at(version);
    }
}
