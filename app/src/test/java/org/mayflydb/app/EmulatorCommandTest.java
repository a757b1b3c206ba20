package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The entry point of the container image, in a process of its own. */
@Tag("process")
class EmulatorCommandTest {
    private static final String CERTIFICATE = ".system/profiles/Client/AppData/Local/CosmosDBEmulator/emulator.pem";

    @TempDir
    private Path directory;

    private Path err() {
        return directory.resolve("err");
    }

    private static HttpResponse<String> get(HttpClient client, String uri) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpClient trusting(String pem) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "server",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    void itServesWhatToolsExpectOfAnEmulatorByTheTimeItSaysThatItHasStarted() throws Exception {
        Path appdata = directory.resolve("appdata");
        try (EmulatorProcess emulator = EmulatorProcess.start(
                err(),
                Map.of(
                        "PORT", "0",
                        "PROTOCOL", "http",
                        "EXPLORER_PORT", "0",
                        "DATA_PATH", directory.resolve("data").toString(),
                        "MAYFLY_PROBE_PORT", "0",
                        "MAYFLY_DIRECT_PORT", "off",
                        "MAYFLY_ADVERTISE", "cosmos,db.example",
                        "MAYFLY_EMULATOR_APPDATA", appdata.toString(),
                        "AZURE_COSMOS_EMULATOR_PARTITION_COUNT", "3"),
                "--enable-telemetry",
                "false",
                "--nonsense")) {
            assertThat(emulator.out())
                    .containsPattern("\\nNow listening on: http://127\\.0\\.0\\.1:\\d+\\nStarted\\r\\n$");
            assertToolsFindWhatTheyWaitFor(emulator.out());
            String gateway = "://localhost:" + emulator.port("Now listening on: http://127.0.0.1:");
            String probes = "http://localhost:" + emulator.port("health probes +port ");
            String explorer = "http://localhost:" + emulator.port("and port ");

            String pem = Files.readString(appdata.resolve(CERTIFICATE));
            HttpClient client = trusting(pem);
            assertThat(get(client, "https" + gateway + "/_explorer/emulator.pem")
                            .body())
                    .isEqualTo(pem);
            assertThat(get(client, "http" + gateway + "/_explorer/index.html").statusCode())
                    .isEqualTo(200);
            assertThat(names(pem)).contains("cosmos", "db.example", "localhost");

            assertThat(get(client, probes + "/alive").statusCode()).isEqualTo(200);
            assertThat(get(client, probes + "/ready").statusCode()).isEqualTo(200);
            assertThat(get(client, probes + "/status").body()).contains("\"ready\":true");
            assertThat(get(client, probes + "/_explorer/index.html").statusCode())
                    .isEqualTo(404);

            HttpResponse<String> home = get(client, explorer + "/");
            assertThat(home.statusCode()).isEqualTo(302);
            assertThat(home.headers().firstValue("location")).contains("/_explorer/");
            assertThat(get(client, explorer + "/_explorer/").body()).contains("<html");

            assertThat(emulator.err())
                    .contains(
                            "mayfly emulator: AZURE_COSMOS_EMULATOR_PARTITION_COUNT has no effect",
                            "mayfly emulator: --nonsense is unknown");
            assertThat(directory.resolve("data/mayfly/CURRENT")).exists();
        }
    }

    /** What tools look for, besides those whose own code is run in the module {@code clients}. */
    private static void assertToolsFindWhatTheyWaitFor(String log) {
        assertThat(log).as("Testcontainers for .NET and Go").contains("Started");
        assertThat(log)
                .as("Testcontainers for Python")
                .containsPattern(Pattern.compile("Started\\s*$", Pattern.MULTILINE));
        assertThat(log.lines()).as("Quarkus dev services").anyMatch(line -> line.matches("(?s)Now listening.*"));
    }

    private static String names(String pem) throws Exception {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                .toString();
    }

    @Test
    void aPortThatIsTakenIsSaidToBe() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                EmulatorProcess emulator = EmulatorProcess.start(
                        err(),
                        Map.of("PORT", "0", "MAYFLY_PROBE_PORT", Integer.toString(taken.getLocalPort())),
                        "--memory")) {
            assertThat(emulator.await()).isEqualTo(2);
            assertThat(emulator.err()).contains("Cannot listen on 127.0.0.1:" + taken.getLocalPort(), "--probe-port");
            assertThat(emulator.out()).doesNotContain("Started");
        }
    }

    @Test
    void theEntryPointRunsOtherCommandsToo() throws Exception {
        try (EmulatorProcess emulator = EmulatorProcess.start(err(), Map.of(), "help", "serve")) {
            assertThat(emulator.await()).isZero();
            assertThat(emulator.out()).contains("Usage: mayfly serve");
        }
    }

    @Test
    void aVolumeThatCannotBeWrittenToIsSaidToBe() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("file"));
        Console console = new Console();
        assertThat(console.run("emulator", "--port", "0", "--data-path", inTheWay.toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("data cannot be written to " + inTheWay, "--memory");
    }

    @Test
    void helpNamesWhatItStandsInFor() throws IOException {
        Console console = new Console();
        assertThat(console.run("help", "emulator")).isZero();
        assertThat(console.out()).contains("Microsoft's emulator images");
    }
}
