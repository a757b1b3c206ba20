package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.TestServer;

/**
 * Export and import of {@value #ITEMS} items in processes that are killed, again and again. {@code -Dmayfly.seed=N} chooses
 * when.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
@Tag("process")
class TransferProcessTest {
    private static final int ITEMS = 20_000;
    private static final int KILLS = 3;
    private static final Pattern GOOD_BYTES = Pattern.compile("\"bytes\":(\\d+)");

    private final TestServer server = TestServer.start();
    private final long seed = Long.getLong("mayfly.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path temporary;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatIsKilledAndResumedLosesNothingAndRepeatsNothing() throws Exception {
        Path source = temporary.resolve("source.jsonl");
        writeItems(source);
        server.account().createDatabase("shop");
        server.account()
                .createContainer(
                        "shop",
                        TestServer.object(
                                "{\"id\":\"orders\",\"partitionKey\":{\"paths\":[\"/customer\"],\"kind\":\"Hash\"}}"),
                        Map.of("x-ms-offer-throughput", "18000"));

        int kills = repeat("import", source, temporary.resolve("source.jsonl.import"), source.toString());
        Path target = temporary.resolve("target.jsonl");
        kills += repeat("export", source, temporary.resolve("target.jsonl.progress"), "--output", target.toString());

        assertThat(sorted(target)).as("seed %s", seed).isEqualTo(sorted(source));
        assertThat(kills).as("seed %s", seed).isGreaterThan(1);
        System.out.println(kills + " kills of import and export of " + ITEMS + " items lost nothing; seed " + seed);
    }

    private void writeItems(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (int i = 0; i < ITEMS; i++) {
                out.write("{\"id\":\"i" + i + "\",\"customer\":\"c" + i % 997 + "\",\"number\":" + i + ",\"text\":\""
                        + "x".repeat(900) + "\"}\n");
            }
        }
    }

    /** Runs a command several times, killed when it has come a little further, and at last until it ends. */
    private int repeat(String command, Path whole, Path state, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                command, "--endpoint", server.url(), "--database", "shop", "--container", "orders", "--resume"));
        arguments.addAll(List.of(more));
        Path err = temporary.resolve("err");
        int kills = 0;
        for (int i = 1; i <= KILLS; i++) {
            long until = Files.size(whole) * i / (KILLS + 1) + random.nextInt(100_000);
            try (MayflyProcess process = MayflyProcess.start(err, arguments.toArray(String[]::new))) {
                while (goodBytes(state) < until && process.goesOn()) {
                    // It comes further.
                }
                kills += process.kill() == MayflyProcess.KILLED ? 1 : 0;
            }
        }
        if (Files.exists(state)) {
            try (MayflyProcess process = MayflyProcess.start(err, arguments.toArray(String[]::new))) {
                assertThat(process.await())
                        .as("%s, seed %s", Files.readString(err), seed)
                        .isZero();
            }
        }
        assertThat(state).doesNotExist();
        return kills;
    }

    private static long goodBytes(Path state) throws IOException {
        if (!Files.exists(state)) {
            return 0;
        }
        Matcher bytes = GOOD_BYTES.matcher(Files.readString(state));
        return bytes.find() ? Long.parseLong(bytes.group(1)) : 0;
    }

    private static List<String> sorted(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.sorted().toList();
        }
    }
}
