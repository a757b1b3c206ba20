package org.mayflydb.app.endpoint;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

/** A real server in this process on a port that the system has chosen, in memory unless it is durable. */
public final class TestServer implements AutoCloseable {
    private final MayflyServer server;

    /** How long requests were told to wait; nobody did. */
    public final List<Duration> waits = new ArrayList<>();

    private TestServer(Map<String, String> flags) {
        this.server = MayflyServer.start(ServerSettings.read(Map.of(), flags));
    }

    public static TestServer start() {
        return new TestServer(Map.of("memory", "true", "port", "0", "purge", "off"));
    }

    /** With a store on disk. */
    public static TestServer durable(Path directory) {
        return new TestServer(Map.of("data", directory.toString(), "port", "0", "purge", "off"));
    }

    /** With one more setting, by its key. */
    static TestServer start(String key, String value) {
        return new TestServer(Map.of("memory", "true", "port", "0", "purge", "off", key, value));
    }

    /** Without TLS, which takes its time to begin. */
    public String url() {
        return "http://localhost:" + server.port();
    }

    String safeUrl() {
        return "https://localhost:" + server.port();
    }

    public Endpoint endpoint() {
        return endpoint(url(), ServerSettings.WELL_KNOWN_KEY);
    }

    Endpoint endpoint(String url, String key) {
        return Endpoint.of(new Connection(URI.create(url), key, Optional.empty()), waits::add);
    }

    public Account account() {
        return new Account(endpoint());
    }

    /** A container in the database {@code shop} with the partition key {@code /customer}. */
    public RemoteContainer container(String name, String moreProperties) {
        Account account = account();
        if (account.databases().isEmpty()) {
            account.createDatabase("shop");
        }
        account.createContainer(
                "shop",
                object("{\"id\":\"" + name
                        + "\",\"partitionKey\":{\"paths\":[\"/customer\"],\"kind\":\"Hash\",\"version\":2}"
                        + moreProperties
                        + "}"));
        return account.items(new ContainerAddress("shop", name));
    }

    /** Creates an item, whose partition key is its member {@code customer}. */
    public static void create(RemoteContainer container, String item) {
        JsonObject json = object(item);
        container.create(PartitionKey.from(container.partitionKey(), json), json);
    }

    public static JsonObject object(String json) {
        return (JsonObject) JsonValue.parse(json);
    }

    @Override
    public void close() {
        server.close();
    }
}
