package org.mayflydb.catalog;

import java.time.Instant;
import java.util.List;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** A database {@code db} with users and permissions on a store that can be made to fail and to lose its power. */
final class UserCatalog {
    FaultyStore store = new FaultyStore(TestStores.open());
    final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    Engine engine;

    UserCatalog() {
        engine = open();
        engine.createDatabase("db");
    }

    private Engine open() {
        return Engine.open(store, EngineSettings.defaults().withClock(clock));
    }

    /** What is stored is all that is left. */
    void reopen() {
        store = store.crash();
        engine = open();
    }

    /** The next change is stored, but whoever makes it is not told so. */
    void loseNextAnswer() {
        store.leaveNextOutcomeUnknown();
    }

    Users users() {
        return engine.users();
    }

    Permissions permissions() {
        return engine.permissions();
    }

    UserRecord user(String id) {
        return users().create("db", named(id));
    }

    PermissionRecord permission(String user, String id, String resource) {
        return permissions().create("db", user, permissionBody(id, "All", resource));
    }

    List<String> userIds() {
        return users().list("db").stream().map(UserRecord::id).toList();
    }

    List<String> permissionIds(String user) {
        return permissions().list("db", user).stream().map(PermissionRecord::id).toList();
    }

    static JsonObject named(String id) {
        return JsonObject.builder().put("id", id).build();
    }

    static JsonObject permissionBody(String id, String mode, String resource) {
        return JsonObject.builder()
                .put("id", id)
                .put("permissionMode", mode)
                .put("resource", resource)
                .build();
    }

    static JsonObject json(String text) {
        return (JsonObject) JsonValue.parse(text.replace('\'', '"'));
    }
}
