package org.mayflydb.catalog;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/**
 * The permissions of users. What a permission points to need not exist, but has to be in the same database; no two of a
 * user point to the same.
 */
public final class Permissions {
    private final Catalog catalog;

    Permissions(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The permissions of a user, by id. */
    public Collection<PermissionRecord> list(String databaseId, String userId) {
        return List.copyOf(
                user(catalog.state(), databaseId, userId).permissions().values());
    }

    public PermissionRecord read(String databaseId, String userId, String id) {
        return permission(user(catalog.state(), databaseId, userId), id);
    }

    public PermissionRecord create(String databaseId, String userId, JsonObject body) {
        return catalog.change(change -> {
            UserDirectory.Entry user = user(change.state(), databaseId, userId);
            return store(change, user, null, checked(change.state(), databaseId, user, null, body));
        });
    }

    /**
     * Replaces all that a client can say about a permission, its id included.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public PermissionRecord replace(
            String databaseId, String userId, String id, JsonObject body, @Nullable String ifMatch) {
        return catalog.change(change -> {
            UserDirectory.Entry user = user(change.state(), databaseId, userId);
            PermissionRecord current = permission(user, id);
            CatalogTransaction.checkMatch(current.etag(), ifMatch);
            return store(change, user, current, checked(change.state(), databaseId, user, current, body));
        });
    }

    /**
     * Replaces the permission with the id in the body, or creates it.
     *
     * @param ifMatch the ETag it must have if it exists, {@code *} or null for any
     */
    public Upserted<PermissionRecord> upsert(
            String databaseId, String userId, JsonObject body, @Nullable String ifMatch) {
        return catalog.change(change -> {
            UserDirectory.Entry user = user(change.state(), databaseId, userId);
            PermissionRecord current =
                    user.permissions().get(PermissionProperties.fromJson(body).id());
            if (current != null) {
                CatalogTransaction.checkMatch(current.etag(), ifMatch);
            }
            PermissionProperties properties = checked(change.state(), databaseId, user, current, body);
            return new Upserted<>(store(change, user, current, properties), current == null);
        });
    }

    /**
     * Removes a permission.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void delete(String databaseId, String userId, String id, @Nullable String ifMatch) {
        catalog.change(change -> {
            UserDirectory.Entry user = user(change.state(), databaseId, userId);
            PermissionRecord permission = permission(user, id);
            CatalogTransaction.checkMatch(permission.etag(), ifMatch);
            change.delete(user, permission);
            return permission;
        });
    }

    private static PermissionProperties checked(
            CatalogState state,
            String databaseId,
            UserDirectory.Entry user,
            @Nullable PermissionRecord replaced,
            JsonObject body) {
        PermissionProperties properties = PermissionProperties.fromJson(body);
        properties.checkWithin(
                state.owner(databaseId).database(), state.databases().values());
        for (PermissionRecord other : user.permissions().values()) {
            boolean clashes =
                    other.id().equals(properties.id()) || other.properties().isSameResource(properties);
            if (clashes && !other.equals(replaced)) {
                throw ConflictException.id();
            }
        }
        return properties;
    }

    private static PermissionRecord store(
            CatalogTransaction change,
            UserDirectory.Entry user,
            @Nullable PermissionRecord replaced,
            PermissionProperties properties) {
        ResourceId rid = replaced == null ? user.user().rid().permission(change.nextNumber()) : replaced.rid();
        PermissionRecord permission = new PermissionRecord(rid, properties, change.now(), change.etag());
        change.put(user, replaced == null ? null : replaced.id(), permission);
        return permission;
    }

    private static UserDirectory.Entry user(CatalogState state, String databaseId, String userId) {
        UserDirectory.Entry user =
                state.users().find(state.owner(databaseId).database().number(), userId);
        if (user == null) {
            throw NotFoundException.owner();
        }
        return user;
    }

    private static PermissionRecord permission(UserDirectory.Entry user, String id) {
        PermissionRecord permission = user.permissions().get(id);
        if (permission == null) {
            throw NotFoundException.resource();
        }
        return permission;
    }
}
