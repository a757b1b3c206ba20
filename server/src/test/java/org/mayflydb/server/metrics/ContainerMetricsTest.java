package org.mayflydb.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;

class ContainerMetricsTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).inMemory();
    private final Database database = mayfly.createDatabase("d");
    private final ContainerMetrics metrics = new ContainerMetrics(mayfly.engine());

    @AfterEach
    void close() {
        mayfly.close();
    }

    private Container container(String id) {
        return database.createContainer(
                ContainerSpec.named(id).partitionKey("/id").defaultTtlSeconds(10));
    }

    @Test
    void lagOfEachContainerIsShownUnderItsName() {
        Container container = container("a");
        container.create("{\"id\":\"1\"}");
        container.create("{\"id\":\"2\"}");
        database.createContainer(ContainerSpec.named("off").partitionKey("/id"));
        clock.advance(Duration.ofSeconds(13));
        container.purge(1);
        assertThat(metrics.scrape())
                .contains("mayfly_purge_backlog_items{container=\"a\",database=\"d\"} 1.0")
                .contains("mayfly_purge_late_seconds{container=\"a\",database=\"d\"} 3.0")
                .contains("mayfly_purge_items_per_second{container=\"a\",database=\"d\"} 1.0")
                .contains("mayfly_purge_drain_seconds{container=\"a\",database=\"d\"} 1.0")
                .contains("mayfly_container_purged_units_total{container=\"a\",database=\"d\"} 5.62")
                .doesNotContain("\"off\"");
    }

    @Test
    void noMoreContainersThanAHundredAreShownAndTheWorstAreAmongThem() {
        for (int i = 0; i < ContainerMetrics.CONTAINERS_MAX + 5; i++) {
            container("c" + i);
        }
        database.container("c104").create("{\"id\":\"1\"}");
        clock.advance(Duration.ofSeconds(10));
        String text = metrics.scrape();
        assertThat(text.lines().filter(line -> line.startsWith("mayfly_purge_backlog_items{")))
                .hasSize(ContainerMetrics.CONTAINERS_MAX)
                .contains("mayfly_purge_backlog_items{container=\"c104\",database=\"d\"} 1.0");
        assertThat(text).contains("mayfly_purge_containers_left_out 5.0");
    }
}
