package org.mayflydb.catalog;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.CatalogCodec.Counters;

/**
 * The whole catalog in memory, as one commit has left it. Immutable: every change makes new maps.
 *
 * @param version raised by every change, with the partitions allocated to splits
 * @param databases by id
 */
record CatalogState(CatalogVersion version, Counters counters, Map<String, Entry> databases, UserDirectory users) {

    /** A database, its containers by id and its client encryption keys by id. */
    record Entry(
            DatabaseRecord database, Map<String, ContainerRecord> containers, Map<String, ClientEncryptionKey> keys) {
        Entry(DatabaseRecord database) {
            this(database, new TreeMap<>(), new TreeMap<>());
        }
    }

    /** The database that a request is about. */
    Entry entry(String databaseId) {
        Entry entry = databases.get(databaseId);
        if (entry == null) {
            throw NotFoundException.resource();
        }
        return entry;
    }

    /** The database that contains what a request is about. */
    Entry owner(String databaseId) {
        Entry entry = databases.get(databaseId);
        if (entry == null) {
            throw NotFoundException.owner();
        }
        return entry;
    }

    @Nullable
    ContainerRecord findContainer(String databaseId, String id) {
        Entry entry = databases.get(databaseId);
        return entry == null ? null : entry.containers.get(id);
    }

    ContainerRecord container(String databaseId, String id) {
        ContainerRecord container = owner(databaseId).containers.get(id);
        if (container == null) {
            throw NotFoundException.resource();
        }
        return container;
    }

    CatalogState at(CatalogVersion newVersion) {
        return new CatalogState(newVersion, counters, databases, users);
    }

    CatalogState with(Counters newCounters) {
        return new CatalogState(version, newCounters, databases, users);
    }

    CatalogState with(UserDirectory newUsers) {
        return new CatalogState(version, counters, databases, newUsers);
    }

    /** With a database added or changed. Its containers refer to it. */
    CatalogState with(DatabaseRecord database) {
        Entry known = databases.get(database.id());
        Map<String, ContainerRecord> containers = new TreeMap<>();
        if (known != null) {
            known.containers.forEach((id, container) -> containers.put(id, container.in(database)));
        }
        return with(new Entry(database, containers, known == null ? Map.of() : known.keys));
    }

    CatalogState without(DatabaseRecord database) {
        Map<String, Entry> changed = new TreeMap<>(databases);
        changed.remove(database.id());
        return new CatalogState(version, counters, changed, users.without(database.number()));
    }

    CatalogState with(ContainerRecord container) {
        Entry entry = owner(container.database().id());
        Map<String, ContainerRecord> containers = new TreeMap<>(entry.containers);
        containers.put(container.id(), container);
        return with(new Entry(entry.database, containers, entry.keys));
    }

    CatalogState without(ContainerRecord container) {
        Entry entry = owner(container.database().id());
        Map<String, ContainerRecord> containers = new TreeMap<>(entry.containers);
        containers.remove(container.id());
        return with(new Entry(entry.database, containers, entry.keys));
    }

    /** With a client encryption key added or changed. */
    CatalogState with(DatabaseRecord database, ClientEncryptionKey key) {
        Entry entry = owner(database.id());
        Map<String, ClientEncryptionKey> keys = new TreeMap<>(entry.keys);
        keys.put(key.id(), key);
        return with(new Entry(entry.database, entry.containers, keys));
    }

    private CatalogState with(Entry entry) {
        Map<String, Entry> changed = new TreeMap<>(databases);
        changed.put(entry.database.id(), entry);
        return new CatalogState(version, counters, changed, users);
    }
}
