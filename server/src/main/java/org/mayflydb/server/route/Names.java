package org.mayflydb.server.route;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ClientEncryptionKey;
import org.mayflydb.catalog.ClientEncryptionKeys;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.PermissionRecord;
import org.mayflydb.catalog.Permissions;
import org.mayflydb.catalog.UserRecord;
import org.mayflydb.catalog.Users;
import org.mayflydb.database.Engine;
import org.mayflydb.key.ResourceId;

/** Finds databases and containers by what a path calls them: their id, or else their resource id. */
public final class Names {
    private final Engine engine;

    public Names(Engine engine) {
        this.engine = engine;
    }

    /** The database, which is what the request is about. */
    DatabaseRecord database(String name) {
        DatabaseRecord found = find(name);
        if (found == null) {
            throw NotFoundException.resource();
        }
        return found;
    }

    /** The database that owns what the request is about. */
    DatabaseRecord owningDatabase(String name) {
        DatabaseRecord found = find(name);
        if (found == null) {
            throw NotFoundException.owner();
        }
        return found;
    }

    /** The container, which is what the request is about. */
    ContainerRecord container(String databaseName, String name) {
        ContainerRecord found = findContainer(databaseName, name);
        if (found == null) {
            owningDatabase(databaseName);
            throw NotFoundException.resource();
        }
        return found;
    }

    /**
     * Returns the container that now has the name of the one that the request is about; null unless that was deleted. A plan
     * is the same for both, and clients that ask for it by resource id would not find the new container otherwise.
     */
    @Nullable
    ContainerRecord successor(String databaseName, String name) {
        ResourceId rid = ResourceId.parse(name);
        return rid == null || findContainer(databaseName, name) != null ? null : engine.successor(rid);
    }

    /** The container that owns what the request is about. */
    ContainerRecord owningContainer(String databaseName, String name) {
        ContainerRecord found = findContainer(databaseName, name);
        if (found == null) {
            throw NotFoundException.owner();
        }
        return found;
    }

    /** The user, which is what the request is about. */
    static UserRecord user(Users users, String databaseId, String name) {
        return findUser(users, databaseId, name).orElseThrow(NotFoundException::resource);
    }

    /** The user that owns what the request is about. */
    static UserRecord owningUser(Users users, String databaseId, String name) {
        return findUser(users, databaseId, name).orElseThrow(NotFoundException::owner);
    }

    private static Optional<UserRecord> findUser(Users users, String databaseId, String name) {
        return users.list(databaseId).stream()
                .filter(user -> user.id().equals(name) || user.rid().toString().equals(name))
                .findFirst();
    }

    static PermissionRecord permission(Permissions permissions, String databaseId, String userId, String name) {
        return permissions.list(databaseId, userId).stream()
                .filter(permission -> permission.id().equals(name)
                        || permission.rid().toString().equals(name))
                .findFirst()
                .orElseThrow(NotFoundException::resource);
    }

    static ClientEncryptionKey clientEncryptionKey(ClientEncryptionKeys keys, String databaseId, String name) {
        ClientEncryptionKey named = keys.find(databaseId, name);
        return named != null
                ? named
                : keys.list(databaseId).stream()
                        .filter(key -> key.rid().toString().equals(name))
                        .findFirst()
                        .orElseThrow(NotFoundException::resource);
    }

    private @Nullable DatabaseRecord find(String name) {
        DatabaseRecord named = engine.findDatabase(name);
        if (named != null) {
            return named;
        }
        ResourceId rid = ResourceId.parse(name);
        return rid == null ? null : engine.findDatabase(rid);
    }

    /** The container, null if there is none. */
    @Nullable
    ContainerRecord findContainer(String databaseName, String name) {
        ContainerRecord named = engine.findContainer(databaseName, name);
        if (named != null) {
            return named;
        }
        DatabaseRecord database = find(databaseName);
        if (database == null) {
            return null;
        }
        ContainerRecord inDatabase = engine.findContainer(database.id(), name);
        ResourceId rid = ResourceId.parse(name);
        ContainerRecord found = inDatabase != null || rid == null ? inDatabase : engine.findContainer(rid);
        return found == null || !found.database().id().equals(database.id()) ? null : found;
    }
}
