package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The Python client in version 3, which Debian has; what it is asked to do is in {@code src/test/python}. */
class PythonTest {
    private static final Path SCRIPT = Path.of("src/test/python/client_test.py");

    /** The first that is found is not always the one that packages of the system are for. */
    private static final List<String> PROGRAMS = List.of("python3", "/usr/bin/python3");

    private static final long MINUTES_MAX = 3;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"HTTP", "HTTPS"})
    void whatTheClientIsAskedToDoSucceeds(Scheme scheme) throws Exception {
        String python = python();
        try (LocalServer server = LocalServer.inMemory()) {
            Outcome outcome = run(
                    Map.of(
                            "MAYFLY_ENDPOINT",
                            server.endpoint(Scheme.HTTP),
                            "MAYFLY_CLIENT_ENDPOINT",
                            server.endpoint(scheme),
                            "MAYFLY_KEY",
                            LocalServer.KEY),
                    List.of(python, SCRIPT.toString()));
            assertThat(outcome.status).as(outcome.output).isZero();
            assertThat(outcome.output).contains("OK");
        }
    }

    /** A Python that has the client; skips the test, and says so, where there is none. */
    private String python() throws IOException, InterruptedException {
        for (String program : PROGRAMS) {
            Optional<Path> found = program.startsWith("/") ? Optional.of(Path.of(program)) : Node.find(program);
            if (found.isPresent()
                    && Files.isExecutable(found.get())
                    && run(Map.of(), List.of(program, "-c", "import azure.cosmos.cosmos_client")).status == 0) {
                return program;
            }
        }
        String notice = "The tests of the Python client are skipped: they need python3 with azure-cosmos in version 3,"
                + " Debian's python3-azure-cosmos.";
        System.err.println(notice);
        return Assumptions.abort(notice);
    }

    private record Outcome(int status, String output) {}

    private Outcome run(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
            return new Outcome(ended ? process.exitValue() : -1, Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }
}
