package org.mayflydb.clients.image;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.MayflyCommand;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * A container that is a process: the entry point of the image with the environment and the arguments that a tool asks for.
 * Two things differ from a real one, because it shares network and files with this machine: ports that a container would have
 * for itself get other numbers, and its paths lie below a directory.
 */
final class ProcessContainer {
    /** Which variable moves a port of the image elsewhere. */
    private static final Map<String, String> PORTS =
            Map.of("8081", "MAYFLY_PORT", "8080", "MAYFLY_PROBE_PORT", "1234", "MAYFLY_EXPLORER_PORT");

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String id = String.format(Locale.ROOT, "%064x", COUNT.incrementAndGet());
    private final ImageDefinition image;
    private final JsonObject request;
    private final Path root;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final ProcessLog log = new ProcessLog();
    private volatile @Nullable Process process;

    /** @param request what the tool sent to have the container made */
    ProcessContainer(ImageDefinition image, JsonObject request, Path root) throws IOException {
        this.image = image;
        this.request = request;
        this.root = root;
        for (String port : object(request, "ExposedPorts").members().keySet()) {
            ports.put(port, hostPort(port));
        }
    }

    String id() {
        return id;
    }

    ProcessLog log() {
        return log;
    }

    /** Where a file of the container is on this machine. */
    Path file(String path) {
        return root.resolve(path.substring(1));
    }

    void start(Executor threads) throws IOException {
        Files.createDirectories(root);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MayflyCommand.class.getName()));
        command.addAll(image.entryPoint().subList(1, image.entryPoint().size()));
        command.addAll(strings(request.get("Cmd")));
        ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
        builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
        builder.environment().putAll(environment());
        Process started = builder.start();
        process = started;
        // A test that fails may not get as far as stopping it.
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly, "stop-container"));
        threads.execute(() -> log.take(ProcessLog.OUT, started.getInputStream()));
        threads.execute(() -> log.take(ProcessLog.ERR, started.getErrorStream()));
    }

    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    private Map<String, String> environment() {
        Map<String, String> all = new LinkedHashMap<>();
        image.environment()
                .forEach((name, value) ->
                        all.put(name, value.startsWith("/") ? file(value).toString() : value));
        for (String variable : strings(request.get("Env"))) {
            int equals = variable.indexOf('=');
            all.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        all.put("MAYFLY_HOST", "127.0.0.1");
        PORTS.forEach((port, variable) -> {
            Integer moved = ports.get(port + "/tcp");
            if (moved != null) {
                all.put(variable, moved.toString());
            } else if (!port.equals("8081")) {
                all.put(variable, "0");
            }
        });
        return all;
    }

    /** The port of this machine that a tool asks for, or one that is free. */
    private int hostPort(String port) throws IOException {
        JsonValue bindings =
                object(object(request, "HostConfig"), "PortBindings").get(port);
        if (bindings instanceof JsonArray array
                && !array.elements().isEmpty()
                && array.elements().get(0) instanceof JsonObject binding
                && binding.get("HostPort") instanceof JsonString asked
                && asked.value().matches("[1-9]\\d*")) {
            return Integer.parseInt(asked.value());
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    JsonObject describe() {
        Process started = process;
        boolean running = started != null && started.isAlive();
        JsonObject.Builder bindings = JsonObject.builder();
        ports.forEach((port, hostPort) -> bindings.put(
                port,
                JsonArray.of(JsonObject.builder()
                        .put("HostIp", "127.0.0.1")
                        .put("HostPort", Integer.toString(hostPort))
                        .build())));
        return JsonObject.builder()
                .put("Id", id)
                .put("Name", "/" + id.substring(0, 12))
                .put("Created", "2026-01-01T00:00:00Z")
                .put("Image", "sha256:" + "0".repeat(64))
                .put("Config", request)
                .put(
                        "HostConfig",
                        JsonObject.builder().put("NetworkMode", "bridge").build())
                .put(
                        "State",
                        JsonObject.builder()
                                .put("Status", running ? "running" : started == null ? "created" : "exited")
                                .put("Running", running)
                                .put("ExitCode", started == null || running ? 0 : started.exitValue())
                                .put("StartedAt", started == null ? "0001-01-01T00:00:00Z" : "2026-01-01T00:00:00Z")
                                .put("FinishedAt", "0001-01-01T00:00:00Z")
                                .build())
                .put(
                        "NetworkSettings",
                        JsonObject.builder()
                                .put("IPAddress", "127.0.0.1")
                                .put("Ports", bindings.build())
                                .put("Networks", JsonObject.empty())
                                .build())
                .build();
    }

    private static JsonObject object(JsonObject parent, String name) {
        return parent.get(name) instanceof JsonObject child ? child : JsonObject.empty();
    }

    private static List<String> strings(@Nullable JsonValue value) {
        return value instanceof JsonArray array
                ? array.elements().stream()
                        .map(element -> ((JsonString) element).value())
                        .toList()
                : List.of();
    }
}
