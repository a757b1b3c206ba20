package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.testing.TestStores;

/** No query holds the server: everything that can grow has a limit, and the limit has an error. */
class QuerySafetyTest {
    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container =
            mayfly.createDatabase("d").createContainer(ContainerSpec.named("c").partitionKey("/id"));

    @BeforeEach
    void load() {
        container.create("{\"id\":\"1\",\"s\":\"" + "x".repeat(100_000) + "\",\"a\":[" + "1,".repeat(999) + "1]}");
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void moreThanTenJoinsAreRefused() {
        String sql = "SELECT VALUE 1 FROM c" + " JOIN x IN c.a".repeat(11);
        assertThatThrownBy(() -> container.query(sql).rows())
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("joins");
    }

    @Test
    void valuesThatDoubleAgainAndAgainAreRefused() {
        StringBuilder sql = new StringBuilder("SELECT VALUE LENGTH(");
        for (int i = 0; i < 40; i++) {
            sql.append("(LET x").append(i).append(" = ");
            sql.append(i == 0 ? "c.s" : "x" + (i - 1) + " || x" + (i - 1)).append(" IN ");
        }
        sql.append("x39").append(")".repeat(40)).append(") FROM c");
        assertThatThrownBy(() -> container.query(sql.toString()).rows()).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aRowOfManyCopiesIsRefused() {
        String sql = "SELECT VALUE [" + "c, ".repeat(2_000) + "c] FROM c";
        assertThatThrownBy(() -> container.query(sql).rows())
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("size");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c JOIN a IN c.a JOIN b IN c.a JOIN d IN c.a JOIN e IN c.a",
                "SELECT VALUE ARRAY(SELECT VALUE [a, b, d] FROM a IN c.a JOIN b IN c.a JOIN d IN c.a) FROM c",
                "SELECT VALUE EXISTS(SELECT VALUE a FROM a IN c.a JOIN b IN c.a JOIN d IN c.a WHERE a = 2) FROM c",
            })
    void rowsThatMultiplyRunIntoALimit(String sql) {
        QueryLimits limits = new QueryLimits(0, 50_000_000, 10_000_000, 1_000_000, 1_000_000);
        try (Mayfly limited = Mayfly.builder().queryLimits(limits).open(TestStores.open())) {
            Container small = limited.createDatabase("d")
                    .createContainer(ContainerSpec.named("c").partitionKey("/id"));
            small.create("{\"id\":\"1\",\"a\":[" + "1,".repeat(999) + "1]}");
            assertThatThrownBy(() -> small.query(sql).rows())
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("maximum");
        }
    }

    @Test
    void aQueryThatCanGoOnAnswersInTimeWithWhatThereIs() {
        QueryLimits noTime = new QueryLimits(-1, Long.MAX_VALUE, 1_000_000, 1_000_000, 1_000_000);
        try (Mayfly limited = Mayfly.builder().queryLimits(noTime).open(TestStores.open())) {
            Container small = limited.createDatabase("d")
                    .createContainer(ContainerSpec.named("c").partitionKey("/id"));
            for (int i = 0; i < 5; i++) {
                small.create("{\"id\":\"" + i + "\",\"n\":" + i + "}");
            }
            assertThat(small.query("SELECT * FROM c WHERE c.n + 0 > 3")
                            .page(10, null)
                            .continuation())
                    .isNotNull();
            assertThat(small.query("SELECT VALUE c.n FROM c WHERE c.n + 0 > 3").rows())
                    .hasToString("[4]");
            assertThat(small.query("SELECT VALUE SUM(c.n) FROM c").rows()).hasToString("[10]");
            assertThat(small.query("SELECT VALUE c.n FROM c ORDER BY c.n DESC").rows())
                    .hasToString("[4, 3, 2, 1, 0]");
        }
    }

    @Test
    void manyGroupsRunIntoTheLimitOfMemory() {
        QueryLimits limits = new QueryLimits(Long.MAX_VALUE, Long.MAX_VALUE, 1000, 1_000_000, 1_000_000);
        try (Mayfly limited = Mayfly.builder().queryLimits(limits).open(TestStores.open())) {
            Container small = limited.createDatabase("d")
                    .createContainer(ContainerSpec.named("c").partitionKey("/id"));
            for (int i = 0; i < 20; i++) {
                small.create("{\"id\":\"" + i + "\"}");
            }
            assertThatThrownBy(() ->
                            small.query("SELECT c.id FROM c GROUP BY c.id").rows())
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("memory");
            assertThatThrownBy(() -> small.query("SELECT DISTINCT c.id FROM c").rows())
                    .isInstanceOf(BadRequestException.class);
        }
    }

    @Test
    void timeIsLookedAtAfterABoundedNumberOfSteps() {
        AtomicLong looks = new AtomicLong();
        Budget budget = new Budget(looks::getAndIncrement, new QueryLimits(1, 3, 1, 1, 1));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        budget.step();
                    }
                })
                .isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT VALUE 1/0", "SELECT VALUE 0/0 FROM c", "SELECT VALUE SQRT(-1)"})
    void whatHasNoJsonTextIsRefusedAsAResult(String sql) {
        assertThatThrownBy(() -> container.query(sql).rows()).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aUserDefinedFunctionIsRefusedClearly() {
        assertThatThrownBy(() -> container.query("SELECT udf.f(1) FROM c").rows())
                .isInstanceOf(MayflyException.class)
                .hasMessageContaining("user-defined function");
    }
}
