package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
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
import org.mayflydb.storage.memory.MemoryStore;

/** Every request is answered, whatever is thrown wherever on its way. */
class ErrorsTest {
    private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String ITEM = "{\"id\":\"b\",\"pk\":\"p\"}";
    private static final String BATCH = "[{\"operationType\":\"Create\",\"resourceBody\":" + ITEM + "}]";

    /** What goes wrong. */
    enum Failure {
        STACK(StackOverflowError::new),
        MEMORY(() -> new OutOfMemoryError("injected")),
        LINKAGE(() -> new NoClassDefFoundError("injected")),
        ASSERTION(AssertionError::new),
        BUG(() -> new IllegalStateException("injected")),
        REJECTED(() -> new RejectedExecutionException("injected"));

        @SuppressWarnings("ImmutableEnumChecker") // functions without state
        private final Supplier<Throwable> thrown;

        Failure(Supplier<Throwable> thrown) {
            this.thrown = thrown;
        }
    }

    private @Nullable Failure atClock;
    private @Nullable Failure atGuard;
    private @Nullable Failure atExecutor;

    /** Asked by everything that has to do with items, wherever it runs. */
    private final InstantSource clock = () -> {
        raise(atClock);
        return Instant.ofEpochSecond(1_794_700_800L);
    };

    private final Engine engine = Engine.open(
            new MemoryStore(),
            EngineSettings.defaults()
                    .withClock(clock)
                    .withPurgeTimer(StepTimer.NEVER)
                    .withBackground(Runnable::run));
    private final Executor threads = task -> {
        raise(atExecutor);
        task.run();
    };
    private final Gateway gateway = new Gateway(
            engine,
            (request, address) -> {
                raise(atGuard);
                return new Principal.Master("primary key", false);
            },
            new PermissionJson(
                    new ResourceTokens(new KeyRing(AccountKeys.of(ServerSettings.WELL_KNOWN_KEY))),
                    new EngineLinks(engine)),
            () -> Instant.EPOCH,
            new Gateway.Threads(threads, threads, threads),
            new ActivityIds(new SplittableRandom(1)),
            new Gateway.Account(Consistency.SESSION, new DirectEndpoint("localhost", () -> 10250)));

    ErrorsTest() {
        assertThat(send(Verb.POST, "/dbs", "{\"id\":\"db\"}", Map.of())).isEqualTo(201);
        assertThat(send(Verb.POST, "/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}", Map.of()))
                .isEqualTo(201);
        assertThat(send(Verb.POST, ITEMS, "{\"id\":\"a\",\"pk\":\"p\"}", KEY)).isEqualTo(201);
    }

    @AfterEach
    void close() {
        atClock = null;
        engine.close();
    }

    private static void raise(@Nullable Failure failure) {
        if (failure != null) {
            ErrorsTest.<RuntimeException>raise(failure.thrown.get());
        }
    }

    @SuppressWarnings("unchecked") // the compiler is not to see what is thrown
    private static <T extends Throwable> void raise(Throwable failure) throws T {
        throw (T) failure;
    }

    /** The status of the first answer; 0 if there is none. */
    private int send(Verb verb, String path, String body, Map<String, String> headers) {
        Map<String, String> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        caseless.putAll(headers);
        int[] status = new int[1];
        gateway.handle(
                new WireRequest(verb, path, caseless::get, body.getBytes(StandardCharsets.UTF_8), "http://localhost"),
                response -> {
                    assertThat(response.body().length == 0 && response.status() >= 400)
                            .as("failures have a body")
                            .isFalse();
                    if (status[0] == 0) {
                        status[0] = response.status();
                    }
                });
        return status[0];
    }

    private static Map<String, String> with(String... more) {
        Map<String, String> headers = new TreeMap<>(KEY);
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return headers;
    }

    /** One of each way that a request can go. */
    private List<Integer> sendEverything(Map<String, String> also) {
        String[] all = also.entrySet().stream()
                .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
                .toArray(String[]::new);
        Map<String, String> query = with(all);
        query.put("content-type", "application/query+json");
        Map<String, String> bulk = with(all);
        bulk.put("x-ms-cosmos-is-batch-request", "True");
        bulk.put("x-ms-cosmos-batch-continue-on-error", "True");
        bulk.put("x-ms-documentdb-partitionkeyrangeid", "0");
        Map<String, String> ordered = new TreeMap<>(bulk);
        ordered.remove("x-ms-cosmos-batch-continue-on-error");
        Map<String, String> batch = new TreeMap<>(bulk);
        batch.put("x-ms-cosmos-batch-atomic", "True");
        Map<String, String> feed = with(all);
        feed.put("a-im", "Incremental feed");
        return List.of(
                send(Verb.GET, ITEMS + "/a", "", with(all)),
                send(Verb.POST, ITEMS, ITEM, with(all)),
                send(Verb.PUT, ITEMS + "/a", "{\"id\":\"a\",\"pk\":\"p\"}", with(all)),
                send(
                        Verb.PATCH,
                        ITEMS + "/a",
                        "{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}",
                        with(all)),
                send(Verb.DELETE, ITEMS + "/a", "", with(all)),
                send(Verb.GET, ITEMS, "", with(all)),
                send(Verb.GET, ITEMS, "", feed),
                send(Verb.POST, ITEMS, "{\"query\":\"SELECT * FROM c\"}", query),
                send(Verb.POST, ITEMS, BATCH, bulk),
                send(Verb.POST, ITEMS, BATCH, ordered),
                send(Verb.POST, ITEMS, BATCH, batch));
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsInTheDatabaseIsAnswered(Failure failure) {
        atClock = failure;
        assertThat(sendEverything(Map.of())).allMatch(status -> status == 500 || status == 429 || status == 207);
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsInTheDatabaseIsAnsweredInDirectMode(Failure failure) {
        int database = engine.container("db", "c").rid().database();
        int container = engine.container("db", "c").rid().owned();
        String path = ReplicaPath.of(engine.container("db", "c"), 0).text("1p");
        assertThat(database).isPositive();
        assertThat(container).isNotZero();
        atClock = failure;
        assertThat(sendEverything(Map.of("x-mayfly-replica-path", path)))
                .allMatch(status -> status == 500 || status == 429 || status == 207);
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsWhileAccessIsCheckedIsAnswered(Failure failure) {
        atGuard = failure;
        int expected = failure == Failure.REJECTED ? 429 : 500;
        assertThat(sendEverything(Map.of())).containsOnly(expected);
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsWhenThreadsAreAskedForIsAnswered(Failure failure) {
        atExecutor = failure;
        List<Integer> statuses = sendEverything(Map.of());
        assertThat(statuses).doesNotContain(0);
        atExecutor = null;
        assertThat(send(Verb.GET, "/dbs/db", "", Map.of())).isEqualTo(200);
    }
}
