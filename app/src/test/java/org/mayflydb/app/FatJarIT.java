package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.embedded.Mayfly;

/** The jar that {@code package} has made, run as a user runs it. */
class FatJarIT {
    private static final Path JAR = Path.of("target", "mayfly.jar").toAbsolutePath();

    @TempDir
    private Path temporary;

    @Test
    void demoRunsWithoutAWarning() throws Exception {
        Execution demo = mayfly("demo");
        assertThat(demo.err()).isEmpty();
        assertThat(demo.out()).contains("404 NotFound", "days passed on the clock");
        assertThat(demo.exitCode()).isZero();
    }

    @Test
    void checkFindsTheStoreAndItsNativeLibraryWithoutAWarning() throws Exception {
        Path directory = temporary.resolve("store");
        try (Mayfly mayfly = Mayfly.open(directory)) {
            mayfly.createDatabase("shop");
        }
        Execution check = mayfly("check", directory.toString());
        assertThat(check.err()).isEmpty();
        assertThat(check.out()).contains("The store is sound.");
        assertThat(check.exitCode()).isZero();
    }

    @Test
    void exitCodeReachesTheShell() throws Exception {
        Execution unknown = mayfly("fly");
        assertThat(unknown.err()).contains("there is no command 'fly'");
        assertThat(unknown.exitCode()).isEqualTo(2);
    }

    @Test
    void serveAnswersTheShellUntilItIsToldToStopAndKeepsItsData() throws Exception {
        Path data = temporary.resolve("data");
        Process server = new ProcessBuilder(java("serve", "--data", data.toString(), "--port", "0"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            String endpoint = endpoint(out);
            HttpRequest alive = HttpRequest.newBuilder(URI.create(endpoint.replace("https", "http") + "alive"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(alive, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            Execution shell = mayfly("shell", "--endpoint", endpoint, "-o", "json", "-e", ".stats");
            assertThat(shell.err()).isEmpty();
            assertThat(shell.out()).contains("\"databases\": 0");
            server.destroy();
            assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
        assertThat(mayfly("check", data.toString()).exitCode()).isZero();
    }

    private static String endpoint(BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.strip().startsWith("endpoint")) {
                return line.strip().split("\\s+", -1)[1];
            }
        }
        throw new IOException("the server ended without naming its endpoint");
    }

    @Test
    void serveRefusesToListenToEverybodyWithTheWellKnownKey() throws Exception {
        Execution refused = mayfly("serve", "--memory", "--port", "0", "--host", "0.0.0.0");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--allow-default-key");
    }

    @Test
    void signaturesOfOtherJarsAreLeftOut() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .noneMatch(name -> name.matches("META-INF/.*\\.(SF|DSA|RSA)"));
        }
    }

    private Execution mayfly(String... arguments) throws Exception {
        return Execution.of(new ProcessBuilder(java(arguments)).directory(temporary.toFile()), temporary);
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
