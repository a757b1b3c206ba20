package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

class ReadyCommandTest {
    private final Console console = new Console();

    @Test
    void aServerThatAnswersIsReady() {
        try (MayflyServer server =
                MayflyServer.start(ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0")))) {
            String port = Integer.toString(server.port());
            assertThat(console.run("ready", "--port", port)).isZero();
            assertThat(console.run("ready", "--host", "0.0.0.0", "--port", port))
                    .as("an address to listen on is not one to connect to")
                    .isZero();
        }
        assertThat(console.out()).contains("is ready");
        assertThat(console.pauses()).isZero();
    }

    @Test
    void whereNobodyListensItIsNotReadyHoweverOftenOneAsks() throws IOException {
        assertThat(console.run("ready", "--port", Integer.toString(unusedPort()), "--attempts", "3"))
                .isEqualTo(1);
        assertThat(console.err()).contains("no server is ready");
        assertThat(console.pauses()).isEqualTo(2);
    }

    @Test
    void aServerThatIsNotReadyIsQuoted() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> refuse(socket));
            server.start();
            assertThat(console.run("ready", "--port", Integer.toString(socket.getLocalPort())))
                    .isEqualTo(1);
            server.join();
        }
        assertThat(console.err()).contains(": not ready: the store takes no writes");
    }

    private static void refuse(ServerSocket socket) {
        try (Socket connection = socket.accept()) {
            new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII))
                    .lines()
                    .takeWhile(line -> !line.isEmpty())
                    .forEach(line -> {});
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 503 Service Unavailable\r\n\r\nnot ready: the store takes no writes\n"
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void thePortForProbesIsAskedWhereThereIsOne() {
        assertThat(ReadyCommand.defaultPort(Map.of())).isEqualTo(8081);
        assertThat(ReadyCommand.defaultPort(Map.of("MAYFLY_PORT", "9000"))).isEqualTo(9000);
        assertThat(ReadyCommand.defaultPort(Map.of("MAYFLY_PORT", "tcp://10.0.0.1:8085")))
                .isEqualTo(8081);
        assertThat(ReadyCommand.defaultPort(Map.of("MAYFLY_PORT", "9000", "MAYFLY_PROBE_PORT", "8080")))
                .isEqualTo(8080);
        assertThat(ReadyCommand.defaultPort(Map.of("MAYFLY_PORT", "9000", "MAYFLY_PROBE_PORT", "off")))
                .isEqualTo(9000);
    }
}
