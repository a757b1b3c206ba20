package org.mayflydb.bench.faults;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.server.LaunchOptions;
import org.mayflydb.bench.server.PlainClient;
import org.mayflydb.bench.server.ServerProcess;
import org.mayflydb.server.ServerSettings;

/** A server under a checked load, and everything a fault needs to get at it. */
final class Scene implements AutoCloseable {
    private static final int MEMORY_MEGABYTES = 320;

    private final LaunchOptions.Launch launch;
    private final Path directory;
    private final FileSystem files;
    private final @Nullable FaultShim shim;
    private final Path log;
    private final Ledger ledger;
    private @Nullable ServerProcess server;
    private volatile int port;
    private volatile long clockOffset;

    private Scene(
            LaunchOptions.Launch launch, Path directory, FileSystem files, @Nullable FaultShim shim, int textBytes) {
        this.launch = launch;
        this.directory = directory;
        this.files = files;
        this.shim = shim;
        this.log = directory.resolve("log");
        InstantSource clock = SystemTime.source();
        this.ledger = new Ledger(() -> port, () -> clock.instant().plusSeconds(clockOffset), textBytes);
    }

    static Scene open(LaunchOptions.Launch launch, Path directory, Fault fault)
            throws IOException, InterruptedException {
        FileSystem files = FileSystem.make(fault.files(), directory);
        try {
            FaultShim shim = fault.needsShim() ? FaultShim.compile(directory) : null;
            Scene scene = new Scene(launch, directory, files, shim, fault.textBytes());
            scene.start();
            scene.ledger.createContainer();
            scene.ready();
            return scene;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            files.close();
            throw failure;
        }
    }

    Path directory() {
        return directory;
    }

    Path data() {
        return files.path().resolve("data");
    }

    FileSystem files() {
        return files;
    }

    FaultShim shim() {
        return Invariant.present(shim, "the fault has said that it needs it");
    }

    Ledger ledger() {
        return ledger;
    }

    ServerProcess server() {
        return Invariant.present(server, "it was started");
    }

    boolean isAlive() {
        return server != null && server.isAlive();
    }

    void start() throws IOException {
        List<String> arguments = launch.arguments(
                MEMORY_MEGABYTES,
                data(),
                List.of(
                        "--direct-port",
                        "off",
                        "--backup-directory",
                        files.path().resolve("backups").toString()));
        Map<String, String> variables = shim == null ? Map.of() : shim.variables(data());
        ServerProcess started = ServerProcess.startLogged(arguments, variables, log);
        server = started;
        port = started.port();
    }

    /** Asks it to stop, and returns its exit code. */
    int stop() throws InterruptedException {
        ServerProcess running = server();
        running.close();
        return running.exitCode();
    }

    /** Moves the clocks of server and load. */
    void moveClock(long seconds) {
        clockOffset = seconds;
        shim().moveClock(seconds);
    }

    /** What the server says about itself, without a line end. */
    String ready() {
        try (PlainClient client = PlainClient.connect(port).patience(5_000)) {
            client.send("GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n");
            return client.receive().body().strip();
        } catch (IOException unreachable) {
            return "no response";
        }
    }

    /** Sends a request to the admin API, and returns the response. */
    PlainClient.Answer admin(String path, String body) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            client.send("POST /_mayfly/" + path + " HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer "
                    + ServerSettings.WELL_KNOWN_KEY + "\r\ncontent-length: " + body.length() + "\r\n\r\n" + body);
            return client.receive();
        }
    }

    /** Gives a thread pool of the server a task that takes all memory; see {@link OutOfMemoryAgent}. */
    void exhaustMemory(String pool) throws IOException {
        Path agent = directory.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", OutOfMemoryAgent.class.getName());
        String classFile = OutOfMemoryAgent.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(agent), manifest);
                InputStream code = Invariant.present(
                        OutOfMemoryAgent.class.getClassLoader().getResourceAsStream(classFile),
                        "a class has a class file")) {
            jar.putNextEntry(new JarEntry(classFile));
            code.transferTo(jar);
            jar.closeEntry();
        }
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(server().pid()));
            try {
                machine.loadAgent(agent.toString(), pool + "," + outcome());
            } finally {
                machine.detach();
            }
            if (Files.exists(outcome()) && !memoryWasExhausted()) {
                throw new IOException(Files.readString(outcome()));
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException failure) {
            throw new IOException(failure);
        }
    }

    boolean memoryWasExhausted() {
        try {
            return Files.exists(outcome()) && Files.readString(outcome()).equals("OutOfMemoryError");
        } catch (IOException unreadable) {
            return false;
        }
    }

    private Path outcome() {
        return directory.resolve("outcome");
    }

    long logBytes() throws IOException {
        return Files.size(log);
    }

    /** The first warning since the log had this size; empty if there is none. */
    String warningSince(long bytes) throws IOException {
        byte[] all = Files.readAllBytes(log);
        return new String(all, (int) bytes, all.length - (int) bytes, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("WARN") || line.contains("ERROR"))
                // Java repeats the command that it runs when it is out of memory.
                .filter(line -> !line.startsWith("#"))
                .findFirst()
                .orElse("")
                .replaceFirst("^\\S+Z ", "")
                .replace(directory + "/", "");
    }

    /** Runs {@code check} on the data of the stopped server; returns what it prints if it finds damage. */
    String check() throws IOException, InterruptedException {
        Tool.Ended ended = Tool.end(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                launch.jar().toString(),
                "check",
                data().toString()));
        return ended.exitCode() == 0 ? "" : ended.output();
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.close();
        }
        files.close();
    }
}
