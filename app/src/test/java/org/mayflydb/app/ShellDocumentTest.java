package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands in {@code docs/SHELL.md}, run by a shell as they stand there; only the port is chosen by the system. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a POSIX shell")
@Tag("process")
class ShellDocumentTest {
    private static final Pattern BLOCK = Pattern.compile("(?:`([^`\n]+)`:\n\n)?```(\\w*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SERVE = Pattern.compile("(?m)^\\./mayfly (serve .*)$");

    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> servers = new ArrayList<>();

    @BeforeEach
    void installLauncher() throws IOException {
        Path launcher = Files.writeString(
                directory.resolve("mayfly"),
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -Xshare:auto -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path") + "' "
                        + MayflyCommand.class.getName() + " \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void stopServers() {
        servers.forEach(Process::destroyForcibly);
    }

    @Test
    void theCommandsOfTheSectionOnScriptsWork() throws Exception {
        String out = run("Scripts");
        assertThat(out)
                .contains("Created the container shop/orders (partition key /customer, TTL 7776000 s (90 d)).")
                .contains("{\"id\":\"o1\",\"customer\":\"ann\",\"total\":42,")
                .contains("The default TTL of shop/orders is now 2592000 s (30 d).")
                .contains("the item's own ttl, 1 h")
                .contains("\"container\": \"orders\"");
        assertThat(directory.resolve("totals.csv")).content().contains("Inserted 2 items.", "customer,total", "ann,42");
    }

    @Test
    void theCommandsOfTheSectionOnSeedDataWork() throws Exception {
        assertThat(run("Seed data"))
                .contains("value\n-----\n    2\n")
                .contains("Created the container shop/visits.", "2 items imported");
    }

    /** Runs all blocks of a section, and returns everything that was printed. */
    private String run(String section) throws Exception {
        StringBuilder out = new StringBuilder();
        String document = Files.readString(Path.of("..", "docs", "SHELL.md"));
        int start = document.indexOf("\n## " + section + "\n");
        int end = document.indexOf("\n## ", start + 1);
        Matcher block = BLOCK.matcher(document.substring(start, end < 0 ? document.length() : end));
        while (block.find()) {
            String name = block.group(1);
            if (name != null) {
                Path file = directory.resolve(name);
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.group(3));
            } else if (block.group(2).equals("sh")) {
                out.append(execute(startServers(block.group(3))));
            }
        }
        return out.toString();
    }

    private String execute(String commands) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", commands)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        shell.environment().putAll(environment);
        Process process = shell.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    /** Starts the servers among the commands in the background, and returns the other commands. */
    private String startServers(String commands) throws IOException {
        Matcher serve = SERVE.matcher(commands);
        while (serve.find()) {
            ProcessBuilder server = new ProcessBuilder("sh", "-c", "exec ./mayfly " + serve.group(1))
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            server.environment().putAll(Map.of("MAYFLY_PORT", "0", "MAYFLY_DIRECT_PORT", "off"));
            Process process = server.start();
            servers.add(process);
            environment.put("MAYFLY_ENDPOINT", endpoint(process.inputReader(StandardCharsets.UTF_8)));
        }
        return serve.replaceAll("");
    }

    private static String endpoint(BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.strip().startsWith("endpoint")) {
                return line.strip().split("\\s+", -1)[1];
            }
        }
        throw new IOException("the server ended without naming its endpoint");
    }
}
