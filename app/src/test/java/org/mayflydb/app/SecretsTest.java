package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.SystemTime;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.slf4j.LoggerFactory;

/** Keys, signatures, tokens and passwords are in nothing that a server writes or says, whatever it is sent. */
class SecretsTest {
    private static final String PRIMARY = key("primary");
    private static final String SECONDARY = key("secondary");
    private static final String READER = key("reader");
    private static final String STRANGER = key("stranger");
    private static final String PRINCIPAL = "the-object-id-of-a-principal";
    private static final String PASSWORD = "pass-word-of-the-certificate";

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final List<String> said = new ArrayList<>();
    private final List<String> secrets = new ArrayList<>(List.of(PASSWORD));
    private final HttpClient client = HttpClient.newHttpClient();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            String cause =
                    event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
            logged.add(event.getLevel() + " " + event.getFormattedMessage() + cause);
        }
    };

    @TempDir
    private Path directory;

    private static String key(String name) {
        return Base64.getEncoder()
                .encodeToString((name + " key of the account, and long enough").getBytes(StandardCharsets.UTF_8));
    }

    @BeforeEach
    void listen() {
        for (String key : List.of(PRIMARY, SECONDARY, READER, STRANGER)) {
            secrets.add(key);
            byte[] bytes = Base64.getDecoder().decode(key);
            secrets.add(new String(bytes, StandardCharsets.UTF_8));
            secrets.add(HexFormat.of().formatHex(bytes));
            secrets.add(HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8)));
        }
        appender.start();
        root.addAppender(appender);
        root.setLevel(Level.TRACE);
        ((Logger) LoggerFactory.getLogger("org.mayflydb.requests")).addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(appender);
        ((Logger) LoggerFactory.getLogger("org.mayflydb.requests")).detachAppender(appender);
        root.setLevel(before);
    }

    private HttpResponse<String> send(MayflyServer server, String method, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        said.add(method + " " + path + " " + response.statusCode() + " " + response.headers() + " " + response.body());
        return response;
    }

    private HttpResponse<String> signed(
            MayflyServer server, String key, String method, String type, String link, String path, String body)
            throws Exception {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                SystemTime.source().instant().atOffset(ZoneOffset.UTC));
        String signature = signature(
                key,
                method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT)
                        + "\n\n");
        String encoded = URLEncoder.encode(signature, StandardCharsets.UTF_8);
        secrets.add(signature);
        secrets.add(encoded);
        return send(
                server,
                method,
                path,
                body,
                "authorization",
                "type%3Dmaster%26ver%3D1.0%26sig%3D" + encoded,
                "x-ms-date",
                date);
    }

    private static String signature(String key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Sends plain HTTP, whatever the port expects, and takes what comes back. */
    private void shout(int port, String key) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /_mayfly/clock HTTP/1.1\r\nAuthorization: Bearer " + key + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            said.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
        } catch (IOException closed) {
            said.add(String.valueOf(closed.getMessage()));
        }
    }

    @Test
    void noSecretIsLoggedOrSaid() throws Exception {
        Path keys = Files.writeString(directory.resolve("keys"), PRIMARY + "\n" + SECONDARY);
        Path audit = directory.resolve("audit.log");
        Map<String, String> flags = Map.of(
                "memory",
                "true",
                "port",
                "0",
                "key-file",
                keys.toString(),
                "read-only-key",
                READER,
                "log-requests",
                "true",
                "entra-tokens",
                "local",
                "audit-log",
                audit.toString(),
                "certificate-password",
                PASSWORD);
        ServerSettings settings = ServerSettings.read(Map.of(), flags);
        said.add(settings.toString());
        try (MayflyServer server = MayflyServer.start(settings, () -> ServerSettings.read(Map.of(), flags))) {
            useKeys(server);
            useTokens(server);
            useIdentities(server);
            for (String page : List.of("/metrics", "/status", "/ready", "/_explorer/", "/_explorer/client.js", "/")) {
                send(server, "GET", page, "");
            }
            send(server, "GET", "/_mayfly/metrics", "", "authorization", "Bearer " + PRIMARY);
            shout(server.port(), PRIMARY);
            shout(server.directPort().orElseThrow(), PRIMARY);
            Files.writeString(keys, PRIMARY + "\n" + SECONDARY.substring(0, 20));
            assertThat(send(server, "POST", "/_mayfly/reload", "", "authorization", "Bearer " + PRIMARY)
                            .statusCode())
                    .isEqualTo(400);
            Files.writeString(keys, SECONDARY);
            send(server, "POST", "/_mayfly/reload", "", "authorization", "Bearer " + PRIMARY);
        }
        List<String> audited = Files.readAllLines(audit);
        said.addAll(audited);

        assertThat(logged).as("requests and the reload are logged").hasSizeGreaterThan(20);
        assertThat(said).anyMatch(line -> line.contains("admin reload"));
        for (String secret : secrets) {
            assertThat(logged).noneMatch(line -> line.contains(secret));
            assertThat(said).noneMatch(line -> line.contains(secret));
        }
        assertThat(logged).as("claims").noneMatch(line -> line.contains(PRINCIPAL));
        assertThat(audited)
                .noneMatch(line -> line.contains(PRINCIPAL))
                .anyMatch(line -> line.contains("\"actor\":\"Entra ID token\""));
    }

    private void useIdentities(MayflyServer server) throws Exception {
        for (String key : List.of(PRIMARY, READER, STRANGER)) {
            String claims = "{\"oid\":\"" + PRINCIPAL + "\",\"exp\":99999999999}";
            String token = base64("{\"alg\":\"RS256\"}") + "." + base64(claims) + "." + base64(key);
            secrets.add(token);
            secrets.add(base64(claims));
            HttpResponse<String> issued =
                    send(server, "GET", "/msi/token?resource=r&client_id=" + PRINCIPAL, "", "X-IDENTITY-HEADER", key);
            // Handing out the token is what this response is for.
            said.remove(said.size() - 1);
            List<String> tokens = new ArrayList<>(List.of(token, token + "x", "x" + token));
            if (JsonValue.parse(issued.body()) instanceof JsonObject json
                    && json.get("access_token") instanceof JsonString text) {
                secrets.add(text.value());
                tokens.add(text.value());
            }
            for (String each : tokens) {
                send(server, "GET", "/dbs", "", "authorization", "type=aad&ver=1.0&sig=" + each);
                send(server, "POST", "/dbs", "{\"id\":\"d\"}", "authorization", "Bearer " + each);
                send(server, "POST", "/_mayfly/clock", "{}", "authorization", "Bearer " + each);
            }
        }
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void useKeys(MayflyServer server) throws Exception {
        for (String key : List.of(PRIMARY, SECONDARY, READER, STRANGER)) {
            signed(server, key, "GET", "dbs", "", "/dbs", "");
            signed(server, key, "POST", "dbs", "", "/dbs", "{\"id\":\"d\"}");
            signed(server, key, "GET", "docs", "dbs/d/colls/c/docs/x", "/dbs/d/colls/c/docs/x", "");
            send(server, "POST", "/_mayfly/clock", "{\"advanceSeconds\":1}", "authorization", "Bearer " + key);
            send(server, "GET", "/_mayfly/statistics", "", "authorization", key);
            send(server, "GET", "/dbs", "", "authorization", key);
            send(server, "GET", "/dbs", "", "authorization", "type=aad&ver=1.0&sig=" + key);
        }
    }

    private void useTokens(MayflyServer server) throws Exception {
        String container = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}";
        signed(server, PRIMARY, "POST", "colls", "dbs/d", "/dbs/d/colls", container);
        signed(server, PRIMARY, "POST", "users", "dbs/d", "/dbs/d/users", "{\"id\":\"u\"}");
        HttpResponse<String> issued = signed(
                server,
                PRIMARY,
                "POST",
                "permissions",
                "dbs/d/users/u",
                "/dbs/d/users/u/permissions",
                "{\"id\":\"p\",\"permissionMode\":\"Read\",\"resource\":\"dbs/d/colls/c\"}");
        // Handing out the token is what this response is for.
        said.remove(said.size() - 1);
        String token = JsonValue.parse(issued.body()) instanceof JsonObject json
                        && json.get("_token") instanceof JsonString text
                ? text.value()
                : "";
        assertThat(token).startsWith("type=resource&ver=1.0&sig=");
        String proof = token.substring(token.indexOf("sig=") + 4);
        secrets.add(proof);
        secrets.add(proof.substring(0, proof.indexOf(';')));
        assertThat(send(server, "GET", "/dbs/d/colls/c", "", "authorization", token)
                        .statusCode())
                .isEqualTo(200);
        send(server, "DELETE", "/dbs/d/colls/c", "", "authorization", token);
        send(server, "GET", "/dbs/d", "", "authorization", token);
        send(server, "GET", "/dbs/d/colls/c", "", "authorization", token.replace("sig=", "sig=x"));
    }
}
