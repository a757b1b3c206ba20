package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Row;
import org.mayflydb.embedded.RowPage;
import org.mayflydb.testing.TestStores;

/** Expired items are in no answer, whichever way it is found, before any purge. */
class QueryTtlTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_900_000_000L));
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).open(TestStores.open());
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c")
                    .partitionKey("/pk")
                    .defaultTtlSeconds(60)
                    .property(
                            "indexingPolicy",
                            "{\"compositeIndexes\":[[{\"path\":\"/n\",\"order\":\"ascending\"},"
                                    + "{\"path\":\"/id\",\"order\":\"ascending\"}]]}"));

    @AfterEach
    void close() {
        mayfly.close();
    }

    /** Two items that inherit 60 seconds, one that lives for 10, one for 1000, and one for ever. */
    private void load() {
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"n\":1,\"tags\":[\"x\"]}");
        container.create("{\"id\":\"b\",\"pk\":\"q\",\"n\":1,\"tags\":[\"x\"]}");
        container.create("{\"id\":\"short\",\"pk\":\"p\",\"n\":1,\"tags\":[\"x\"],\"ttl\":10}");
        container.create("{\"id\":\"long\",\"pk\":\"p\",\"n\":1,\"tags\":[\"x\"],\"ttl\":1000}");
        container.create("{\"id\":\"ever\",\"pk\":\"q\",\"n\":1,\"tags\":[\"x\"],\"ttl\":-1}");
    }

    private List<String> ids(String sql) {
        return container.query(sql).rows().stream().map(Row::json).sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c WHERE c.n = 1",
                "SELECT VALUE c.id FROM c WHERE c.n > 0",
                "SELECT VALUE c.id FROM c WHERE c.n + 0 = 1",
                "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 'x')",
                "SELECT VALUE c.id FROM c JOIN t IN c.tags WHERE t = 'x'",
                "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
                "SELECT VALUE c.id FROM c ORDER BY c.n, c.id",
                "SELECT VALUE c.id FROM c ORDER BY c.missing",
                "SELECT DISTINCT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c GROUP BY c.id",
            })
    void everyWayToItemsLeavesOutTheExpiredFromTheirDeadlineOn(String sql) {
        load();
        clock.advance(Duration.ofSeconds(9));
        assertThat(ids(sql)).containsExactly("\"a\"", "\"b\"", "\"ever\"", "\"long\"", "\"short\"");
        clock.advance(Duration.ofSeconds(1));
        assertThat(ids(sql)).containsExactly("\"a\"", "\"b\"", "\"ever\"", "\"long\"");
        clock.advance(Duration.ofSeconds(50));
        assertThat(ids(sql)).containsExactly("\"ever\"", "\"long\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT VALUE COUNT(1) FROM c WHERE c.n = 1",
                "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 1",
                "SELECT VALUE COUNT(1) FROM c WHERE ARRAY_CONTAINS(c.tags, 'x')",
                "SELECT VALUE SUM(c.n) FROM c",
                "SELECT VALUE COUNT(c.id) FROM c WHERE c.n = 1 AND STARTSWITH(c.id, '')",
            })
    void everyCountLeavesOutTheExpired(String sql) {
        load();
        assertThat(ids(sql)).containsExactly("5");
        clock.advance(Duration.ofSeconds(10));
        assertThat(ids(sql)).containsExactly("4");
        clock.advance(Duration.ofSeconds(50));
        assertThat(ids(sql)).containsExactly("2");
        container.purge(100);
        assertThat(ids(sql)).containsExactly("2");
    }

    @Test
    void aChangedDefaultCountsInTheNextAnswer() {
        load();
        clock.advance(Duration.ofSeconds(70));
        container.defaultTtl(Duration.ofSeconds(500));
        assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.n = 1")).containsExactly("4");
        container.removeDefaultTtl();
        assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.n = 1")).containsExactly("5");
    }

    @Test
    void anItemWrittenAnewAfterItExpiredIsCountedOnce() {
        load();
        clock.advance(Duration.ofSeconds(10));
        container.create("{\"id\":\"short\",\"pk\":\"p\",\"n\":1}");
        assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.n = 1")).containsExactly("5");
        assertThat(ids("SELECT VALUE COUNT(1) FROM c")).containsExactly("5");
    }

    @Test
    void anAnswerGoesOnBehindAnItemThatHasExpiredMeanwhile() {
        load();
        String sql = "SELECT VALUE c.id FROM c ORDER BY c.id DESC";
        RowPage first = container.query(sql).page(1, null);
        assertThat(first.rows().get(0).json()).isEqualTo("\"short\"");
        clock.advance(Duration.ofSeconds(10));
        RowPage second = container.query(sql).page(1, first.continuation());
        assertThat(second.rows().get(0).json()).isEqualTo("\"long\"");
    }

    @Test
    void theTimeOfAQueryIsThatOfTheDatabase() {
        assertThat(ids("SELECT VALUE GETCURRENTTIMESTAMP()")).containsExactly("1900000000000");
        clock.advance(Duration.ofDays(90));
        assertThat(ids("SELECT VALUE GETCURRENTTIMESTAMP()"))
                .containsExactly(Long.toString(1_900_000_000_000L + 90L * 86_400_000));
    }
}
