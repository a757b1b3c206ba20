package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.transport.ServerCertificate;

/** Query strings and pages that want a key, over the network. */
class SeeingTimeTest {
    private final MovableClock clock = MovableClock.ticking();
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).inMemory();
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

    private HttpResponse<String> get(String path, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("authorization", "Bearer " + key)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void parametersStandInTheQueryString() throws Exception {
        Container container = mayfly.createDatabase("d")
                .createContainer(ContainerSpec.named("c").partitionKey("/id").defaultTtlSeconds(3600));
        container.create("{\"id\":\"a b\"}");
        clock.advance(Duration.ofHours(1));
        assertThat(get(
                                "/_mayfly/databases/d/containers/c/explain?id=a%20b&partitionKey=%5B%22a%20b%22%5D",
                                ServerSettings.WELL_KNOWN_KEY)
                        .body())
                .contains("\"state\":\"EXPIRED\"", "\"rule\":\"CONTAINER_DEFAULT\"");
    }

    @Test
    void metricsWithNamesWantAKey() throws Exception {
        mayfly.createDatabase("d")
                .createContainer(ContainerSpec.named("c").partitionKey("/id").defaultTtlSeconds(3600));
        assertThat(get("/_mayfly/metrics", "nobody").statusCode()).isEqualTo(401);
        assertThat(get("/_mayfly/metrics", ServerSettings.WELL_KNOWN_KEY).body())
                .contains("mayfly_purge_backlog_items{container=\"c\",database=\"d\"} 0.0");
        assertThat(get("/metrics", "nobody").body()).doesNotContain("container=\"c\"");
    }
}
