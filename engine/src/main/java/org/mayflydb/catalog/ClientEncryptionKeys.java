package org.mayflydb.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ItemId;

/**
 * The client encryption keys of the databases. They are part of the catalog. A key is never deleted but with its database,
 * because items may be encrypted with it.
 */
public final class ClientEncryptionKeys {
    /** All of them are in memory, and one page of a list may show them. */
    static final int PER_DATABASE_MAX = 200;

    static final int BYTES_MAX = 16 << 10;

    private static final Set<String> SYSTEM_MEMBERS = Set.of("_rid", "_self", "_etag", "_ts", "_cts");

    private final Catalog catalog;
    private final Runnable changed;

    /** @param changed returns when every process that shares the store knows the catalog as it is now */
    ClientEncryptionKeys(Catalog catalog, Runnable changed) {
        this.catalog = catalog;
        this.changed = changed;
    }

    /** The keys of a database, by id. */
    public Collection<ClientEncryptionKey> list(String databaseId) {
        return List.copyOf(
                catalog.stateWith(databaseId).owner(databaseId).keys().values());
    }

    /** The key with this id, null if there is none. */
    public @Nullable ClientEncryptionKey find(String databaseId, String id) {
        ClientEncryptionKey known =
                catalog.stateWith(databaseId).owner(databaseId).keys().get(id);
        return known == null ? catalog.newest().owner(databaseId).keys().get(id) : known;
    }

    public ClientEncryptionKey create(String databaseId, JsonObject body) {
        JsonObject properties = checked(body);
        ClientEncryptionKey created = catalog.change(change -> {
            CatalogState.Entry entry = change.state().owner(databaseId);
            if (entry.keys().containsKey(idOf(properties))) {
                throw ConflictException.encryptionKey();
            }
            if (entry.keys().size() >= PER_DATABASE_MAX) {
                throw new ForbiddenException(
                        "A database can have up to " + PER_DATABASE_MAX + " client encryption keys.");
            }
            int number = Math.toIntExact(change.nextNumber());
            ClientEncryptionKey key = new ClientEncryptionKey(
                    entry.database().rid().clientEncryptionKey(number),
                    properties,
                    change.now(),
                    change.now(),
                    change.etag());
            change.put(entry.database(), key);
            return key;
        });
        changed.run();
        return created;
    }

    /**
     * Replaces everything about a key except its id, usually because it was wrapped anew.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public ClientEncryptionKey replace(String databaseId, String id, JsonObject body, @Nullable String ifMatch) {
        JsonObject properties = checked(body);
        if (!idOf(properties).equals(id)) {
            throw new BadRequestException("The 'id' of a client encryption key cannot be changed.");
        }
        ClientEncryptionKey replaced = catalog.change(change -> {
            CatalogState.Entry entry = change.state().owner(databaseId);
            ClientEncryptionKey current = entry.keys().get(id);
            if (current == null) {
                throw NotFoundException.resource();
            }
            CatalogTransaction.checkMatch(current.etag(), ifMatch);
            ClientEncryptionKey key =
                    new ClientEncryptionKey(current.rid(), properties, current.created(), change.now(), change.etag());
            change.put(entry.database(), key);
            return key;
        });
        changed.run();
        return replaced;
    }

    private static String idOf(JsonObject properties) {
        return reader(properties).text("id");
    }

    private static PolicyReader reader(JsonObject body) {
        return new PolicyReader("client encryption key", body);
    }

    /** What is kept of a body. How a key is wrapped is up to the clients, so only the form of the members is checked. */
    private static JsonObject checked(JsonObject body) {
        ItemId.checkResource(idOf(body));
        PolicyReader reader = reader(body);
        reader.text("encryptionAlgorithm");
        reader.text("wrappedDataEncryptionKey");
        if (!(body.get("keyWrapMetadata") instanceof JsonObject)) {
            throw reader.refused("'keyWrapMetadata' must be an object");
        }
        JsonObject properties = body;
        for (String member : SYSTEM_MEMBERS) {
            properties = properties.without(member);
        }
        if (properties.toBytes().length > BYTES_MAX) {
            throw new TooLargeException("A client encryption key can have up to " + BYTES_MAX + " bytes.");
        }
        return properties;
    }
}
