package org.mayflydb.catalog;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.UserDirectory.Entry;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ItemId;

/**
 * The users of the databases. Changes take turns with all others of the catalog, so a user never outlives its database.
 */
public final class Users {
    private static final Set<String> MEMBERS = Set.of("id", "_rid", "_self", "_etag", "_ts", "_permissions");

    private final Catalog catalog;
    private final UserDirectory directory;

    Users(Catalog catalog, UserDirectory directory) {
        this.catalog = catalog;
        this.directory = directory;
    }

    /** The users of a database, by id. */
    public Collection<UserRecord> list(String databaseId) {
        return directory.users(catalog.owner(databaseId).number()).stream()
                .map(Entry::user)
                .toList();
    }

    public UserRecord read(String databaseId, String id) {
        return entry(databaseId, id).user();
    }

    public UserRecord create(String databaseId, JsonObject body) {
        synchronized (catalog) {
            catalog.refresh();
            DatabaseRecord database = catalog.owner(databaseId);
            String id = idOf(body);
            checkFree(database, id);
            UserRecord user = catalog.write(transaction -> {
                int number = Math.toIntExact(transaction.nextDocumentNumber());
                UserRecord record = new UserRecord(
                        database.rid().user(number), id, transaction.now(), Catalog.nextEtag(transaction));
                transaction.put(CatalogKeys.user(record.rid()), UserCodec.encode(record));
                return record;
            });
            directory.put(null, new Entry(user, Map.of()));
            return user;
        }
    }

    /**
     * Gives a user another id, or only another ETag.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public UserRecord replace(String databaseId, String id, JsonObject body, @Nullable String ifMatch) {
        synchronized (catalog) {
            catalog.refresh();
            Entry current = entry(databaseId, id);
            Catalog.checkMatch(current.user().etag(), ifMatch);
            String newId = idOf(body);
            if (!newId.equals(id)) {
                checkFree(catalog.owner(databaseId), newId);
            }
            UserRecord replaced = catalog.write(transaction -> {
                UserRecord record =
                        new UserRecord(current.user().rid(), newId, transaction.now(), Catalog.nextEtag(transaction));
                transaction.put(CatalogKeys.user(record.rid()), UserCodec.encode(record));
                return record;
            });
            directory.put(id, current.with(replaced));
            return replaced;
        }
    }

    /**
     * Replaces the user with the id in the body, or creates it.
     *
     * @param ifMatch the ETag it must have if it exists, {@code *} or null for any
     */
    public Upserted<UserRecord> upsert(String databaseId, JsonObject body, @Nullable String ifMatch) {
        synchronized (catalog) {
            catalog.refresh();
            String id = idOf(body);
            boolean isNew = directory.find(catalog.owner(databaseId).number(), id) == null;
            return new Upserted<>(isNew ? create(databaseId, body) : replace(databaseId, id, body, ifMatch), isNew);
        }
    }

    /**
     * Removes the user and its permissions.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void delete(String databaseId, String id, @Nullable String ifMatch) {
        synchronized (catalog) {
            catalog.refresh();
            Entry entry = entry(databaseId, id);
            Catalog.checkMatch(entry.user().etag(), ifMatch);
            catalog.write(transaction -> {
                UserDirectory.delete(transaction, entry);
                return transaction.nextLsn();
            });
            directory.remove(entry.user());
        }
    }

    private Entry entry(String databaseId, String id) {
        Entry entry = directory.find(catalog.owner(databaseId).number(), id);
        if (entry == null) {
            throw NotFoundException.resource();
        }
        return entry;
    }

    private void checkFree(DatabaseRecord database, String id) {
        if (directory.find(database.number(), id) != null) {
            throw ConflictException.id();
        }
    }

    private static String idOf(JsonObject body) {
        String id = new PolicyReader("user", body).allowOnly(MEMBERS).text("id");
        ItemId.checkResource(id);
        return id;
    }
}
