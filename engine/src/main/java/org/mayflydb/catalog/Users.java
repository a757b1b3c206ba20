package org.mayflydb.catalog;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ItemId;

/** The users of the databases. They are part of the catalog, so a user never outlives its database. */
public final class Users {
    private static final Set<String> MEMBERS = Set.of("id", "_rid", "_self", "_etag", "_ts", "_permissions");

    private final Catalog catalog;

    Users(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The users of a database, by id. */
    public Collection<UserRecord> list(String databaseId) {
        CatalogState state = catalog.state();
        return state.users().of(state.owner(databaseId).database().number()).stream()
                .map(UserDirectory.Entry::user)
                .toList();
    }

    public UserRecord read(String databaseId, String id) {
        return entry(catalog.state(), databaseId, id).user();
    }

    public UserRecord create(String databaseId, JsonObject body) {
        return catalog.change(change -> create(change, databaseId, body));
    }

    private static UserRecord create(CatalogTransaction change, String databaseId, JsonObject body) {
        DatabaseRecord database = change.state().owner(databaseId).database();
        String id = idOf(body);
        checkFree(change.state(), database, id);
        int number = Math.toIntExact(change.nextNumber());
        UserRecord user = new UserRecord(database.rid().user(number), id, change.now(), change.etag());
        change.put(null, new UserDirectory.Entry(user, Map.of()));
        return user;
    }

    /**
     * Gives a user another id, or only another ETag.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public UserRecord replace(String databaseId, String id, JsonObject body, @Nullable String ifMatch) {
        return catalog.change(change -> replace(change, databaseId, id, body, ifMatch));
    }

    private static UserRecord replace(
            CatalogTransaction change, String databaseId, String id, JsonObject body, @Nullable String ifMatch) {
        UserDirectory.Entry current = entry(change.state(), databaseId, id);
        CatalogTransaction.checkMatch(current.user().etag(), ifMatch);
        String newId = idOf(body);
        if (!newId.equals(id)) {
            checkFree(change.state(), change.state().owner(databaseId).database(), newId);
        }
        UserRecord replaced = new UserRecord(current.user().rid(), newId, change.now(), change.etag());
        change.put(id, current.with(replaced));
        return replaced;
    }

    /**
     * Replaces the user with the id in the body, or creates it.
     *
     * @param ifMatch the ETag it must have if it exists, {@code *} or null for any
     */
    public Upserted<UserRecord> upsert(String databaseId, JsonObject body, @Nullable String ifMatch) {
        String id = idOf(body);
        return catalog.change(change -> {
            DatabaseRecord database = change.state().owner(databaseId).database();
            boolean isNew = change.state().users().find(database.number(), id) == null;
            return new Upserted<>(
                    isNew ? create(change, databaseId, body) : replace(change, databaseId, id, body, ifMatch), isNew);
        });
    }

    /**
     * Removes the user and its permissions.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void delete(String databaseId, String id, @Nullable String ifMatch) {
        catalog.change(change -> {
            UserDirectory.Entry entry = entry(change.state(), databaseId, id);
            CatalogTransaction.checkMatch(entry.user().etag(), ifMatch);
            change.delete(entry);
            return entry;
        });
    }

    private static UserDirectory.Entry entry(CatalogState state, String databaseId, String id) {
        UserDirectory.Entry entry =
                state.users().find(state.owner(databaseId).database().number(), id);
        if (entry == null) {
            throw NotFoundException.resource();
        }
        return entry;
    }

    private static void checkFree(CatalogState state, DatabaseRecord database, String id) {
        if (state.users().find(database.number(), id) != null) {
            throw ConflictException.id();
        }
    }

    private static String idOf(JsonObject body) {
        String id = new PolicyReader("user", body).allowOnly(MEMBERS).text("id");
        ItemId.checkResource(id);
        return id;
    }
}
