package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.TestServer;

/** Ctrl-C in a process of its own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGINT")
@Tag("process")
class InterruptionProcessTest {
    private static final int ITEMS = 60_000;

    private static final Pattern HUNDREDS_WRITTEN = Pattern.compile("\"written\":\\d{3}");

    private final TestServer server = TestServer.start();

    @TempDir
    private Path temporary;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anInterruptedImportSaysHowFarItCameAndHowToContinue() throws Exception {
        server.container("orders", "");
        Path source = temporary.resolve("source.jsonl");
        writeItems(source);
        Path err = temporary.resolve("err");
        try (MayflyProcess process = MayflyProcess.start(
                err,
                "import",
                "--endpoint",
                server.url(),
                "--database",
                "shop",
                "--container",
                "orders",
                "--parallel",
                "1",
                source.toString())) {
            Path state = temporary.resolve("source.jsonl.import");
            while (!hasWrittenHundreds(state) && process.goesOn()) {
                Thread.onSpinWait();
            }
            assertThat(process.interrupt()).isEqualTo(130);
        }
        assertThat(err)
                .content()
                .containsPattern(
                        "Interrupted after at least \\d{3,} items\\. To continue, run the same command with --resume\\.");
    }

    private static boolean hasWrittenHundreds(Path state) throws IOException {
        return Files.exists(state)
                && HUNDREDS_WRITTEN.matcher(Files.readString(state)).find();
    }

    private static void writeItems(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (int i = 0; i < ITEMS; i++) {
                out.write("{\"id\":\"i" + i + "\",\"customer\":\"c" + i % 97 + "\"}\n");
            }
        }
    }
}
