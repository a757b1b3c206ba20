package org.mayflydb.catalog;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.ResourceId;
import org.mayflydb.storage.KeyValue;

/** The users and permissions in memory. Immutable: every change makes new maps. */
final class UserDirectory {
    /** A user and its permissions by id. */
    record Entry(UserRecord user, Map<String, PermissionRecord> permissions) {
        Entry with(UserRecord newUser) {
            return new Entry(newUser, permissions);
        }

        /** With a permission added, or put in the place of the one with the old id. */
        Entry with(@Nullable String oldId, PermissionRecord permission) {
            Map<String, PermissionRecord> changed = new TreeMap<>(permissions);
            if (oldId != null) {
                changed.remove(oldId);
            }
            changed.put(permission.id(), permission);
            return new Entry(user, changed);
        }

        Entry without(String permissionId) {
            Map<String, PermissionRecord> changed = new TreeMap<>(permissions);
            changed.remove(permissionId);
            return new Entry(user, changed);
        }
    }

    /** By number of the database, then by id of the user. */
    private final Map<Integer, Map<String, Entry>> databases;

    private UserDirectory(Map<Integer, Map<String, Entry>> databases) {
        this.databases = databases;
    }

    /** Decodes what is stored. */
    static UserDirectory of(
            Set<Integer> databaseNumbers, List<KeyValue> storedUsers, List<KeyValue> storedPermissions) {
        Map<ResourceId, Map<String, PermissionRecord>> permissionsByUser = new HashMap<>();
        Map<Integer, Map<String, Entry>> loaded = new HashMap<>();
        for (KeyValue stored : storedUsers) {
            UserRecord user = UserCodec.decodeUser(CatalogKeys.userAt(stored.key()), stored.value());
            if (!databaseNumbers.contains(user.rid().database())) {
                throw new CorruptStoreException("The catalog has a user of a database that does not exist");
            }
            Map<String, PermissionRecord> permissions = new TreeMap<>();
            permissionsByUser.put(user.rid(), permissions);
            loaded.computeIfAbsent(user.rid().database(), number -> new TreeMap<>())
                    .put(user.id(), new Entry(user, permissions));
        }
        for (KeyValue stored : storedPermissions) {
            PermissionRecord permission =
                    UserCodec.decodePermission(CatalogKeys.permissionAt(stored.key()), stored.value());
            Map<String, PermissionRecord> permissions =
                    permissionsByUser.get(permission.rid().parentUser());
            if (permissions == null) {
                throw new CorruptStoreException("The catalog has a permission of a user that does not exist");
            }
            permissions.put(permission.id(), permission);
        }
        return new UserDirectory(loaded);
    }

    /** The users of a database, by id. */
    Collection<Entry> of(int databaseNumber) {
        return List.copyOf(databases.getOrDefault(databaseNumber, Map.of()).values());
    }

    @Nullable
    Entry find(int databaseNumber, String userId) {
        return databases.getOrDefault(databaseNumber, Map.of()).get(userId);
    }

    /** With a user added, or put in the place of the one with the old id. */
    UserDirectory with(@Nullable String oldId, Entry entry) {
        int databaseNumber = entry.user.rid().database();
        Map<String, Entry> users = new TreeMap<>(databases.getOrDefault(databaseNumber, Map.of()));
        if (oldId != null) {
            users.remove(oldId);
        }
        users.put(entry.user.id(), entry);
        return with(databaseNumber, users);
    }

    UserDirectory without(UserRecord user) {
        int databaseNumber = user.rid().database();
        Map<String, Entry> users = new TreeMap<>(databases.getOrDefault(databaseNumber, Map.of()));
        users.remove(user.id());
        return with(databaseNumber, users);
    }

    UserDirectory without(int databaseNumber) {
        Map<Integer, Map<String, Entry>> changed = new HashMap<>(databases);
        changed.remove(databaseNumber);
        return new UserDirectory(changed);
    }

    private UserDirectory with(int databaseNumber, Map<String, Entry> users) {
        Map<Integer, Map<String, Entry>> changed = new HashMap<>(databases);
        changed.put(databaseNumber, users);
        return new UserDirectory(changed);
    }
}
