package org.mayflydb.clients.image;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Stands in for a container engine: speaks the part of Docker's API that Testcontainers uses in several languages. There is one
 * image, that of the Dockerfile under any name, and its containers are processes of this machine.
 */
final class ProcessEngine implements AutoCloseable {
    private static final Pattern PATH = Pattern.compile("(?:/v1\\.\\d+)?(/[^?]*)");
    private static final Pattern CONTAINER = Pattern.compile("/containers/([^/]+)(?:/([a-z]+))?");

    private final ImageDefinition image;
    private final Path directory;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "process-engine");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, ProcessContainer> containers = new ConcurrentHashMap<>();
    private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    private ProcessEngine(ImageDefinition image, Path directory) throws IOException {
        this.image = image;
        this.directory = directory;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        // The server's own thread is a daemon if the one that starts it is.
        CompletableFuture.runAsync(server::start, threads).join();
    }

    /** @param directory below which each container has its files */
    static ProcessEngine start(Path directory) throws IOException {
        return new ProcessEngine(ImageDefinition.read(), directory);
    }

    /** For people who run a tool by hand: {@code DOCKER_HOST=tcp://127.0.0.1:PORT}, until the input ends. */
    public static void main(String[] arguments) throws IOException {
        try (ProcessEngine engine = start(Files.createTempDirectory("process-engine"))) {
            System.out.println(engine.host());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** As in {@code DOCKER_HOST}. */
    String host() {
        return "tcp://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        containers.values().forEach(ProcessContainer::kill);
        server.stop(0);
        threads.shutdownNow();
        RuntimeException failure = failures.poll();
        if (failure != null) {
            throw new IllegalStateException("a request failed", failure);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
            if (!path.matches()) {
                reply(exchange, 404, JsonObject.empty());
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            answer(exchange, exchange.getRequestMethod() + " " + path.group(1), path.group(1), body);
        } catch (RuntimeException failure) {
            failures.add(failure);
            throw failure;
        }
    }

    private void answer(HttpExchange exchange, String request, String path, byte[] body) throws IOException {
        Matcher container = CONTAINER.matcher(path);
        if (path.equals("/_ping")) {
            exchange.getResponseHeaders().add("Api-Version", "1.44");
            exchange.getResponseHeaders().add("Docker-Experimental", "false");
            text(exchange, exchange.getRequestMethod().equals("HEAD") ? "" : "OK");
        } else if (path.equals("/version")) {
            reply(exchange, 200, version());
        } else if (path.equals("/info")) {
            reply(exchange, 200, version().with("MemTotal", JsonValue.parse("8589934592")));
        } else if (request.equals("GET /images/json") || request.equals("GET /containers/json")) {
            reply(exchange, 200, JsonArray.of());
        } else if (request.equals("GET /networks")) {
            reply(exchange, 200, JsonArray.of(network()));
        } else if (request.matches("GET /networks/.*")) {
            reply(exchange, 200, network());
        } else if (request.matches("POST /[a-z]+/prune")) {
            reply(exchange, 200, JsonObject.empty());
        } else if (request.matches("GET /images/.*/json")) {
            reply(exchange, 200, describeImage());
        } else if (request.equals("POST /containers/create")) {
            ProcessContainer created = new ProcessContainer(
                    image, (JsonObject) JsonValue.parse(body), directory.resolve("container-" + containers.size()));
            containers.put(created.id(), created);
            reply(
                    exchange,
                    201,
                    JsonObject.builder()
                            .put("Id", created.id())
                            .put("Warnings", JsonArray.of())
                            .build());
        } else if (container.matches() && containers.containsKey(container.group(1))) {
            answer(exchange, containers.get(container.group(1)), String.valueOf(container.group(2)));
        } else {
            reply(
                    exchange,
                    404,
                    JsonObject.builder()
                            .put("message", "no such thing: " + request)
                            .build());
        }
    }

    private void answer(HttpExchange exchange, ProcessContainer container, String action) throws IOException {
        switch (action) {
            case "json" -> reply(exchange, 200, container.describe());
            case "start" -> {
                container.start(threads);
                exchange.sendResponseHeaders(204, -1);
            }
            case "logs" -> {
                exchange.getResponseHeaders().add("Content-Type", "application/vnd.docker.multiplexed-stream");
                exchange.sendResponseHeaders(200, 0);
                String query = String.valueOf(exchange.getRequestURI().getQuery());
                container.log().write(exchange.getResponseBody(), query.matches(".*follow=(1|true).*"));
            }
            case "archive" -> {
                Path file = container.file(exchange.getRequestURI().getQuery().replaceFirst(".*path=", ""));
                exchange.getResponseHeaders().add("Content-Type", "application/x-tar");
                exchange.getResponseHeaders().add("X-Docker-Container-Path-Stat", "e30=");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(Tar.of(file));
            }
            case "kill", "stop" -> {
                container.kill();
                exchange.sendResponseHeaders(204, -1);
            }
            default -> {
                // DELETE: with force, as all of the tools ask for it.
                container.kill();
                containers.remove(container.id());
                exchange.sendResponseHeaders(204, -1);
            }
        }
    }

    private static JsonObject version() {
        return JsonObject.builder()
                .put("Version", "28.2.2")
                .put("ServerVersion", "28.2.2")
                .put("ApiVersion", "1.44")
                .put("MinAPIVersion", "1.24")
                .put("Os", "linux")
                .put("OSType", "linux")
                .put("Arch", "amd64")
                .put("OperatingSystem", "processes")
                .build();
    }

    private static JsonObject network() {
        return JsonObject.builder()
                .put("Name", "bridge")
                .put("Id", "0".repeat(64))
                .put("Driver", "bridge")
                .build();
    }

    private JsonObject describeImage() {
        return JsonObject.builder()
                .put("Id", "sha256:" + "0".repeat(64))
                .put("RepoTags", JsonArray.of(new JsonString("mayfly:latest")))
                .put("Created", "2026-01-01T00:00:00Z")
                .put(
                        "Config",
                        JsonObject.builder().put("Env", image.environmentJson()).build())
                .build();
    }

    private static void reply(HttpExchange exchange, int status, JsonValue body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void text(HttpExchange exchange, String text) throws IOException {
        exchange.sendResponseHeaders(200, text.isEmpty() ? -1 : text.length());
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
