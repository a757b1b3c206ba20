package org.mayflydb.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine.Command;

/**
 * {@code mayfly rehearse}: starts a server, asks it once and stops. The launcher has Java keep the classes that this takes,
 * from which a server then starts more quickly.
 */
@Command(
        name = "rehearse",
        hidden = true,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = "Starts a server, asks it once and stops.")
final class RehearseCommand implements Callable<Integer> {
    private static final String ALIVE = "GET /alive HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

    @Override
    public Integer call() throws IOException {
        ServerSettings settings = ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0"));
        try (MayflyServer server = ServeCommand.start(settings);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream().write(ALIVE.getBytes(StandardCharsets.US_ASCII));
            byte[] answer = client.getInputStream().readAllBytes();
            return new String(answer, StandardCharsets.UTF_8).startsWith("HTTP/1.1 200 ") ? 0 : MayflyCommand.EXIT_BUG;
        }
    }
}
