package org.mayflydb.catalog;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.UserDirectory.Entry;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.Mutation;

/**
 * The permissions of users. What a permission points to need not exist, but has to be in the same database; no two of a
 * user point to the same.
 */
public final class Permissions {
    private final Catalog catalog;
    private final UserDirectory directory;

    Permissions(Catalog catalog, UserDirectory directory) {
        this.catalog = catalog;
        this.directory = directory;
    }

    /** The permissions of a user, by id. */
    public Collection<PermissionRecord> list(String databaseId, String userId) {
        return List.copyOf(user(databaseId, userId).permissions().values());
    }

    public PermissionRecord read(String databaseId, String userId, String id) {
        return permission(user(databaseId, userId), id);
    }

    public PermissionRecord create(String databaseId, String userId, JsonObject body) {
        synchronized (catalog) {
            catalog.refresh();
            Entry user = user(databaseId, userId);
            PermissionProperties properties = checked(databaseId, user, null, body);
            return store(user, null, properties);
        }
    }

    /**
     * Replaces all that a client can say about a permission, its id included.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public PermissionRecord replace(
            String databaseId, String userId, String id, JsonObject body, @Nullable String ifMatch) {
        synchronized (catalog) {
            catalog.refresh();
            Entry user = user(databaseId, userId);
            PermissionRecord current = permission(user, id);
            Catalog.checkMatch(current.etag(), ifMatch);
            return store(user, current, checked(databaseId, user, current, body));
        }
    }

    /**
     * Replaces the permission with the id in the body, or creates it.
     *
     * @param ifMatch the ETag it must have if it exists, {@code *} or null for any
     */
    public Upserted<PermissionRecord> upsert(
            String databaseId, String userId, JsonObject body, @Nullable String ifMatch) {
        synchronized (catalog) {
            catalog.refresh();
            Entry user = user(databaseId, userId);
            PermissionRecord current =
                    user.permissions().get(PermissionProperties.fromJson(body).id());
            if (current != null) {
                Catalog.checkMatch(current.etag(), ifMatch);
            }
            PermissionProperties properties = checked(databaseId, user, current, body);
            return new Upserted<>(store(user, current, properties), current == null);
        }
    }

    /**
     * Removes a permission.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void delete(String databaseId, String userId, String id, @Nullable String ifMatch) {
        synchronized (catalog) {
            catalog.refresh();
            Entry user = user(databaseId, userId);
            PermissionRecord permission = permission(user, id);
            Catalog.checkMatch(permission.etag(), ifMatch);
            catalog.write(transaction -> {
                transaction.delete(CatalogKeys.permission(permission.rid()));
                return transaction.nextLsn();
            });
            directory.put(userId, user.without(id));
        }
    }

    private PermissionProperties checked(
            String databaseId, Entry user, @Nullable PermissionRecord replaced, JsonObject body) {
        PermissionProperties properties = PermissionProperties.fromJson(body);
        properties.checkWithin(catalog.owner(databaseId));
        for (PermissionRecord other : user.permissions().values()) {
            boolean clashes =
                    other.id().equals(properties.id()) || other.properties().isSameResource(properties);
            if (clashes && !other.equals(replaced)) {
                throw ConflictException.id();
            }
        }
        return properties;
    }

    private PermissionRecord store(Entry user, @Nullable PermissionRecord replaced, PermissionProperties properties) {
        Mutation<PermissionRecord> mutation = transaction -> {
            ResourceId rid =
                    replaced == null ? user.user().rid().permission(transaction.nextDocumentNumber()) : replaced.rid();
            PermissionRecord record =
                    new PermissionRecord(rid, properties, transaction.now(), Catalog.nextEtag(transaction));
            transaction.put(CatalogKeys.permission(rid), UserCodec.encode(record));
            return record;
        };
        PermissionRecord stored = catalog.write(mutation);
        String oldId = replaced == null ? null : replaced.id();
        directory.put(user.user().id(), user.with(oldId, stored));
        return stored;
    }

    private Entry user(String databaseId, String userId) {
        Entry user = directory.find(catalog.owner(databaseId).number(), userId);
        if (user == null) {
            throw NotFoundException.owner();
        }
        return user;
    }

    private static PermissionRecord permission(Entry user, String id) {
        PermissionRecord permission = user.permissions().get(id);
        if (permission == null) {
            throw NotFoundException.resource();
        }
        return permission;
    }
}
