package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Query;
import org.mayflydb.embedded.RowPage;
import org.mayflydb.testing.TestStores;

class ContinuationTest {
    private static final String BY_ID = "SELECT VALUE c.id FROM c ORDER BY c.id";
    private static final int KILOBYTE = 1024;

    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/id").throughput(40_000));

    @BeforeEach
    void load() {
        for (int i = 0; i < 20; i++) {
            String text = "very long ".repeat(200) + i;
            container.create(
                    "{\"id\":\"i" + (10 + i) + "\",\"n\":" + i % 3 + ",\"text\":\"" + text + "\",\"tags\":[1,2,3]}");
        }
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    private List<String> rowByRow(String sql) {
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            RowPage page = container.query(sql).page(1, continuation);
            page.rows().forEach(row -> rows.add(row.json()));
            continuation = page.continuation();
            assertThat(continuation == null ? 0 : continuation.length()).isLessThanOrEqualTo(KILOBYTE);
        } while (continuation != null);
        return rows;
    }

    private List<String> atOnce(String sql) {
        return container.query(sql).rows().stream().map(row -> row.json()).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BY_ID,
                "SELECT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c WHERE c.n = 1",
                "SELECT VALUE c.id FROM c WHERE c.n IN (0, 2) OR c.id = 'i11'",
                "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
                "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t > 1",
                "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t > 1 ORDER BY c.n",
                "SELECT DISTINCT VALUE c.n FROM c",
                "SELECT TOP 7 VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c OFFSET 4 LIMIT 9",
                "SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 4 LIMIT 9",
                "SELECT VALUE c.id FROM c ORDER BY c.text",
            })
    void rowByRowTheAnswerIsTheSameAndNoContinuationExceedsAKilobyte(String sql) {
        assertThat(rowByRow(sql)).isEqualTo(atOnce(sql));
    }

    @Test
    void rowByRowEachGroupComesOnce() {
        String sql = "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n";
        assertThat(rowByRow(sql)).containsExactlyInAnyOrderElementsOf(atOnce(sql));
    }

    @Test
    void theLastRowOfAnAnswerBringsNoContinuation() {
        assertThat(container.query(BY_ID).page(20, null).continuation()).isNull();
        assertThat(container.query("SELECT TOP 3 * FROM c").page(3, null).continuation())
                .isNull();
    }

    @Test
    void aContinuationOfAnotherQueryIsRefused() {
        String continuation = container.query(BY_ID).page(1, null).continuation();
        Query other = container.query("SELECT VALUE c.id FROM c ORDER BY c.n");
        assertThatThrownBy(() -> other.page(1, continuation))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("Invalid Continuation Token");
    }

    @Test
    void aContinuationWithOtherParametersIsRefused() {
        String sql = "SELECT * FROM c WHERE c.n >= @n";
        String continuation = container.query(sql).with("@n", 0).page(1, null).continuation();
        assertThatThrownBy(() -> container.query(sql).with("@n", 1).page(1, continuation))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void aDamagedContinuationIsRefusedWhicheverCharacterIsChanged() {
        Query query = container.query(BY_ID);
        String continuation = Invariant.present(query.page(1, null).continuation(), "there are other rows");
        for (int i = 0; i < continuation.length(); i++) {
            char changed = continuation.charAt(i) == 'A' ? 'B' : 'A';
            String damaged = continuation.substring(0, i) + changed + continuation.substring(i + 1);
            assertThatThrownBy(() -> query.page(1, damaged)).as(damaged).isInstanceOf(BadRequestException.class);
        }
        assertThatThrownBy(() -> query.page(1, "")).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> query.page(1, "%%%")).isInstanceOf(BadRequestException.class);
    }
}
