package org.mayflydb.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

class PurgeSoakTest {
    private static final int SECONDS = 5;

    @TempDir
    private Path directory;

    /** More than the 200 requests a second that once had the purge stand back. */
    @Test
    void purgeKeepsUpWithItemsThatExpireUnderASteadyLoad() throws IOException, InterruptedException {
        ServerSettings settings =
                ServerSettings.read(Map.of(), Map.of("data", directory.toString(), "port", "0", "direct-port", "off"));
        try (MayflyServer server = MayflyServer.start(settings);
                PrintWriter out = new PrintWriter(PrintWriter.nullWriter())) {
            PurgeSoak.Figures figures = PurgeSoak.run(
                    new PurgeSoak.Subject(server.port(), directory, () -> 0),
                    new ExpiringLoad.Plan(12, 400, 1, 2, 0),
                    SECONDS,
                    out);
            List<PurgeSoak.Sample> samples = figures.samples();
            assertThat(figures.load().all().total()).isPositive();
            assertThat(samples.get(samples.size() - 1).lateSeconds())
                    .as("the oldest that is stored")
                    .isLessThan(SECONDS - 1);
        }
    }
}
