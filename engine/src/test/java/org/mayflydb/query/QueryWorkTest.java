package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;

/** How much a query reads for its answer. */
class QueryWorkTest {
    private static final int ITEMS = 5000;
    private static final int TENANTS = 50;
    private static final int EXPIRING = 700;

    private final MovableClock clock = MovableClock.ticking();
    private Mayfly mayfly;

    @BeforeEach
    void fill() {
        mayfly = Mayfly.builder().clock(clock).backgroundPurge(false).open(TestStores.open());
        Container container = mayfly.createDatabase("db")
                .createContainer(
                        ContainerSpec.named("items").partitionKey("/tenant").defaultTtlSeconds(-1));
        for (int i = 0; i < ITEMS; i++) {
            String ttl = i < EXPIRING ? ",\"ttl\":10" : "";
            container.create("{\"id\":\"" + i + "\",\"tenant\":\"t" + i % TENANTS + "\",\"n\":" + i + ",\"even\":"
                    + (i % 2 == 0) + ",\"ten\":" + i / 10 + ttl + "}");
        }
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void topOfAnOrderReadsOnlyWhatItShows() {
        QueryPage page = ask("SELECT TOP 20 * FROM c WHERE c.n > 100 ORDER BY c.n", ListScope.ALL);
        assertThat(page.rows()).hasSize(20);
        assertThat(page.metrics().items()).isEqualTo(20);
        assertThat(page.metrics().entries()).isEqualTo(20);
        assertThat(page.continuation()).isNull();
    }

    @Test
    void topReadsOnlyWhatItShows() {
        QueryPage page = ask("SELECT TOP 3 * FROM c WHERE c.even", ListScope.ALL);
        assertThat(page.rows()).hasSize(3);
        assertThat(page.metrics().items()).isEqualTo(3);
    }

    @Test
    void twoComparisonsOfOneValueReadWhatIsBetween() {
        QueryPage page = ask("SELECT * FROM c WHERE c.n >= 1000 AND c.n < 1030", ListScope.ALL);
        assertThat(page.rows()).hasSize(30);
        assertThat(page.metrics().items()).isEqualTo(30);
    }

    @Test
    void orderBetweenTwoBoundsEndsAtTheSecond() {
        QueryPage page = ask("SELECT * FROM c WHERE c.n >= 1000 AND c.n < 1030 ORDER BY c.n DESC", ListScope.ALL);
        assertThat(page.rows()).hasSize(30);
        assertThat(page.metrics().items()).isEqualTo(30);
    }

    @Test
    void partitionKeyInWhereIsNoReasonToReadMore() {
        String inWhere = "SELECT * FROM c WHERE c.tenant = 't7' AND c.ten = 40";
        QueryPage page = ask(inWhere, ListScope.ALL);
        assertThat(page.rows()).hasSize(1);
        assertThat(page.metrics().entries()).isEqualTo(1);
        assertThat(page.metrics().items()).isEqualTo(1);
        assertThat(ask(inWhere, ListScope.of(PartitionKey.of("t7"))).metrics().items())
                .isEqualTo(1);
    }

    @Test
    void onePartitionKeyIsReadWithoutTheIndex() {
        QueryPage page = ask("SELECT * FROM c WHERE c.tenant = 't7'", ListScope.ALL);
        assertThat(page.rows()).hasSize(ITEMS / TENANTS);
        assertThat(page.metrics().entries()).isZero();
        assertThat(page.metrics().items()).isEqualTo(ITEMS / TENANTS);
    }

    @Test
    void longRangeWithinAShortPartitionKeyIsNotWalked() {
        QueryPage page = ask("SELECT * FROM c WHERE c.n >= 0", ListScope.of(PartitionKey.of("t7")));
        assertThat(page.rows()).hasSize(ITEMS / TENANTS);
        assertThat(page.metrics().entries()).isZero();
    }

    @Test
    void countReadsEntriesAlone() {
        QueryPage page = ask("SELECT VALUE COUNT(1) FROM c WHERE c.n >= 200", ListScope.ALL);
        assertThat(page.rows()).containsExactly(JsonNumber.of(ITEMS - 200));
        assertThat(page.metrics().entries()).isEqualTo(ITEMS - 200);
        assertThat(page.metrics().items()).isZero();
    }

    @Test
    void countReadsEntriesAloneWhenSomeHaveExpired() {
        clock.advance(Duration.ofSeconds(10));
        QueryPage page = ask("SELECT VALUE COUNT(1) FROM c WHERE c.n >= 200", ListScope.ALL);
        assertThat(page.rows()).containsExactly(JsonNumber.of(ITEMS - EXPIRING));
        assertThat(page.metrics().items()).isZero();
    }

    @Test
    void countWithinAPartitionKeyReadsEntriesAlone() {
        QueryPage page = ask("SELECT VALUE COUNT(1) FROM c WHERE c.even", ListScope.of(PartitionKey.of("t8")));
        assertThat(page.rows()).containsExactly(JsonNumber.of(ITEMS / TENANTS));
        assertThat(page.metrics().items()).isZero();
    }

    private QueryPage ask(String text, ListScope scope) {
        return mayfly.engine().query("db", "items", new QueryRequest(text, Map.of(), scope, 1000, null));
    }
}
