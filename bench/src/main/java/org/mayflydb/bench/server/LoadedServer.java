package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.SampleItem;

/**
 * The server with items in it, and the requests to read and to create them.
 *
 * @param jar the server, ready to run
 * @param jvm options of its Java machine
 */
record LoadedServer(Path jar, List<String> jvm, Path data) {
    static final int ITEMS = 5000;
    private static final String LIST = "dbs/bench/colls/bench/docs";

    LoadedServer {
        jvm = List.copyOf(jvm);
    }

    /** Runs the server on the data. */
    ServerProcess start() {
        return start("--data", data.toString());
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
            String container = "{\"id\":\"bench\",\"partitionKey\":{\"paths\":[\"" + SampleItem.PARTITION_KEY_PATH
                    + "\"],\"kind\":\"Hash\"}}";
            client.ask(SignedRequest.of("POST", "dbs/bench/colls", Map.of(), container, now))
                    .expect(201);
            for (int i = 0; i < ITEMS; i++) {
                client.ask(create(json(i))).expect(201);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Reads of all items, signed. */
    List<SignedRequest> reads() {
        Instant now = now();
        List<SignedRequest> reads = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            Map<String, String> key = Map.of("x-ms-documentdb-partitionkey", "[\"" + SampleItem.tenant(i) + "\"]");
            reads.add(SignedRequest.of("GET", LIST + "/" + SampleItem.id(i), key, "", now));
        }
        return reads;
    }

    /** A create that asks, as the official Java client does, not to be shown what it has written. */
    SignedRequest create(String json) {
        return SignedRequest.of(
                "POST", LIST, Map.of("content-type", "application/json", "prefer", "return=minimal"), json, now());
    }

    /** Keeps what a read answers, for the bare server. */
    Path recordAnswer(ServerProcess server, Path file) {
        try (PlainClient client = PlainClient.connect(server.port())) {
            PlainClient.Answer answer = client.ask(reads().get(0)).expect(200);
            return Files.writeString(file, answer.head() + "\r\n" + answer.body(), StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs a server that gives the recorded answer to everything. It is spared what ours spares itself. */
    static ServerProcess startBare(List<String> jvm, Path answer) {
        List<String> arguments = new ArrayList<>(jvm);
        arguments.add("-Dio.netty.jfr.enabled=false");
        arguments.addAll(
                List.of("-cp", System.getProperty("java.class.path"), BareServer.class.getName(), answer.toString()));
        return ServerProcess.start(arguments);
    }

    static String json(int number) {
        return new String(SampleItem.json(number), StandardCharsets.UTF_8);
    }

    private static Instant now() {
        return SystemTime.source().instant();
    }
}
