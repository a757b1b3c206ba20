package org.mayflydb.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

/** A server on a free port of this machine, and its admin API as anybody would call it, over HTTP. */
final class LocalServer implements AutoCloseable {
    static final String KEY = ServerSettings.WELL_KNOWN_KEY;

    private final MayflyServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private LocalServer(MayflyServer server) {
        this.server = server;
    }

    static LocalServer inMemory() {
        return start(Map.of("port", "0", "memory", "true", "purge", "off"));
    }

    /** One whose containers answer no more than they have request units for. */
    static LocalServer rateLimiting() {
        return start(Map.of("port", "0", "memory", "true", "purge", "off", "rate-limiting", "on"));
    }

    static LocalServer in(Path directory) {
        return start(Map.of("port", "0", "data", directory.toString(), "durability", "relaxed", "purge", "off"));
    }

    /** In memory, with these settings more. */
    static LocalServer with(Map<String, String> flags) {
        Map<String, String> all = new HashMap<>(Map.of("port", "0", "memory", "true", "purge", "off"));
        all.putAll(flags);
        return start(all);
    }

    static LocalServer start(Map<String, String> flags) {
        return new LocalServer(
                MayflyServer.start(ServerSettings.read(Map.of(), flags), () -> ServerSettings.read(Map.of(), flags)));
    }

    /** One for a database in memory that is open already, and closed with it. */
    static LocalServer of(Engine engine, MovableClock clock) {
        ServerSettings settings = ServerSettings.read(Map.of(), Map.of("port", "0", "direct-port", "off"));
        return new LocalServer(MayflyServer.start(settings, engine, clock));
    }

    /** Reads keys and certificate again. */
    void reload() {
        server.reload();
    }

    int port() {
        return server.port();
    }

    /** Where clients in direct mode find partitions. */
    int directPort() {
        return server.directPort().orElseThrow();
    }

    /** Where clients find it. */
    String endpoint(Scheme scheme) {
        return scheme.prefix() + "localhost:" + server.port() + "/";
    }

    /** The variables by which programs of other languages find it, besides others that they need. */
    Map<String, String> environment(Scheme scheme, Map<String, String> others) {
        Map<String, String> all = new HashMap<>(others);
        all.put("MAYFLY_ENDPOINT", endpoint(Scheme.HTTP));
        all.put("MAYFLY_CLIENT_ENDPOINT", endpoint(scheme));
        all.put("MAYFLY_KEY", KEY);
        return all;
    }

    void advanceClock(long seconds) {
        send("POST", "_mayfly/clock", "{\"advanceSeconds\":" + seconds + "}");
    }

    /** The database's own time. */
    long nowSeconds() {
        return number(send("GET", "_mayfly/clock", ""), "epochSeconds");
    }

    /** Deletes what has expired for good, and answers how many items that were. */
    long flush() {
        return number(send("POST", "_mayfly/flush", ""), "purgedItems");
    }

    /** The server's certificate, which it shows to everybody. */
    String certificate() {
        return text("GET", "_mayfly/certificate", "");
    }

    private JsonObject send(String method, String path, String body) {
        return (JsonObject) JsonValue.parse(text(method, path, body));
    }

    private String text(String method, String path, String body) {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(URI.create(endpoint(Scheme.HTTP) + path))
                            .header("Authorization", "Bearer " + KEY)
                            .method(method, BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(method + " " + path + " answered " + response.body());
            }
            return response.body();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static long number(JsonObject object, String member) {
        return object.get(member) instanceof JsonNumber number ? (long) number.doubleValue() : -1;
    }

    @Override
    public void close() {
        server.close();
    }
}
