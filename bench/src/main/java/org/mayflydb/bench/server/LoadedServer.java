package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.server.ServerSettings;

/**
 * The server with items in it, and the requests to read and to create them.
 *
 * @param jar the server, ready to run
 * @param jvm options of its Java machine
 */
record LoadedServer(Path jar, List<String> jvm, Path data) {
    static final int ITEMS = 10_000;
    private static final String TENANT = "\"tenant\":\"";
    private static final Map<String, String> EVERYWHERE =
            Map.of("x-ms-documentdb-query-enablecrosspartition", "True", "x-mayfly-whole-query", "True");
    static final String CONTAINER = "bench";

    /** Of the database. */
    static final String NAME = "bench";

    LoadedServer {
        jvm = List.copyOf(jvm);
    }

    /** Runs the server on the data. */
    ServerProcess start() {
        return start("--data", data.toString());
    }

    /** Runs the server on the data, with direct mode at this port. */
    ServerProcess startDirect(int directPort) {
        return start("--data", data.toString(), "--direct-port", Integer.toString(directPort));
    }

    /** Runs the server on nothing, from the classes that a rehearsal has left in a file, as the launcher does. */
    ServerProcess startInMemory(Path archive) {
        return start(List.of("-XX:SharedArchiveFile=" + archive), "--memory");
    }

    /** Has Java keep the classes that a start needs. */
    Path rehearse(Path archive) {
        List<String> arguments = new ArrayList<>(jvm);
        arguments.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-jar", jar.toString(), "rehearse"));
        ServerProcess.run(arguments);
        return archive;
    }

    private ServerProcess start(String... settings) {
        return start(List.of(), settings);
    }

    private ServerProcess start(List<String> more, String... settings) {
        List<String> arguments = new ArrayList<>(jvm);
        arguments.addAll(more);
        arguments.addAll(List.of("-jar", jar.toString(), "serve", "--port", "0"));
        arguments.addAll(List.of(settings));
        return ServerProcess.start(arguments);
    }

    /** Creates the container and its items and stops the server again, so that they are in files. */
    void load() {
        try (ServerProcess server = start();
                PlainClient client = PlainClient.connect(server.port())) {
            Instant now = now();
            client.ask(SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"bench\"}", now))
                    .expect(201);
            client.ask(createContainer(CONTAINER, "")).expect(201);
            for (int i = 0; i < ITEMS; i++) {
                client.ask(create(json(i))).expect(201);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Creates a container.
     *
     * @param properties more properties of it, each with a comma in front
     */
    static SignedRequest createContainer(String id, String properties) {
        String container = "{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"" + SampleItem.PARTITION_KEY_PATH
                + "\"],\"kind\":\"Hash\",\"version\":2}" + properties + "}";
        return SignedRequest.of("POST", "dbs/bench/colls", Map.of(), container, now());
    }

    /** Reads of all items, signed. */
    static List<SignedRequest> reads() {
        Instant now = now();
        List<SignedRequest> reads = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            Map<String, String> key = Map.of("x-ms-documentdb-partitionkey", "[\"" + SampleItem.tenant(i) + "\"]");
            reads.add(SignedRequest.of("GET", items(CONTAINER) + "/" + SampleItem.id(i), key, "", now));
        }
        return reads;
    }

    /** Queries for ten items of one logical partition each. */
    static List<SignedRequest> equalities() {
        List<SignedRequest> queries = new ArrayList<>();
        for (int i = 0; i < SampleItem.TENANTS; i++) {
            queries.add(query(
                    "SELECT * FROM c WHERE c.batch = @value",
                    "0",
                    Map.of("x-ms-documentdb-partitionkey", "[\"" + SampleItem.tenant(i) + "\"]")));
        }
        return queries;
    }

    /** Queries for twenty items each, in order. */
    static List<SignedRequest> firstItems() {
        List<SignedRequest> queries = new ArrayList<>();
        for (int amount = 0; amount < 900; amount++) {
            queries.add(query(
                    "SELECT TOP 20 * FROM c WHERE c.amount > @value ORDER BY c.amount",
                    Integer.toString(amount),
                    EVERYWHERE));
        }
        return queries;
    }

    /** A query for the number of items that a tenth of all adds up to. */
    static List<SignedRequest> counts() {
        return List.of(query("SELECT VALUE COUNT(1) FROM c WHERE c.quantity < @value", "10", EVERYWHERE));
    }

    private static SignedRequest query(String text, String value, Map<String, String> scope) {
        Map<String, String> headers = new LinkedHashMap<>(scope);
        headers.put("content-type", "application/query+json");
        headers.put("x-ms-documentdb-isquery", "True");
        String body = "{\"query\":\"" + text + "\",\"parameters\":[{\"name\":\"@value\",\"value\":" + value + "}]}";
        return SignedRequest.of("POST", items(CONTAINER), headers, body, now());
    }

    /** A create that asks, as the official Java client does, not to be shown what it has written. */
    private static SignedRequest create(String json) {
        return create(CONTAINER, json);
    }

    /** The same in another container. */
    static SignedRequest create(String container, String json) {
        Map<String, String> headers = Map.of(
                "content-type",
                "application/json",
                "prefer",
                "return=minimal",
                "x-ms-documentdb-partitionkey",
                "[\"" + tenant(json) + "\"]");
        return SignedRequest.of("POST", items(container), headers, json, now());
    }

    private static String tenant(String json) {
        int start = json.indexOf(TENANT) + TENANT.length();
        return json.substring(start, json.indexOf('"', start));
    }

    /** A page of a hundred items. */
    static SignedRequest readFeed() {
        return SignedRequest.of("GET", items(CONTAINER), Map.of("x-ms-max-item-count", "100"), "", now());
    }

    /** Sends a request that creates something. */
    static void ask(ServerProcess server, SignedRequest request) {
        try (PlainClient client = PlainClient.connect(server.port())) {
            client.ask(request).expect(201);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Sends a request to the admin API, and returns the body of the response. */
    static String admin(ServerProcess server, String method, String path, String body) {
        try (PlainClient client = PlainClient.connect(server.port())) {
            client.send(method + " /_mayfly/" + path + " HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer "
                    + ServerSettings.WELL_KNOWN_KEY + "\r\ncontent-type: application/json\r\ncontent-length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
            return client.receive().expect(200).body();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String items(String container) {
        return "dbs/bench/colls/" + container + "/docs";
    }

    /** Keeps what a request is answered, for the bare server. */
    static Path recordAnswer(ServerProcess server, SignedRequest request, Path file) {
        return recordAnswer(server, request, 200, file);
    }

    /** The same for a request with another status. */
    static Path recordAnswer(ServerProcess server, SignedRequest request, int status, Path file) {
        try (PlainClient client = PlainClient.connect(server.port())) {
            PlainClient.Answer answer = client.ask(request).expect(status);
            return Files.writeString(file, answer.head() + "\r\n" + answer.body(), StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs a server that gives the recorded answer to everything. It is spared what ours spares itself. */
    static ServerProcess startBare(List<String> jvm, Path answer) {
        return startBare(jvm, BareServer.class, answer);
    }

    /** Runs such a server of another kind. */
    static ServerProcess startBare(List<String> jvm, Class<?> program, Path answer) {
        List<String> arguments = new ArrayList<>(jvm);
        arguments.add("-Dio.netty.jfr.enabled=false");
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName(), answer.toString()));
        return ServerProcess.start(arguments);
    }

    static String json(int number) {
        return new String(SampleItem.json(number), StandardCharsets.UTF_8);
    }

    private static Instant now() {
        return SystemTime.source().instant();
    }
}
