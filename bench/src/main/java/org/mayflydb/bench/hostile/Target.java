package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.bench.server.DirectMessages;
import org.mayflydb.bench.server.PlainClient;
import org.mayflydb.bench.server.SignedRequest;

/**
 * The server under attack, and requests that many attacks begin with.
 *
 * @param over whether attacks that wait should end
 */
record Target(int port, int directPort, InstantSource clock, BooleanSupplier over) {
    private static final int TAIL_CHARACTERS = 4 << 10;

    static final String DATABASE = "dbs/soak";
    static final String CONTAINER = DATABASE + "/colls/hostile";
    static final String DOCUMENTS = CONTAINER + "/docs";
    static final String KEY = "x-ms-documentdb-partitionkey";
    private static final int ITEMS = 40;
    private static final int ITEM_BYTES = 50_000;

    /** A container for the well-behaved, and one with large items for the others. */
    static void prepare(int port, InstantSource clock) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            client.ask(SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"soak\"}", clock.instant()))
                    .expect(201);
            for (String id : List.of("soak", "hostile")) {
                String body = "{\"id\":\"" + id
                        + "\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2},\"defaultTtl\":-1}";
                client.ask(SignedRequest.of("POST", DATABASE + "/colls", Map.of(), body, clock.instant()))
                        .expect(201);
            }
            for (int i = 0; i < ITEMS; i++) {
                client.ask(SignedRequest.of("POST", DOCUMENTS, Map.of(KEY, "[\"t\"]"), largeItem(i), clock.instant()))
                        .expect(201);
            }
        }
    }

    private static String largeItem(int number) {
        String numbers = "1,2,3,4,5,6,7,8,9,10,".repeat(100);
        return "{\"id\":\"large" + number + "\",\"tenant\":\"t\",\"n\":" + number + ",\"list\":["
                + numbers.substring(0, numbers.length() - 1) + "],\"text\":\"" + "a".repeat(ITEM_BYTES) + "\"}";
    }

    SignedRequest request(String verb, String path, Map<String, String> headers, String body) {
        return SignedRequest.of(verb, path, headers, body, clock.instant());
    }

    /** Sends one request over a connection of its own, and returns the status of the response. */
    String ask(String verb, String path, Map<String, String> headers, String body) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            return String.valueOf(client.ask(request(verb, path, headers, body)).status());
        }
    }

    /** Replaces an offer, which is signed for by its resource id in lower case. */
    String replaceOffer(String rid, String body) throws IOException {
        String date = SignedRequest.dateText(clock.instant());
        String authorization = SignedRequest.authorization("PUT", "offers", rid.toLowerCase(Locale.ROOT), date);
        return raw("PUT /offers/" + rid + " HTTP/1.1\r\nhost: localhost\r\nx-ms-version: 2020-07-15\r\nx-ms-date: "
                + date + "\r\nauthorization: " + authorization + "\r\ncontent-length: " + body.length() + "\r\n\r\n"
                + body);
    }

    String create(String json) throws IOException {
        return ask("POST", DOCUMENTS, Map.of(KEY, "[\"t\"]", "x-ms-documentdb-is-upsert", "true"), json);
    }

    String query(String sql) throws IOException {
        String text = sql.replace("\\", "\\\\").replace("\"", "\\\"");
        return ask(
                "POST",
                DOCUMENTS,
                Map.of(KEY, "[\"t\"]", "content-type", "application/query+json", "x-ms-documentdb-isquery", "True"),
                "{\"query\":\"" + text + "\"}");
    }

    /** Sends text as it is, and returns the status of the response or that the connection was closed. */
    String raw(String text) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            client.send(text);
            return response(client);
        }
    }

    /** Sends bytes and says that no more follow, so that the server does not wait for the rest of a request. */
    String rawAndEnd(byte[] bytes) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            client.send(bytes);
            client.socket().shutdownOutput();
            return response(client);
        }
    }

    private static String response(PlainClient client) throws IOException {
        try {
            return String.valueOf(client.patience(5_000).receive().status());
        } catch (SocketTimeoutException silent) {
            return "no response";
        } catch (IOException closed) {
            return "closed";
        }
    }

    String rawAndEnd(String text) throws IOException {
        return rawAndEnd(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A signed create up to the end of its headers, the length left out. */
    String head() {
        Map<String, String> headers = new HashMap<>(Map.of(KEY, "[\"t\"]", "x-ms-documentdb-is-upsert", "true"));
        return request("POST", DOCUMENTS, headers, "").head();
    }

    String replicaPath() {
        return DirectClient.replicaPath(port, CONTAINER, clock.instant());
    }

    byte[] direct(String verb, String id, Map<String, String> headers, String body, String replicaPath) {
        return DirectMessages.request(verb, DOCUMENTS, id, headers, body, replicaPath, clock.instant());
    }

    /** Waits; an attack that holds something looks now and then whether it is still held. */
    boolean rest(int millis) {
        LockSupport.parkNanos(millis * 1_000_000L);
        return !over.getAsBoolean();
    }

    /**
     * Whether the other side has closed a connection.
     *
     * @param tail keeps the end of what there is to read; the rest is dropped
     */
    static boolean isClosed(Socket socket, StringBuilder tail) {
        try {
            socket.setSoTimeout(1);
            byte[] piece = new byte[64 << 10];
            for (int read = 0; read >= 0; read = socket.getInputStream().read(piece)) {
                tail.append(new String(piece, 0, read, StandardCharsets.ISO_8859_1));
                tail.delete(0, Math.max(0, tail.length() - TAIL_CHARACTERS));
            }
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException closed) {
            return true;
        }
    }
}
