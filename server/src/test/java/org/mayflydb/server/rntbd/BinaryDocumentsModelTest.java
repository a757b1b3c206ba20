package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.server.rntbd.Frame.token;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.json.binary.BinaryJson;
import org.mayflydb.json.binary.RandomBinary;
import org.mayflydb.json.binary.RandomDocument;
import org.mayflydb.json.binary.SameValue;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.EngineLinks;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.http.HttpServer;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.hybridrow.OperationRow;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.route.ActivityIds;
import org.mayflydb.server.route.DirectEndpoint;
import org.mayflydb.server.route.Gateway;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.testing.Repetitions;

/**
 * Random documents are sent as text and in binary, by themselves and in batches, over both wires; they are read as text and in
 * binary, by themselves and by queries, over both wires. Always they are what was sent.
 */
class BinaryDocumentsModelTest {
    private static final String KEY = "[\"p\"]";
    private static final String DOCS = "/dbs/d/colls/c/docs";
    private static final int CREATE = 0x01;
    private static final int READ = 0x03;
    private static final int REPLACE = 0x06;
    private static final int QUERY = 0x0F;
    private static final int BATCH = 0x25;
    private static final List<String> SYSTEM = List.of("_rid", "_self", "_etag", "_attachments", "_ts");

    private final Engine engine = Engine.open(new MemoryStore(), EngineSettings.defaults());
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, JsonObject> model = new TreeMap<>();
    private long requests;

    @Test
    void documentsAreStoredAndReturnedAsTheyWereSent() throws Exception {
        long seed = Long.getLong("mayfly.seed", 20_261_118L);
        Random random = new Random(seed);
        Gateway gateway = new Gateway(
                engine,
                (request, address) -> new Principal.Master("primary key", false),
                new PermissionJson(
                        new ResourceTokens(new KeyRing(AccountKeys.of(ServerSettings.WELL_KNOWN_KEY))),
                        new EngineLinks(engine)),
                MovableClock.ticking(),
                new Gateway.Threads(pool, pool, pool),
                new ActivityIds(new SplittableRandom(1)),
                new Gateway.Account(Consistency.SESSION, new DirectEndpoint("localhost", () -> 1)));
        try (HttpServer http =
                        HttpServer.start(new HttpSettings("127.0.0.1", 0, () -> RntbdServerTest.CERTIFICATE), gateway);
                RntbdServer direct = RntbdServer.start(RntbdServerTest.SETTINGS, gateway);
                SSLSocket socket = RntbdServerTest.secure(direct)) {
            RntbdServerTest.send(socket, Frame.context(1));
            assertThat(RntbdServerTest.receive(socket).code()).isEqualTo(200);
            URI base = URI.create("http://127.0.0.1:" + http.port());
            post(base, "/dbs", "{\"id\":\"d\"}");
            post(base, "/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
            for (int i = 0; i < Repetitions.of(300); i++) {
                Wires wires = new Wires(base, socket, random.nextBoolean());
                write(wires, random, i);
                check(new Wires(base, socket, random.nextBoolean()), random, "seed " + seed);
            }
        } finally {
            engine.close();
            pool.shutdown();
        }
    }

    private void post(URI base, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(201);
    }

    private void write(Wires wires, Random random, int number) throws Exception {
        String id = "i" + (random.nextInt(3) == 0 ? random.nextInt(number + 1) : number);
        JsonObject item = new RandomDocument(random)
                .object(3)
                .with("id", new JsonString(id))
                .with("pk", new JsonString("p"))
                .with("number", JsonNumber.of(number));
        for (String name : SYSTEM) {
            item = item.without(name);
        }
        item = item.without("ttl");
        byte[] body = random.nextInt(3) == 0 ? item.toBytes() : RandomBinary.write(item, random);
        boolean known = model.containsKey(id);
        boolean binary = random.nextBoolean();
        if (known) {
            assertThat(wires.send("PUT", REPLACE, id, body, binary).code).isEqualTo(200);
        } else if (random.nextInt(3) == 0) {
            assertThat(wires.send("POST", BATCH, "", OperationRow.creations(body), false).code)
                    .isEqualTo(200);
        } else {
            Answer created = wires.send("POST", CREATE, "", body, binary);
            assertThat(created.code).isEqualTo(201);
            assertThat(BinaryJson.isBinary(created.body)).isEqualTo(binary && created.body.length < 16 << 10);
        }
        model.put(id, item);
    }

    private void check(Wires wires, Random random, String seed) throws Exception {
        List<String> ids = new ArrayList<>(model.keySet());
        String id = ids.get(random.nextInt(ids.size()));
        boolean binary = random.nextBoolean();
        assertStored(id, wires.send("GET", READ, id, new byte[0], binary).json(), seed);
        int number = (int) number(Objects.requireNonNull(model.get(id)));
        // The index holds the same terms of both forms.
        byte[] query =
                ("{\"query\":\"SELECT * FROM c WHERE c.number=" + number + "\"}").getBytes(StandardCharsets.UTF_8);
        JsonArray found = (JsonArray) Objects.requireNonNull(
                wires.send("POST", QUERY, "", query, binary).json().get("Documents"));
        assertThat(found.elements()).as(seed).hasSize(1);
        assertStored(id, (JsonObject) found.elements().get(0), seed);
    }

    private static double number(JsonObject item) {
        return ((JsonNumber) Objects.requireNonNull(item.get("number"))).doubleValue();
    }

    private void assertStored(String id, JsonObject stored, String seed) {
        JsonObject item = stored;
        for (String name : SYSTEM) {
            item = item.without(name);
        }
        JsonObject sent = Objects.requireNonNull(model.get(id));
        String found = item.toString();
        assertThat(SameValue.same(item, sent))
                .as(() -> seed + ": sent " + sent + ", found " + found)
                .isTrue();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int code, byte[] body) {
        JsonObject json() {
            byte[] text = BinaryJson.isBinary(body)
                    ? Objects.requireNonNull(BinaryJson.toText(body, 4 << 20), "short enough")
                    : body;
            return (JsonObject) JsonValue.parse(text);
        }
    }

    /** Sends a request over one of the two wires. */
    private final class Wires {
        private final URI base;
        private final SSLSocket socket;
        private final boolean direct;

        Wires(URI base, SSLSocket socket, boolean direct) {
            this.base = base;
            this.socket = socket;
            this.direct = direct;
        }

        Answer send(String verb, int operation, String id, byte[] body, boolean binary) throws Exception {
            return direct ? frame(operation, id, body, binary) : http(verb, operation, id, body, binary);
        }

        private Answer http(String verb, int operation, String id, byte[] body, boolean binary) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(id.isEmpty() ? DOCS : DOCS + "/" + id))
                    .method(verb, HttpRequest.BodyPublishers.ofByteArray(body))
                    .header("x-ms-documentdb-partitionkey", KEY);
            if (binary) {
                request.header("x-ms-cosmos-supported-serialization-formats", "JsonText, CosmosBinary");
            }
            if (operation == QUERY) {
                request.header("content-type", "application/query+json");
            }
            if (operation == BATCH) {
                request.header("x-ms-cosmos-is-batch-request", "true").header("x-ms-cosmos-batch-atomic", "true");
            }
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.body());
        }

        private Answer frame(int operation, String id, byte[] body, boolean binary) throws IOException {
            List<Frame.Token> tokens = new ArrayList<>(List.of(
                    token(RequestToken.DATABASE_NAME, "d"),
                    token(RequestToken.COLLECTION_NAME, "c"),
                    token(RequestToken.REPLICA_PATH, replica()),
                    token(RequestToken.PARTITION_KEY, KEY),
                    token(RequestToken.TRANSPORT_REQUEST_ID, ++requests)));
            if (!id.isEmpty()) {
                tokens.add(token(RequestToken.DOCUMENT_NAME, id));
            }
            if (binary) {
                tokens.add(token(RequestToken.SUPPORTED_SERIALIZATION_FORMATS, 3L));
            }
            if (operation == BATCH) {
                tokens.add(token(RequestToken.IS_BATCH_ATOMIC, 1L));
            }
            if (body.length > 0) {
                tokens.add(token(RequestToken.PAYLOAD_PRESENT, 1L));
            }
            Frame frame = Frame.request(3, operation, tokens.toArray(new Frame.Token[0]));
            RntbdServerTest.send(socket, body.length > 0 ? frame.withPayload(body) : frame);
            Frame answer = RntbdServerTest.receive(socket);
            byte @Nullable [] payload = answer.payload();
            return new Answer(answer.code(), payload == null ? new byte[0] : payload);
        }

        private String replica() {
            ContainerRecord container = engine.container("d", "c");
            return String.format(
                    Locale.ROOT,
                    "/apps/mayfly/services/%08x%08x/partitions/0/replicas/1p",
                    container.rid().database(),
                    container.rid().owned());
        }
    }
}
