package org.mayflydb.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

/** A server on a directory in a process of its own, which can be killed. */
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final int port;
    private final int directPort;

    private ServerProcess(Process process, int port, int directPort) {
        this.process = process;
        this.port = port;
        this.directPort = directPort;
    }

    /** What runs in that process. Its only line tells both ports; it ends when nobody reads from it any more. */
    public static void main(String[] arguments) throws IOException {
        MayflyServer server = MayflyServer.start(ServerSettings.read(
                Map.of(),
                Map.of(
                        "data", arguments[0],
                        "port", arguments[1],
                        "direct-port", arguments[2],
                        "durability", "relaxed",
                        "purge", "off")));
        System.out.println(server.port() + " " + server.directPort().orElseThrow());
        System.in.transferTo(OutputStream.nullOutputStream());
        server.close();
    }

    /** On ports that are free. */
    static ServerProcess start(Path data) throws IOException {
        return start(data, 0, 0);
    }

    /** Another one in its place. */
    ServerProcess again(Path data) throws IOException {
        return start(data, port, directPort);
    }

    private static ServerProcess start(Path data, int port, int directPort) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServerProcess.class.getName(),
                data.toString(),
                Integer.toString(port),
                Integer.toString(directPort)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (line == null) {
            throw new IOException("The server did not start.");
        }
        int space = line.indexOf(' ');
        return new ServerProcess(
                process, Integer.parseInt(line.substring(0, space)), Integer.parseInt(line.substring(space + 1)));
    }

    int port() {
        return port;
    }

    /** Prints the threads of the server to the standard error stream. */
    void printThreads() {
        printThreads(process.pid());
    }

    /** Prints the threads of a process to the standard error stream, as far as it can still be asked. */
    static void printThreads(long pid) {
        try {
            boolean unused = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            "Thread.print")
                    .inheritIO()
                    .start()
                    .waitFor(30, TimeUnit.SECONDS);
        } catch (IOException failure) {
            System.err.println("The threads of process " + pid + " cannot be printed: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** As kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
