package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.transport.ServerCertificate;

/** The thread that purges, as an operator sees it. The only tests of the purge that wait for time to pass. */
class BackgroundPurgeTest {
    private static final int ITEMS = 250;

    private final MovableClock clock = MovableClock.ticking();
    private final Mayfly mayfly = Mayfly.builder().clock(clock).inMemory();
    private final MayflyServer server = MayflyServer.start(new MayflyServer.Parts(
            mayfly.engine(),
            clock,
            AccountKeys.of(ServerSettings.WELL_KNOWN_KEY),
            new HttpSettings("127.0.0.1", 0, () -> ServerCertificate.inMemory("localhost", SystemTime.source())),
            false));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    private String get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("authorization", "Bearer " + ServerSettings.WELL_KNOWN_KEY)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void expiredItemsAreDeletedByThemselvesAndStatisticsSaySo() throws Exception {
        Container container = mayfly.createDatabase("d")
                .createContainer(ContainerSpec.named("c").partitionKey("/id").defaultTtlSeconds(3600));
        for (int i = 0; i < ITEMS; i++) {
            container.create("{\"id\":\"" + i + "\"}");
        }
        assertThat(get("/_mayfly/statistics")).contains("\"items\":" + ITEMS, "\"purgedItems\":0");
        clock.advance(Duration.ofHours(1));
        String statistics;
        do {
            statistics = get("/_mayfly/statistics");
        } while (!statistics.contains("\"purgedItems\":" + ITEMS));
        assertThat(statistics).contains("\"items\":0", "\"expiredItems\":0", "\"lateSeconds\":0");
        assertThat(get("/metrics")).contains("mayfly_purged_items_total 250");
    }
}
