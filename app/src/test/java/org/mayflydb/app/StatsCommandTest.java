package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.app.endpoint.TestServer;

/** The commands that ask a server how it is. */
class StatsCommandTest {
    private final Console console = new Console();
    private final TestServer server = TestServer.start();

    @BeforeEach
    void fill() {
        TestServer.create(server.container("orders", ",\"defaultTtl\":60"), "{\"id\":\"a\",\"customer\":\"ann\"}");
    }

    @AfterEach
    void close() {
        server.close();
        // A wait that was interrupted leaves its mark, as it should, and this thread has more tests to run.
        Thread.interrupted();
    }

    @Test
    void everyContainerHasALine() {
        server.container("carts", "");
        assertThat(console.run("stats", "--endpoint", server.url())).isZero();
        assertThat(console.out())
                .containsPattern("container +items +bytes +default ttl +to purge +late by +RU/s +RU so far +429s")
                .containsPattern("shop/orders +1 +\\d+ +60 s \\(1 min\\) +0 +0 s +400 ")
                .containsPattern("shop/carts +0 +0 +off +0 ");
    }

    @Test
    void programsGetJson() {
        assertThat(console.run("stats", "--json", "--endpoint", server.url())).isZero();
        assertThat(console.out()).contains("\"defaultTtl\": 60", "\"throughput\": 400", "\"expiredItems\": 0");
    }

    @Test
    void watchingShowsItAgain() {
        List<Duration> waits = new ArrayList<>();
        console.waiting(time -> {
            waits.add(time);
            if (waits.size() == 3) {
                throw new InterruptedException("enough");
            }
        });
        assertThat(console.run("stats", "--watch", "5", "--endpoint", server.url()))
                .isZero();
        assertThat(waits).hasSize(3).containsOnly(Duration.ofSeconds(5));
        assertThat(console.out().split("default ttl", -1)).hasSize(4);
    }

    @Test
    void lifetimesMayBeAskedForDirectly() {
        assertThat(console.run("lag", "shop/orders", "--endpoint", server.url()))
                .isZero();
        assertThat(console.run("forecast", "shop/orders", "--bucket", "1m", "--endpoint", server.url()))
                .isZero();
        assertThat(console.run("what-if", "shop/orders", "off", "--endpoint", server.url()))
                .isZero();
        assertThat(console.run("explain", "shop/orders", "a", "ann", "--json", "--endpoint", server.url()))
                .isZero();
        assertThat(console.out()).contains("waiting  0 items", "to 1 min", "With a TTL of off:", "\"state\": \"LIVE\"");
    }

    @Test
    void aContainerWithoutItsDatabaseIsNotUnderstood() {
        assertThat(console.run("lag", "orders", "--endpoint", server.url())).isEqualTo(2);
        assertThat(console.err()).contains("write DATABASE/CONTAINER");
    }
}
