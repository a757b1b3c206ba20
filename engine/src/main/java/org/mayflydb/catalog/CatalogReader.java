package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.CatalogCodec.Counters;
import org.mayflydb.catalog.CatalogState.Entry;
import org.mayflydb.key.Keyspace;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.StorePartition;

/** Reads the catalog from the system partition. */
final class CatalogReader {
    /** Changes of the catalog are rare, so a read is hardly ever repeated. */
    private static final int TRIES_MAX = 20;

    private final StorePartition store;
    private final Counters initial;

    /** @param initial the counters of a store that has none yet */
    CatalogReader(StorePartition store, Counters initial) {
        this.store = store;
        this.initial = initial;
    }

    /** The version of the catalog in the store. */
    long version() {
        return CatalogVersion.stored(store).version();
    }

    /**
     * The catalog with what the rules of ownership need of it.
     *
     * @param view one version of both
     */
    record Whole(CatalogState state, CatalogView view) {}

    /** Reads everything but the lists of partitions that no container uses. */
    CatalogState read() {
        return unchanged(this::readOnce);
    }

    /** Reads everything. */
    Whole readWhole() {
        return unchanged(() -> {
            CatalogState state = readOnce();
            return new Whole(state, viewOf(state, stored(Keyspace.DELETED_PARTITION)));
        });
    }

    /** Every commit changes the head, so an unchanged head shows that no commit came in between. */
    private <T> T unchanged(Supplier<T> once) {
        byte[] head = store.get(PartitionHead.KEY);
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            T read = null;
            CorruptStoreException damaged = null;
            try {
                read = once.get();
            } catch (CorruptStoreException contradiction) {
                damaged = contradiction;
            }
            byte[] headAfter = store.get(PartitionHead.KEY);
            if (Arrays.equals(head, headAfter)) {
                if (read == null) {
                    throw damaged == null ? new CorruptStoreException("The catalog cannot be read") : damaged;
                }
                return read;
            }
            head = headAfter;
        }
        throw new UnavailableException("The catalog changes faster than it can be read; try again");
    }

    private static CatalogView viewOf(CatalogState state, List<KeyValue> deletedPartitions) {
        Map<String, CatalogView.Mapped> containers = new HashMap<>();
        for (Entry entry : state.databases().values()) {
            for (ContainerRecord container : entry.containers().values()) {
                String name = container.path();
                containers.put(
                        name,
                        new CatalogView.Mapped(
                                name,
                                container.partitions().stream()
                                        .map(PartitionSpec::number)
                                        .toList(),
                                container.etag()));
            }
        }
        List<CatalogView.Removed> deleted = new ArrayList<>();
        for (KeyValue entry : deletedPartitions) {
            DeletedPartition partition = DeletedPartition.decode(entry.value());
            deleted.add(new CatalogView.Removed(
                    CatalogKeys.partitionOfDropped(entry.key()),
                    ContainerRecord.path(partition.database(), partition.container()),
                    partition.version()));
        }
        return new CatalogView(
                state.version().version(),
                0,
                state.counters().partition() + 1,
                containers,
                state.version().allocations().stream()
                        .map(allocation -> new CatalogView.Numbered(
                                allocation.parent(), allocation.parentEpoch(), allocation.children()))
                        .toList(),
                deleted);
    }

    private CatalogState readOnce() {
        byte[] counters = store.get(CatalogKeys.counters());
        Map<Integer, Entry> byNumber = new HashMap<>();
        Map<String, Entry> byId = new TreeMap<>();
        for (KeyValue stored : stored(Keyspace.DATABASE)) {
            Entry entry = new Entry(CatalogCodec.decodeDatabase(stored.value()));
            byNumber.put(entry.database().number(), entry);
            byId.put(entry.database().id(), entry);
        }
        for (KeyValue stored : stored(Keyspace.CONTAINER)) {
            Entry entry = byNumber.get(CatalogKeys.databaseOfContainer(stored.key()));
            if (entry == null) {
                throw new CorruptStoreException("The catalog has a container of a database that does not exist");
            }
            ContainerRecord container = CatalogCodec.decodeContainer(entry.database(), stored.value());
            entry.containers().put(container.id(), container);
        }
        for (KeyValue stored : stored(Keyspace.CLIENT_ENCRYPTION_KEY)) {
            ClientEncryptionKey key =
                    ClientEncryptionKey.decode(CatalogKeys.clientEncryptionKeyAt(stored.key()), stored.value());
            Entry entry = byNumber.get(key.rid().database());
            if (entry == null) {
                throw new CorruptStoreException(
                        "The catalog has a client encryption key of a database that does not exist");
            }
            entry.keys().put(key.id(), key);
        }
        return new CatalogState(
                CatalogVersion.stored(store),
                counters == null ? initial : Counters.decode(counters),
                byId,
                UserDirectory.of(byNumber.keySet(), stored(Keyspace.USER), stored(Keyspace.PERMISSION)));
    }

    List<KeyValue> stored(Keyspace keyspace) {
        List<KeyValue> entries = new ArrayList<>();
        store.walk(KeyRange.prefix(keyspace.prefix()), entries::add);
        return entries;
    }
}
