package org.mayflydb.server.auth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.PermissionRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * An account whose database {@code db} has the containers {@code c} and {@code other} and the user {@code ann}, and a
 * client that signs in its own way, by the letter of the protocol.
 */
final class TestAccount {
    static final String PRIMARY = "bWF5Zmx5IHByaW1hcnkga2V5";
    static final String SECONDARY = "bWF5Zmx5IHNlY29uZGFyeSBrZXk=";
    static final String READ_ONLY = "bWF5Zmx5IHJlYWRvbmx5IGtleQ==";
    static final String STRANGER = "c29tZWJvZHkgZWxzZSdzIGtleQ==";

    /** What the machine's clock shows, and the date of requests. */
    static final Instant MACHINE_TIME = Instant.parse("2026-11-15T20:55:11Z");

    static final String DATE = "Sun, 15 Nov 2026 20:55:11 GMT";

    final AccountKeys keys = AccountKeys.of(PRIMARY).withReadOnly(READ_ONLY).withSecondary(SECONDARY);

    /** The database's clock, far from the machine's. */
    final MovableClock clock = MovableClock.startingAt(Instant.parse("2031-01-01T00:00:00Z"));

    final Engine engine =
            Engine.open(new MemoryStore(), EngineSettings.defaults().withClock(clock));
    final EngineLinks links = new EngineLinks(engine);
    final KeyRing ring = new KeyRing(keys);
    final Authenticator authenticator = new Authenticator(ring, links, () -> MACHINE_TIME);
    final PermissionJson permissionJson = new PermissionJson(new ResourceTokens(ring), links);

    TestAccount() {
        engine.createDatabase("db");
        createContainer("c");
        createContainer("other");
        engine.users().create("db", json("{'id':'ann'}"));
    }

    ContainerRecord createContainer(String id) {
        return engine.createContainer("db", json("{'id':'" + id + "','partitionKey':{'paths':['/pk']}}"), null);
    }

    /** The token of a new permission; {@code more} is further members of its JSON. */
    String token(String mode, String resource, String more) {
        PermissionRecord permission = engine.permissions()
                .create(
                        "db",
                        "ann",
                        json("{'id':'p" + engine.permissions().list("db", "ann").size() + "','permissionMode':'" + mode
                                + "','resource':'" + resource + "'" + more + "}"));
        JsonObject shown = permissionJson.withToken(permission, ResourceTokens.LIFETIME_DEFAULT, clock.instant());
        return shown.get("_token") instanceof JsonString token ? token.value() : "";
    }

    String token(String mode, String resource) {
        return token(mode, resource, "");
    }

    Principal authenticate(TestRequest request) {
        WireRequest wire = request.toWire();
        return authenticator.authenticate(wire, ResourceAddress.parse(wire.path()), clock.instant());
    }

    void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    static JsonObject json(String text) {
        return (JsonObject) JsonValue.parse(text.replace('\'', '"'));
    }

    /** The authorization header for a type and a link, percent-encoded like that of most clients. */
    static String signed(String key, String verb, String type, String link, String date) {
        String text = verb.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT)
                + "\n\n";
        return encoded("type=master&ver=1.0&sig=" + mac(key, text));
    }

    static String encoded(String header) {
        return URLEncoder.encode(header, StandardCharsets.UTF_8);
    }

    static String mac(String key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
