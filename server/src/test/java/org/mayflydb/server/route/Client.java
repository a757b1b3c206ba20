package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.item.Removal;
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.EngineLinks;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.ttl.Lifetime;

/** Asks a gateway without a transport and without a guard, on a database in memory. */
final class Client implements AutoCloseable {
    final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private static final Gateway.Threads CALLER =
            new Gateway.Threads(Runnable::run, Runnable::run, Runnable::run, Runnable::run);

    private final Engine engine;
    private final Gateway gateway;

    /** Asks a gateway that does everything on the caller's thread. */
    Client() {
        this(CALLER);
    }

    Client(Gateway.Threads threads) {
        this(threads, TtlGuard.OFF);
    }

    Client(ThroughputRules throughput) {
        this(throughput, 0);
    }

    /** @param containerBytesMax what a container may hold; 0 for any */
    Client(ThroughputRules throughput, long containerBytesMax) {
        this(
                CALLER,
                EngineSettings.defaults()
                        .withThroughput(throughput)
                        .withItemRules(ItemRules.DEFAULT.withContainerBytesMax(containerBytesMax)),
                TtlGuard.OFF);
    }

    /** @param guard what changes of a time to live it refuses */
    Client(Gateway.Threads threads, TtlGuard guard) {
        this(threads, EngineSettings.defaults(), guard);
    }

    private Client(Gateway.Threads threads, EngineSettings settings, TtlGuard guard) {
        engine = Engine.open(
                new MemoryStore(),
                settings.withClock(clock).withPurgeTimer(StepTimer.NEVER).withBackground(Runnable::run),
                guard);
        gateway = new Gateway(
                engine,
                (request, address) -> new Principal.Master("primary key", false),
                new PermissionJson(
                        new ResourceTokens(new KeyRing(AccountKeys.of(ServerSettings.WELL_KNOWN_KEY))),
                        new EngineLinks(engine)),
                clock,
                threads,
                new ActivityIds(new SplittableRandom(1)),
                new Gateway.Account(Consistency.SESSION, new DirectEndpoint("localhost", () -> 10250)));
    }

    /** What came back. */
    record Answer(WireResponse response) {
        int status() {
            return response.status();
        }

        String header(String name) {
            return String.valueOf(response.header(name));
        }

        String text() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        JsonObject json() {
            return (JsonObject) JsonValue.parse(response.body());
        }

        Answer expect(int status) {
            assertThat(status()).as(text()).isEqualTo(status);
            return this;
        }
    }

    /** Sends a request that may be answered later. */
    AtomicReference<@Nullable WireResponse> begin(Verb verb, String path, String body, Map<String, String> headers) {
        return begin(verb, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    private AtomicReference<@Nullable WireResponse> begin(
            Verb verb, String path, byte[] body, Map<String, String> headers) {
        Map<String, String> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        caseless.putAll(headers);
        int mark = path.indexOf('?');
        WireRequest request = new WireRequest(
                verb,
                mark < 0 ? path : path.substring(0, mark),
                caseless::get,
                body,
                "https://localhost:8081",
                mark < 0 ? "" : path.substring(mark + 1));
        AtomicReference<@Nullable WireResponse> response = new AtomicReference<>();
        gateway.handle(request, response::set);
        return response;
    }

    Answer send(Verb verb, String path, String body, Map<String, String> headers) {
        return send(verb, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    Answer send(Verb verb, String path, byte[] body, Map<String, String> headers) {
        WireResponse response = begin(verb, path, body, headers).get();
        return new Answer(Invariant.present(response, "the gateway answers at once"));
    }

    Answer get(String path) {
        return send(Verb.GET, path, "", Map.of());
    }

    /** Creates the database {@code db} with the container {@code c}, partitioned by {@code /pk}. */
    Client createContainer() {
        post("/dbs", "{\"id\":\"db\"}").expect(201);
        post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                .expect(201);
        return this;
    }

    Answer post(String path, String body) {
        return send(Verb.POST, path, body, Map.of());
    }

    /**
     * Creates an item.
     *
     * @param key the JSON of its partition key, without brackets
     */
    Answer create(String path, String item, String key) {
        return send(Verb.POST, path, item, Map.of("x-ms-documentdb-partitionkey", "[" + key + "]"));
    }

    Answer query(String path, String text) {
        return send(
                Verb.POST,
                path,
                JsonObject.builder().put("query", text).build().toString(),
                Map.of("content-type", "application/query+json", "x-mayfly-whole-query", "true"));
    }

    /** Deletes what has expired in a container for good. */
    void purge(String databaseId, String containerId) {
        engine.items(databaseId, containerId).removal().purge(Removal.PURGE_ITEMS_MAX);
    }

    /** Brings an expired item back, as an operator would. */
    void restore(String databaseId, String containerId, String id, String key) {
        engine.items(databaseId, containerId)
                .writer()
                .restore(id, PartitionKey.parse(key), Lifetime.INHERIT)
                .join();
    }

    void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Override
    public void close() {
        engine.close();
    }
}
