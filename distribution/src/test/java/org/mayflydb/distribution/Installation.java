package org.mayflydb.distribution;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A directory that was installed, and the environment in which its launcher is run: only what a test puts there. */
final class Installation {
    /** All that the launcher may need of a machine. */
    private static final List<String> TOOLS =
            List.of("cat", "cksum", "dirname", "head", "mkdir", "mv", "readlink", "rm", "sed", "tr");

    private static final int STOP_SECONDS_MAX = 60;

    private final Path home;
    private final Path temporary;
    private final Map<String, String> environment = new TreeMap<>();

    /** An environment without Java. */
    Installation(Path home, Path temporary) throws IOException {
        this.home = home;
        this.temporary = temporary;
        Path bin = Files.createDirectories(temporary.resolve("bin"));
        for (String tool : TOOLS) {
            script(bin.resolve(tool), "exec '" + onPath(tool) + "' \"$@\"");
        }
        environment.put("PATH", bin.toString());
        environment.put("MAYFLY_CACHE", "off");
    }

    Installation withTheJavaOfThisTest() {
        return with("JAVA_HOME", System.getProperty("java.home"));
    }

    Installation with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    private ProcessBuilder command(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/mayfly").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command).directory(temporary.toFile());
        process.environment().clear();
        process.environment().putAll(environment);
        return process;
    }

    /** Runs a command to its end. */
    Execution run(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(temporary, "out", ".txt");
        Path err = Files.createTempFile(temporary, "err", ".txt");
        int exitCode = command(arguments)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Execution(exitCode, Files.readString(out), Files.readString(err));
    }

    /** Runs {@code serve} until it has answered whether it is ready, and then tells it to stop. */
    Execution serve(String... arguments) throws IOException, InterruptedException {
        return start("serve", arguments);
    }

    /** The same with {@code emulator}, the entry point of the container image. */
    Execution emulate(String... arguments) throws IOException, InterruptedException {
        return start("emulator", arguments);
    }

    private Execution start(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(name, "--port", "0"));
        command.addAll(List.of(arguments));
        Path err = Files.createTempFile(temporary, "err", ".txt");
        Process server = command(command.toArray(String[]::new))
                .redirectError(err.toFile())
                .start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(endpoint(out, err) + "ready"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            server.destroy();
            if (!server.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IOException("the server does not stop");
            }
            return new Execution(answer.statusCode(), answer.body(), Files.readString(err));
        } finally {
            server.destroyForcibly();
        }
    }

    private static String endpoint(BufferedReader out, Path err) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.strip().startsWith("endpoint")) {
                return line.strip().split("\\s+", -1)[1].replace("https", "http");
            }
        }
        throw new IOException("the server ended without naming its endpoint: " + Files.readString(err));
    }

    static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onPath(String tool) {
        for (String directory : System.getenv("PATH").split(":", -1)) {
            Path file = Path.of(directory, tool);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new IllegalStateException("there is no " + tool + " on this machine");
    }

    /**
     * What came of a command.
     *
     * @param code how it ended; of a server, the status of its answer
     */
    record Execution(int code, String out, String err) {}
}
