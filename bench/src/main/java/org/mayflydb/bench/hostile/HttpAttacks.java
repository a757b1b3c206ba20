package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.bench.server.PlainClient;
import org.mayflydb.bench.server.SignedRequest;

/** Attacks on HTTP, TLS, signatures, and the endpoints beside those of the service. */
final class HttpAttacks {
    private static final Pattern TOKEN = Pattern.compile("\"_token\":\"([^\"]+)\"");

    private HttpAttacks() {}

    static List<Attack> all() {
        List<Attack> all = new ArrayList<>();
        all.addAll(onHttp());
        all.addAll(onTls());
        all.addAll(onAccess());
        all.addAll(onEndpoints());
        return all;
    }

    private static List<Attack> onHttp() {
        return List.of(
                Attack.cheap("reset in the middle of a body", "reset", HttpAttacks::vanish),
                Attack.cheap("garbage", "400|closed", (target, random) -> target.rawAndEnd(bytes(random, 2000))),
                Attack.cheap(
                        "garbage after a request line",
                        "400|closed",
                        (target, random) -> target.rawAndEnd(concat("GET / HTTP/1.1\r\n", bytes(random, 2000)))),
                Attack.cheap("half a head", "closed", (target, random) -> {
                    String head = target.head();
                    return target.rawAndEnd(head.substring(0, 1 + random.nextInt(head.length() - 1)));
                }),
                Attack.cheap(
                        "length too long",
                        "closed",
                        (target, random) -> target.rawAndEnd(target.head() + "content-length: 5000\r\n\r\n{}")),
                Attack.cheap(
                        "length too short",
                        "400",
                        (target, random) -> target.raw(target.head() + "content-length: 1\r\n\r\n{}\r\n\r\n")),
                Attack.cheap(
                        "two lengths",
                        "400",
                        (target, random) ->
                                target.raw(target.head() + "content-length: 1\r\ncontent-length: 2\r\n\r\n{}")),
                Attack.cheap(
                        "length and chunks",
                        "400",
                        (target, random) -> target.raw(
                                target.head()
                                        + "content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n")),
                Attack.cheap(
                        "head too large",
                        "400",
                        (target, random) -> target.raw(target.head() + "x-large: " + "a".repeat(40_000) + "\r\n\r\n")),
                Attack.cheap(
                        "many headers",
                        "400",
                        (target, random) -> target.raw(target.head() + "a: b\r\n".repeat(20_000) + "\r\n")),
                Attack.cheap(
                        "request line too long",
                        "400",
                        (target, random) -> target.raw("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\n\r\n")),
                Attack.cheap(
                        "body announced too large",
                        "413",
                        (target, random) -> target.raw(target.head() + "content-length: 999999999\r\n\r\n{")),
                Attack.cheap("body grows too large", "413|closed", HttpAttacks::endlessBody),
                Attack.costly("pipelined requests, left unread", "reset", HttpAttacks::flood));
    }

    private static List<Attack> onTls() {
        return List.of(
                Attack.cheap(
                        "broken handshake",
                        "closed",
                        (target, random) -> target.rawAndEnd(
                                concat("\u0016\u0003\u0001\u0000" + (char) random.nextInt(128), bytes(random, 300)))),
                Attack.cheap("renegotiation", "closed|ignored", HttpAttacks::renegotiate),
                Attack.cheap("garbage below TLS", "closed", HttpAttacks::garbageBelowTls),
                Attack.cheap("garbage within TLS", "400|closed", (target, random) -> {
                    try (Socket socket = DirectClient.tlsSocket(target.port())) {
                        socket.getOutputStream().write(bytes(random, 3000));
                        // Some have no end of a line, for which the server would wait.
                        socket.getOutputStream().write('\n');
                        return status(socket);
                    }
                }));
    }

    private static List<Attack> onAccess() {
        return List.of(
                Attack.cheap("wrong signature", "401", (target, random) -> {
                    String text = target.request("GET", Target.DOCUMENTS, Map.of(), "")
                            .text();
                    // One in 4096 begins like that anyway.
                    String begins = text.contains("sig%3Dxx") ? "yy" : "xx";
                    return target.raw(text.replaceFirst("sig%3D..", "sig%3D" + begins));
                }),
                Attack.cheap(
                        "signature for another resource",
                        "401",
                        (target, random) -> target.raw(target.request("GET", "dbs/soak", Map.of(), "")
                                .text()
                                .replace("/dbs/soak ", "/" + Target.CONTAINER + " "))),
                Attack.cheap(
                        "old signature",
                        "403",
                        (target, random) -> target.raw(SignedRequest.of(
                                        "GET",
                                        Target.CONTAINER,
                                        Map.of(),
                                        "",
                                        target.clock().instant().minusSeconds(3600))
                                .text())),
                Attack.cheap(
                        "no signature",
                        "401",
                        (target, random) -> target.raw("GET /dbs HTTP/1.1\r\nhost: localhost\r\n\r\n")),
                Attack.cheap(
                        "huge signature",
                        "401",
                        (target, random) ->
                                target.raw("GET /dbs HTTP/1.1\r\nhost: localhost\r\nx-ms-date: x\r\nauthorization: "
                                        + "type%3Dmaster%26ver%3D1.0%26sig%3D" + "%41".repeat(8_000) + "\r\n\r\n")),
                Attack.cheap(
                        "host of a web page",
                        "400|403",
                        (target, random) -> target.raw(target.request("GET", "dbs", Map.of(), "")
                                .text()
                                .replace("host: localhost", "host: evil.example.com"))),
                Attack.cheap("resource token beyond its key", "403", (target, random) -> misuse(target, false)),
                Attack.cheap("resource token changed", "401|403", (target, random) -> misuse(target, true)));
    }

    private static List<Attack> onEndpoints() {
        return List.of(
                Attack.cheap(
                        "admin API without a key",
                        "401",
                        (target, random) -> target.raw(
                                "POST /_mayfly/flush HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n")),
                Attack.cheap(
                        "admin API with a wrong key",
                        "401|403",
                        (target, random) ->
                                target.raw("POST /_mayfly/clock HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer "
                                        + "x".repeat(random.nextInt(200)) + "\r\ncontent-length: 2\r\n\r\n{}")),
                Attack.cheap(
                        "path out of the explorer",
                        "400|404",
                        (target, random) -> target.raw(
                                "GET /_explorer/..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nhost: localhost\r\n\r\n")),
                Attack.cheap(
                        "unknown method",
                        "400|404|405|501",
                        (target, random) -> target.raw("TRACE /_explorer/ HTTP/1.1\r\nhost: localhost\r\n\r\n")),
                Attack.cheap("metrics and probes, all at once", "200", (target, random) -> {
                    String get = " HTTP/1.1\r\nhost: localhost\r\n\r\n";
                    String probes = "GET /metrics" + get + "GET /ready" + get;
                    return target.raw(probes.repeat(16));
                }));
    }

    private static String vanish(Target target, Random random) throws IOException {
        try (PlainClient client = PlainClient.connect(target.port())) {
            client.send(target.head() + "content-length: 500\r\n\r\n" + "x".repeat(random.nextInt(499)));
            client.vanish();
            return "reset";
        }
    }

    private static String endlessBody(Target target, Random random) throws IOException {
        try (PlainClient client = PlainClient.connect(target.port())) {
            client.send(target.head() + "transfer-encoding: chunked\r\n\r\n");
            String chunk = "10000\r\n" + "a".repeat(0x10000) + "\r\n";
            for (int i = 0; i < 80; i++) {
                client.send(chunk);
            }
            return String.valueOf(client.receive().status());
        } catch (IOException closed) {
            return "closed";
        }
    }

    /** Asks for a hundred lists of 2 MB at once, and leaves. */
    private static String flood(Target target, Random random) throws IOException {
        try (PlainClient client = PlainClient.connect(target.port())) {
            client.send(
                    target.request("GET", Target.DOCUMENTS, Map.of(), "").text().repeat(100));
            for (int i = random.nextInt(3); i > 0; i--) {
                PlainClient.Answer response = client.receive();
                if (response.status() == 429) {
                    return "429";
                }
                response.expect(200);
            }
            client.vanish();
            return "reset";
        }
    }

    /** Makes a connection with TLS, and then writes past it. */
    private static String garbageBelowTls(Target target, Random random) throws IOException {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), target.directPort())) {
            plain.getOutputStream().write(bytes(random, 1000));
            plain.shutdownOutput();
            return status(plain);
        }
    }

    /** Asks for new keys again and again, which costs the server more than the client. */
    private static String renegotiate(Target target, Random random) throws IOException {
        try (SSLSocket socket = (SSLSocket) DirectClient.tlsSocket(target.directPort())) {
            socket.setSoTimeout(5_000);
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            byte[] first = socket.getSession().getId();
            try {
                for (int i = 0; i < 20; i++) {
                    socket.startHandshake();
                    socket.getOutputStream().write(0);
                    socket.getInputStream().read();
                }
            } catch (SocketTimeoutException silent) {
                return Arrays.equals(first, socket.getSession().getId()) ? "ignored" : "renegotiated";
            } catch (IOException closed) {
                return "closed";
            }
            return "renegotiated";
        }
    }

    private static String status(Socket socket) {
        try {
            socket.setSoTimeout(5_000);
            byte[] start = socket.getInputStream().readNBytes(12);
            return start.length < 12 ? "closed" : new String(start, 9, 3, StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException silent) {
            return "no response";
        } catch (IOException closed) {
            return "closed";
        }
    }

    /** Uses a token for one partition key to list the whole container. */
    private static String misuse(Target target, boolean changed) throws IOException {
        String user = Target.DATABASE + "/users/mallory";
        target.ask("POST", Target.DATABASE + "/users", Map.of(), "{\"id\":\"mallory\"}");
        try (PlainClient client = PlainClient.connect(target.port())) {
            String permission = "{\"id\":\"p\",\"permissionMode\":\"Read\",\"resource\":\"" + Target.CONTAINER
                    + "\",\"resourcePartitionKey\":[\"other\"]}";
            client.ask(target.request("POST", user + "/permissions", Map.of(), permission));
            Matcher token = TOKEN.matcher(client.ask(target.request("GET", user + "/permissions/p", Map.of(), ""))
                    .expect(200)
                    .body());
            if (!token.find()) {
                return "no token";
            }
            String value = URLEncoder.encode(token.group(1), StandardCharsets.UTF_8);
            String used = changed ? value.substring(0, value.length() - 12) + "AAAAAAAAAAAA" : value;
            return target.raw(
                    target.request("GET", Target.DOCUMENTS, Map.of("x-ms-cosmos-is-query-plan-request", "True"), "")
                            .text()
                            .replaceFirst("authorization: [^\r]*", "authorization: " + Matcher.quoteReplacement(used)));
        }
    }

    private static byte[] concat(String start, byte[] rest) {
        byte[] head = start.getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = Arrays.copyOf(head, head.length + rest.length);
        System.arraycopy(rest, 0, all, head.length, rest.length);
        return all;
    }

    static byte[] bytes(Random random, int max) {
        byte[] bytes = new byte[1 + random.nextInt(max)];
        random.nextBytes(bytes);
        return bytes;
    }
}
