import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.junit.MayflyClock;
import org.mayflydb.junit.MayflyTest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

/** What an application on Spring Boot does with the libraries. */
class EmbeddedTest {
    private static final ContainerSpec ORDERS =
            ContainerSpec.named("orders").partitionKey("/customer").defaultTtl(Duration.ofDays(90));

    private static void useIt(Mayfly mayfly, MovableClock clock) {
        Container orders = mayfly.createDatabase("shop").createContainer(ORDERS);
        orders.create(Map.of("id", "o1", "customer", "ann", "total", 42, "note", "Grüße 🦋"));
        orders.create("{\"id\":\"o2\",\"customer\":\"ann\",\"total\":1.5e300,\"ttl\":60,\"nested\":{\"a\":[1,2,null]}}");
        assertThat(orders.read("o1", PartitionKey.of("ann")).json()).contains("Grüße 🦋");
        assertThat(orders.query("SELECT VALUE c.id FROM c WHERE RegexMatch(c.note, '^Gr.+') ORDER BY c.total").rows())
                .hasSize(1);
        assertThat(orders.query("SELECT c.customer, COUNT(1) AS n FROM c GROUP BY c.customer").rows()).hasSize(1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(orders.find("o2", PartitionKey.of("ann"))).isEmpty();
        clock.advance(Duration.ofDays(90));
        assertThat(orders.list(10).items()).isEmpty();
    }

    @Test
    void theDatabaseWorksInMemory() {
        MovableClock clock = MovableClock.ticking();
        try (Mayfly mayfly = Mayfly.builder().clock(clock).inMemory()) {
            useIt(mayfly, clock);
        }
    }

    @Test
    void theDatabaseWorksOnDisk(@TempDir Path directory) {
        MovableClock clock = MovableClock.ticking();
        try (Mayfly mayfly = Mayfly.builder().clock(clock).open(directory)) {
            useIt(mayfly, clock);
        }
    }

    @Test
    void theServerWorksAndCountsRequests() throws Exception {
        ServerSettings settings = ServerSettings.read(Map.of(), Map.of("port", "0", "memory", "true"));
        try (MayflyServer server = MayflyServer.start(settings)) {
            assertThat(get(server, "/dbs")).contains("Unauthorized");
            assertThat(get(server, "/metrics")).contains("mayfly_requests_seconds_count{status=\"401\",verb=\"GET\"}");
        }
    }

    private static String get(MayflyServer server, String path) throws Exception {
        URI address = URI.create("http://localhost:" + server.port() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
    }

    /** The extension beside the libraries that it contains itself. */
    @MayflyTest
    @Nested
    class WithTheExtension {
        @Test
        void itemsExpire(Database database, MayflyClock clock) {
            Container orders = database.createContainer(ORDERS);
            orders.create(Map.of("id", "o1", "customer", "ann"));
            clock.advance(Duration.ofDays(90));
            assertThat(orders.list(10).items()).isEmpty();
        }
    }
}
