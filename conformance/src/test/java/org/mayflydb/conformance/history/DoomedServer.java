package org.mayflydb.conformance.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A {@link HistoryServer} in a process of its own, which can be killed. */
final class DoomedServer {
    private final Process process;
    private final int port;

    private DoomedServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it and waits until it listens; its complaints are added to a file. */
    static DoomedServer start(Path store, long second, String durability, Path complaints) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx400m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HistoryServer.class.getName(),
                        store.toString(),
                        Long.toString(second),
                        durability))
                .redirectError(ProcessBuilder.Redirect.appendTo(complaints.toFile()))
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        if (line == null) {
            throw new IOException("the server did not start: " + Files.readString(complaints));
        }
        return new DoomedServer(process, Integer.parseInt(line));
    }

    int port() {
        return port;
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
