package org.mayflydb.server.rntbd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.server.rntbd.Frame.token;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.EventLoopGuard;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.EngineLinks;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.http.HttpServer;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.route.ActivityIds;
import org.mayflydb.server.route.DirectEndpoint;
import org.mayflydb.server.route.Gateway;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * Every kind of write, succeeding and failing, over both wires, while the container is changed in every way there is. All of
 * it ends and the server still answers; nothing here depends on how fast.
 */
class WritesDuringContainerChangesTest {
    private static final long PATIENCE_SECONDS = 180;
    private static final int ROUNDS = 8;
    private static final String COLLS = "/dbs/d/colls";
    private static final String DOCS = COLLS + "/c/docs";
    private static final String KEY = "[\"p\"]";
    private static final Set<Integer> EXPECTED = Set.of(200, 201, 204, 207, 404, 409, 410, 412);

    private final EventLoopGuard store;
    private final Engine engine;
    private final List<ExecutorService> pools = List.of(pool(8), pool(8), pool(2), pool(16));
    private final ExecutorService clients = pools.get(3);
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer http;
    private final RntbdServer direct;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<Integer> seenOverHttp = new ConcurrentSkipListSet<>();
    private final Set<Integer> seenDirect = new ConcurrentSkipListSet<>();

    WritesDuringContainerChangesTest() {
        store = new EventLoopGuard(newStore());
        engine = Engine.open(store, settings());
        Gateway gateway = new Gateway(
                engine,
                (request, address) -> new Principal.Master("primary key", false),
                new PermissionJson(
                        new ResourceTokens(new KeyRing(AccountKeys.of(ServerSettings.WELL_KNOWN_KEY))),
                        new EngineLinks(engine)),
                MovableClock.ticking(),
                new Gateway.Threads(pools.get(0), pools.get(1), pools.get(2)),
                new ActivityIds(new SplittableRandom(1)),
                new Gateway.Account(Consistency.SESSION, new DirectEndpoint("localhost", () -> 1)));
        http = HttpServer.start(new HttpSettings("127.0.0.1", 0, () -> RntbdServerTest.CERTIFICATE), gateway);
        direct = RntbdServer.start(RntbdServerTest.SETTINGS, gateway);
    }

    Store newStore() {
        return new MemoryStore();
    }

    EngineSettings settings() {
        return EngineSettings.defaults();
    }

    private static ExecutorService pool(int threads) {
        return Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * A write as both wires can say it.
     *
     * @param operation its number in direct mode
     * @param id empty if it is sent to the list of items
     * @param match the ETag it asks for; empty for none
     */
    private record Write(String verb, int operation, String id, String body, String match) {
        private static final int BATCH = 0x25;

        boolean isBatch() {
            return operation == BATCH;
        }

        /** A list of operations is a batch if it begins in the usual way, and a bulk request otherwise. */
        boolean isAtomic() {
            return !body.startsWith(" ");
        }

        HttpRequest http(URI base) {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(id.isEmpty() ? DOCS : DOCS + "/" + id))
                    .method(verb, HttpRequest.BodyPublishers.ofString(body))
                    .header("x-ms-documentdb-partitionkey", KEY);
            if (operation == 0x13) {
                request.header("x-ms-documentdb-is-upsert", "true");
            }
            if (!match.isEmpty()) {
                request.header("if-match", match);
            }
            if (isBatch()) {
                request.header("x-ms-cosmos-is-batch-request", "true")
                        .header("x-ms-cosmos-batch-atomic", Boolean.toString(isAtomic()))
                        .header("x-ms-cosmos-batch-continue-on-error", Boolean.toString(!isAtomic()));
            }
            return request.build();
        }

        Frame frame(String replica, long number) {
            List<Frame.Token> tokens = new ArrayList<>(List.of(
                    token(RequestToken.DATABASE_NAME, "d"),
                    token(RequestToken.COLLECTION_NAME, "c"),
                    token(RequestToken.REPLICA_PATH, replica),
                    token(RequestToken.TRANSPORT_REQUEST_ID, number)));
            if (!isBatch() || isAtomic()) {
                tokens.add(token(RequestToken.PARTITION_KEY, KEY));
            }
            if (!id.isEmpty()) {
                tokens.add(token(RequestToken.DOCUMENT_NAME, id));
            }
            if (!match.isEmpty()) {
                tokens.add(token(RequestToken.MATCH, match));
            }
            if (isBatch()) {
                tokens.add(token(RequestToken.IS_BATCH_ATOMIC, isAtomic() ? 1L : 0L));
                tokens.add(token(RequestToken.SHOULD_BATCH_CONTINUE_ON_ERROR, isAtomic() ? 0L : 1L));
            }
            if (!body.isEmpty()) {
                tokens.add(token(RequestToken.PAYLOAD_PRESENT, 1L));
            }
            Frame frame = Frame.request(3, operation, tokens.toArray(new Frame.Token[0]));
            return body.isEmpty() ? frame : frame.withPayload(body.getBytes(UTF_8));
        }
    }

    private static Write write(String verb, int operation, String id, String body, String match) {
        return new Write(verb, operation, id, body.replace('\'', '"'), match);
    }

    /** One of each kind and outcome. */
    private List<Write> writes() {
        String fresh = "n" + numbers.incrementAndGet();
        String item = "{'id':'" + fresh + "','pk':'p'}";
        String known = "{'id':'known','pk':'p','v':1}";
        String patch = "{'operations':[{'op':'set','path':'/v','value':2}]}";
        String operation =
                "{'operationType':'%s','id':'%s','partitionKey':'[\\'p\\']','resourceBody':%s}".replace("\\'", "\\\"");
        String twice =
                "[" + String.format(Locale.ROOT, operation, "Create", fresh + "b", item.replace(fresh, fresh + "b"))
                        + "," + String.format(Locale.ROOT, operation, "Create", "known", known) + "]";
        String once = "[" + String.format(Locale.ROOT, operation, "Upsert", "known", known) + "]";
        return List.of(
                write("POST", 0x13, "", known, ""),
                write("POST", 0x01, "", item, ""),
                write("POST", 0x01, "", known, ""),
                write("POST", 0x13, "", known, "\"other\""),
                write("PUT", 0x06, "known", known, ""),
                write("PUT", 0x06, fresh + "x", item.replace(fresh, fresh + "x"), ""),
                write("PUT", 0x06, "known", known, "\"other\""),
                write("PATCH", 0x02, "known", patch, ""),
                write("PATCH", 0x02, fresh + "x", patch, ""),
                write("PATCH", 0x02, "known", patch, "\"other\""),
                write("DELETE", 0x05, fresh + "x", "", ""),
                write("DELETE", 0x05, "known", "", "\"other\""),
                write("DELETE", 0x05, fresh, "", ""),
                write("POST", Write.BATCH, "", once, ""),
                write("POST", Write.BATCH, "", twice, ""),
                write("POST", Write.BATCH, "", " " + twice, ""));
    }

    private URI base() {
        return URI.create("http://127.0.0.1:" + http.port());
    }

    private int send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private int manage(String verb, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base().resolve(path))
                .method(verb, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request.build());
    }

    private int replace(String more) throws IOException, InterruptedException {
        return manage("PUT", COLLS + "/c", container(more));
    }

    private static String container(String more) {
        return "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}" + more + "}";
    }

    @BeforeEach
    void createContainer() throws Exception {
        assertThat(manage("POST", "/dbs", "{'id':'d'}")).isEqualTo(201);
        assertThat(manage("POST", COLLS, container(""))).isEqualTo(201);
    }

    private void writeOverHttp() throws Exception {
        List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
        for (Write write : writes()) {
            answers.add(client.sendAsync(write.http(base()), HttpResponse.BodyHandlers.discarding()));
        }
        HttpRequest read = HttpRequest.newBuilder(base().resolve(DOCS + "/known"))
                .header("x-ms-documentdb-partitionkey", KEY)
                .build();
        answers.add(client.sendAsync(read, HttpResponse.BodyHandlers.discarding()));
        for (CompletableFuture<HttpResponse<Void>> answer : answers) {
            seenOverHttp.add(answer.get().statusCode());
        }
        seenOverHttp.add(manage(
                "POST",
                COLLS + "/c/operations/partitionkeydelete",
                "",
                "x-ms-documentdb-partitionkey",
                "[\"deleted\"]"));
    }

    private void writeDirectly(SSLSocket socket) throws IOException {
        String replica = replica();
        List<Write> writes = writes();
        for (Write write : writes) {
            RntbdServerTest.send(socket, write.frame(replica, numbers.incrementAndGet()));
        }
        for (int i = 0; i < writes.size(); i++) {
            seenDirect.add(RntbdServerTest.receive(socket).code());
        }
    }

    /** The address of the partition that has the key, or an old one while there is no container. */
    private String replica() {
        ContainerRecord container = engine.findContainer("d", "c");
        if (container == null) {
            return "/apps/mayfly/services/0000000100000001/partitions/0/replicas/1p";
        }
        var hash = PartitionKeyHasher.hash(container.properties().partitionKey(), PartitionKey.parse(KEY));
        PartitionSpec partition = container.partitions().stream()
                .filter(each -> each.range().contains(hash))
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "/apps/mayfly/services/%08x%08x/partitions/%d/replicas/1p",
                container.rid().database(),
                container.rid().owned(),
                partition.rangeId());
    }

    /** Changes the container in every way, again and again. */
    private void change() throws Exception {
        Set<Integer> statuses = new ConcurrentSkipListSet<>();
        for (int round = 1; round <= ROUNDS; round++) {
            statuses.add(replace(",'defaultTtl':" + (1000 + round)));
            statuses.add(replace(",'indexingPolicy':{'includedPaths':[{'path':'/v" + round
                    + "/?'}],'excludedPaths':[{'path':'/*'}]}"));
            statuses.add(replace(",'changeFeedPolicy':{'retentionDuration':10}"));
            statuses.add(replace(",'indexingPolicy':{'indexingMode':'none','automatic':false}"));
            statuses.add(replace(",'defaultTtl':-1"));
            if (round % 3 == 0) {
                String offer = Objects.requireNonNull(engine.container("d", "c").offer(), "its own offer")
                        .rid()
                        .toString();
                statuses.add(
                        manage("PUT", "/offers/" + offer, "{'offerVersion':'V2','content':{'offerThroughput':20000}}"));
            }
            if (round % 4 == 0) {
                statuses.add(manage("DELETE", COLLS + "/c", ""));
                statuses.add(manage("POST", COLLS, container("")));
            }
        }
        assertThat(statuses).isSubsetOf(200, 201, 204);
    }

    @Test
    void everyWriteAndEveryChangeEndsAndTheServerStaysResponsive() throws Exception {
        List<Future<?>> writers = new ArrayList<>();
        Future<?> changes = clients.submit(task(this::change));
        for (int i = 0; i < 3; i++) {
            writers.add(clients.submit(task(() -> {
                do {
                    writeOverHttp();
                } while (!changes.isDone());
            })));
            writers.add(clients.submit(task(() -> {
                try (SSLSocket socket = connected()) {
                    do {
                        writeDirectly(socket);
                    } while (!changes.isDone());
                }
            })));
        }
        await(changes);
        for (Future<?> writer : writers) {
            await(writer);
        }
        assertThat(seenOverHttp).isSubsetOf(EXPECTED).contains(200, 201, 204, 207, 404, 409, 412);
        assertThat(seenDirect).isSubsetOf(EXPECTED).contains(200, 201, 204, 207, 404, 409, 412);
        for (int i = 0; i < 8; i++) {
            await(clients.submit(
                    task(() -> assertThat(manage("GET", COLLS + "/c", "")).isEqualTo(200))));
        }
        assertThat(store.violations())
                .as("calls of the store on event loops other than local gets")
                .isEmpty();
        close();
    }

    private SSLSocket connected() throws Exception {
        SSLSocket socket = RntbdServerTest.secure(direct);
        RntbdServerTest.send(socket, Frame.context(1));
        assertThat(RntbdServerTest.receive(socket).code()).isEqualTo(200);
        return socket;
    }

    /** Only if nothing hangs: a server that does cannot be closed. */
    private void close() throws Exception {
        await(clients.submit(task(() -> {
            direct.close();
            http.close();
            engine.close();
        })));
        pools.forEach(ExecutorService::shutdown);
    }

    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }

    private static Callable<Boolean> task(Task task) {
        return () -> {
            task.run();
            return true;
        };
    }

    private static void await(Future<?> future) throws ExecutionException, InterruptedException {
        try {
            future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException hanging) {
            throw new AssertionError("something hangs:\n" + threads(), hanging);
        }
    }

    private static String threads() {
        return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
                .map(ThreadInfo::toString)
                .collect(Collectors.joining());
    }
}
