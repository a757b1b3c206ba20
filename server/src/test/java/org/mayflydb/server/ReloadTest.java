package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.SystemTime;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.transport.PfxFile;
import org.mayflydb.server.transport.ServerCertificate;

/** Keys and certificates that are exchanged while a server runs. */
class ReloadTest {
    private static final String OLD = Caller.key(1);
    private static final String NEW = Caller.key(2);
    private static final String OTHER = Caller.key(3);

    @TempDir
    private Path directory;

    private @Nullable MayflyServer started;

    @AfterEach
    void close() {
        if (started != null) {
            started.close();
        }
    }

    private MayflyServer server(String... keysAndValues) {
        Map<String, String> flags = new HashMap<>(Map.of("memory", "true", "port", "0"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        MayflyServer server =
                MayflyServer.start(ServerSettings.read(Map.of(), flags), () -> ServerSettings.read(Map.of(), flags));
        started = server;
        return server;
    }

    private Path keys(String... lines) throws Exception {
        return Files.writeString(directory.resolve("keys"), String.join("\n", lines));
    }

    @Test
    void aKeyIsValidAfterAReloadAndNoLongerOnceItIsRemoved() throws Exception {
        Caller caller = new Caller(server("key-file", keys(OLD).toString()));
        assertThat(caller.reads(NEW)).isEqualTo(401);

        keys(NEW, OLD);
        assertThat(caller.admin(OLD, "reload", "").body())
                .isEqualTo("{\"keysChanged\":true,\"keys\":2,\"readOnlyKeys\":0,\"certificateChanged\":false}");
        assertThat(caller.reads(NEW)).isEqualTo(200);
        assertThat(caller.reads(OLD)).isEqualTo(200);

        keys(NEW);
        assertThat(caller.admin(OLD, "reload", "").statusCode()).isEqualTo(200);
        assertThat(caller.reads(OLD)).isEqualTo(401);
        assertThat(caller.admin(OLD, "reload", "").statusCode()).isEqualTo(401);
        assertThat(caller.reads(NEW)).isEqualTo(200);
    }

    @Test
    void readOnlyKeysAreExchangedLikewise() throws Exception {
        Path file = Files.writeString(directory.resolve("readers"), OLD);
        MayflyServer server = server("key", OTHER, "read-only-key-file", file.toString());
        Caller caller = new Caller(server);
        Files.writeString(file, NEW + "\n" + OLD);
        server.reload();
        assertThat(caller.reads(NEW)).isEqualTo(200);
        assertThat(caller.reads(OLD)).isEqualTo(200);
        Files.writeString(file, NEW);
        server.reload();
        assertThat(caller.reads(OLD)).isEqualTo(401);
        assertThat(caller.signed(NEW, "POST", "dbs", "", "/dbs", "{\"id\":\"d\"}")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void aFileThatCannotBeUsedChangesNothing() throws Exception {
        MayflyServer server = server("key-file", keys(OLD).toString());
        Caller caller = new Caller(server);
        keys("not a key");
        HttpResponse<String> refused = caller.admin(OLD, "reload", "");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("must be base64").doesNotContain("not a key");
        keys("");
        assertThatThrownBy(server::reload)
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("There is no key in the file");
        assertThat(caller.reads(OLD)).isEqualTo(200);
        assertThat(caller.admin(OLD, "reload", "{\"key\":\"x\"}").statusCode()).isEqualTo(400);
    }

    @Test
    void aResourceTokenIsValidAsLongAsTheKeyThatSignedIt() throws Exception {
        MayflyServer server = server("key-file", keys(OLD).toString());
        Caller caller = new Caller(server);
        caller.signed(OLD, "POST", "dbs", "", "/dbs", "{\"id\":\"d\"}");
        String container = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}";
        caller.signed(OLD, "POST", "colls", "dbs/d", "/dbs/d/colls", container);
        caller.signed(OLD, "POST", "users", "dbs/d", "/dbs/d/users", "{\"id\":\"u\"}");
        String permission = "{\"id\":\"p\",\"permissionMode\":\"Read\",\"resource\":\"dbs/d/colls/c\"}";
        HttpResponse<String> issued =
                caller.signed(OLD, "POST", "permissions", "dbs/d/users/u", "/dbs/d/users/u/permissions", permission);
        String token = JsonValue.parse(issued.body()) instanceof JsonObject json
                        && json.get("_token") instanceof JsonString text
                ? text.value()
                : "";

        keys(NEW, OLD);
        server.reload();
        assertThat(caller.send("GET", "/dbs/d/colls/c", "", "authorization", token)
                        .statusCode())
                .isEqualTo(200);
        keys(NEW);
        server.reload();
        assertThat(caller.send("GET", "/dbs/d/colls/c", "", "authorization", token)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void foreignHostsAreRefusedOnlyWhileTheWellKnownKeyIsValid() throws Exception {
        MayflyServer server =
                server("key-file", keys(ServerSettings.WELL_KNOWN_KEY).toString());
        String page = "/_explorer/";
        assertThat(statusFor(server, "page.example", page)).isEqualTo(403);
        keys(NEW);
        server.reload();
        assertThat(statusFor(server, "page.example", page)).isEqualTo(200);
        keys(NEW, ServerSettings.WELL_KNOWN_KEY);
        server.reload();
        assertThat(statusFor(server, "page.example", page)).isEqualTo(403);
    }

    private static int statusFor(MayflyServer server, String host, String path) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    @Test
    void newHandshakesUseTheNewCertificateAndOpenConnectionsContinue() throws Exception {
        ServerCertificate first = ServerCertificate.inMemory("localhost", SystemTime.source());
        ServerCertificate second = ServerCertificate.inMemory("localhost", SystemTime.source());
        Path file = PfxFile.write(directory.resolve("server.pfx"), first, "secret");
        MayflyServer server = server("certificate-file", file.toString(), "certificate-password", "secret");
        int direct = server.directPort().orElseThrow();
        try (SSLSocket open = connect(server.port())) {
            assertThat(certificateOf(open)).isEqualTo(first.certificate());
            PfxFile.write(file, second, "secret");
            server.reload();
            open.getOutputStream()
                    .write("GET /alive HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(open.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
        try (SSLSocket http = connect(server.port());
                SSLSocket rntbd = connect(direct)) {
            assertThat(certificateOf(http)).isEqualTo(second.certificate());
            assertThat(certificateOf(rntbd)).isEqualTo(second.certificate());
        }
        assertThat(server.certificatePem()).isEqualTo(second.pem());
    }

    @Test
    void aCertificateThatCannotBeReadLeavesTheOneBeforeAndNewKeysAreValidAllTheSame() throws Exception {
        ServerCertificate first = ServerCertificate.inMemory("localhost", SystemTime.source());
        Path file = PfxFile.write(directory.resolve("server.pfx"), first, "secret");
        Caller caller = new Caller(server(
                "certificate-file",
                file.toString(),
                "certificate-password",
                "secret",
                "key-file",
                keys(OLD).toString()));
        keys(NEW);
        Files.writeString(file, "half a file");
        HttpResponse<String> refused = caller.admin(OLD, "reload", "");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body())
                .contains("The keys were replaced. The TLS certificate of before stays in use:")
                .contains("server.pfx")
                .doesNotContain("secret");
        assertThat(caller.reads(NEW)).isEqualTo(200);
        assertThat(caller.reads(OLD)).isEqualTo(401);
        try (SSLSocket http = connect(started == null ? 0 : started.port())) {
            assertThat(certificateOf(http)).isEqualTo(first.certificate());
        }
    }

    @Test
    void clientsWithAnOlderVersionOfTlsThanTheMinimumAreRefusedOnBothPorts() throws Exception {
        MayflyServer server = server("tls-minimum", "1.3");
        for (int port : new int[] {server.port(), server.directPort().orElseThrow()}) {
            try (SSLSocket old = connect(port, "TLSv1.2")) {
                assertThatThrownBy(old::startHandshake).isInstanceOf(SSLException.class);
            }
            try (SSLSocket recent = connect(port, "TLSv1.3")) {
                recent.startHandshake();
                assertThat(recent.getSession().getProtocol()).isEqualTo("TLSv1.3");
            }
        }
    }

    private static X509Certificate certificateOf(SSLSocket socket) throws Exception {
        socket.startHandshake();
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }

    private static SSLSocket connect(int port, String... protocols) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anybody()}, null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        return socket;
    }

    /** Trusts every certificate: the tests look at it themselves. */
    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
