package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.Machine;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/** The web page of the server in a real Chromium, used as people use it; what they do is in {@code src/test/js}. */
class ExplorerTest {
    private static final String READ_ONLY_KEY = Base64.getEncoder().encodeToString(new byte[64]);

    /** Draws the pictures in {@code docs/images} anew: {@code -Dmayfly.screenshots=true}. */
    private static final boolean SCREENSHOTS = Boolean.getBoolean("mayfly.screenshots");

    @ParameterizedTest
    @ValueSource(strings = {"sign-in", "resources", "items", "query", "time"})
    void peopleCanDoEverything(String script) throws Exception {
        String chromium = chromium();
        try (LocalServer server = LocalServer.inMemory()) {
            assertSucceeds(script, server, chromium, Map.of());
        }
    }

    @Test
    void onADurableStoreNoClickExpiresItemsWithoutAReview(@TempDir Path directory) throws Exception {
        String chromium = chromium();
        Map<String, String> flags =
                Map.of("port", "0", "data", directory.toString(), "purge", "off", "read-only-key", READ_ONLY_KEY);
        try (LocalServer server = LocalServer.start(flags)) {
            assertSucceeds("durable", server, chromium, Map.of("MAYFLY_READ_ONLY_KEY", READ_ONLY_KEY));
        }
    }

    @Test
    void aClockThatHasJumpedIsAnnouncedAndTrustedOnlyAfterAReview(@TempDir Path directory) throws Exception {
        String chromium = chromium();
        Machine machine = new Machine();
        try (LocalServer server = LocalServer.of(
                withASession(directory, machine), MovableClock.startingAt(Instant.ofEpochSecond(Machine.START)))) {
            machine.step(3600);
            assertSucceeds("jump", server, chromium, Map.of());
        }
    }

    /** A durable database by the machine's clock, with an item that lives for ten minutes. */
    private static Engine withASession(Path directory, Machine machine) {
        Engine engine = Engine.open(
                RocksStore.open(directory, RocksOptions.defaults()),
                EngineSettings.defaults()
                        .withClock(machine)
                        .withClockRules(machine.rules())
                        .withPurgeTimer(StepTimer.NEVER));
        engine.createDatabase("shop");
        engine.createContainer(
                "shop",
                (JsonObject) JsonValue.parse(
                        "{\"id\":\"sessions\",\"partitionKey\":{\"paths\":[\"/user\"]},\"defaultTtl\":600}"),
                null);
        engine.items("shop", "sessions")
                .writer()
                .create("{\"id\":\"s1\",\"user\":\"ann\"}".getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
        return engine;
    }

    @Test
    void noViewScrollsSidewaysOnAnyScreen() throws Exception {
        String chromium = chromium();
        try (LocalServer server = ExampleShop.serve()) {
            assertSucceeds("layout", server, chromium, Map.of());
        }
    }

    @Test
    void whoHasNoRequestUnitsLeftIsToldSo() throws Exception {
        String chromium = chromium();
        try (LocalServer server = LocalServer.rateLimiting()) {
            assertSucceeds("throttled", server, chromium, Map.of());
        }
    }

    @Test
    void aLargeContainerIsShownAPageAtATime() throws Exception {
        String chromium = chromium();
        try (LocalServer server = ExampleShop.serve()) {
            assertSucceeds("many", server, chromium, Map.of());
        }
    }

    @Test
    void thePicturesOfTheGuideAreDrawn() throws Exception {
        Assumptions.assumeTrue(SCREENSHOTS, "Pictures are drawn with -Dmayfly.screenshots=true.");
        String chromium = chromium();
        String images =
                Path.of("..", "docs", "images").toAbsolutePath().normalize().toString();
        try (LocalServer server = ExampleShop.serve()) {
            assertSucceeds("screenshots", server, chromium, Map.of("MAYFLY_IMAGES", images));
        }
    }

    /** Where Chromium is; skips the test, and says so, where there is none, or no Node.js. */
    private static String chromium() throws IOException, InterruptedException {
        Node.directory();
        Optional<String> found = Optional.ofNullable(System.getenv("MAYFLY_CHROMIUM"))
                .or(() -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .flatMap(program -> ExternalProgram.find(program).stream())
                        .map(Path::toString)
                        .findFirst());
        if (found.isEmpty()) {
            String notice = "The tests of the explorer are skipped: they need Chromium, or MAYFLY_CHROMIUM to name it.";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        return found.orElseThrow();
    }

    private static void assertSucceeds(String script, LocalServer server, String chromium, Map<String, String> more)
            throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("MAYFLY_ENDPOINT", server.endpoint(Scheme.HTTP));
        environment.put("MAYFLY_KEY", LocalServer.KEY);
        environment.put("MAYFLY_CHROMIUM", chromium);
        ExternalProgram.Outcome outcome =
                Node.run(environment, List.of("node", "--test", "explorer-" + script + ".test.js"));
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }
}
