package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Query;
import org.mayflydb.embedded.Row;
import org.mayflydb.embedded.RowPage;
import org.mayflydb.testing.TestStores;

/** Queries that the server ranks by scores itself. */
class ScoredQueryTest {
    private static final String DOT_PRODUCT = ", [1], true, {'distanceFunction': 'dotproduct'})";

    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container =
            mayfly.createDatabase("d").createContainer(ContainerSpec.named("c").partitionKey("/id"));

    @AfterEach
    void close() {
        mayfly.close();
    }

    private void create(String id, String name, double v, double w) {
        container.create("{\"id\":\"" + id + "\",\"name\":\"" + name + "\",\"v\":[" + v + "],\"w\":[" + w + "]}");
    }

    @Test
    void itemsWithEqualScoresShareARank() {
        create("a", "x", 1, 1);
        create("b", "x", 1, 2);
        create("c", "x", 1, 3);
        assertThat(container
                        .query("SELECT VALUE c.id FROM c ORDER BY RANK RRF(VectorDistance(c.v" + DOT_PRODUCT
                                + ", VectorDistance(c.w" + DOT_PRODUCT + ")")
                        .rows()
                        .stream()
                        .map(Row::json))
                .containsExactly("\"c\"", "\"b\"", "\"a\"");
    }

    /** With best ranks first and negative terms, "b" would come before "a". */
    @Test
    void aNegativeWeightRanksTheOtherWayRound() {
        create("a", "x", 1, 3);
        create("b", "x", 2, 2);
        create("c", "x", 4, 1);
        create("d", "x", 3, 4);
        assertThat(container
                        .query("SELECT VALUE c.id FROM c ORDER BY RANK RRF(VectorDistance(c.v" + DOT_PRODUCT
                                + ", VectorDistance(c.w" + DOT_PRODUCT + ", [-1, -1])")
                        .rows()
                        .stream()
                        .map(Row::json))
                .containsExactly("\"a\"", "\"b\"", "\"c\"", "\"d\"");
    }

    /** This is how clients ask the partitions for the rows of a negative weight. */
    @Test
    void aPartOfAPlanMayNameTheDirection() {
        create("a", "x", 2, 1);
        create("b", "x", 1, 2);
        create("c", "x", 3, 1);
        String rows = "SELECT c._rid, [{'item': c.v}] AS orderByItems, c.id AS payload FROM c ORDER BY RANK "
                + "VectorDistance(c.v" + DOT_PRODUCT;
        assertThat(payloads(rows + " ASC")).containsExactly("b", "a", "c");
        assertThat(payloads(rows + " DESC")).containsExactly("c", "a", "b");
    }

    private List<String> payloads(String query) {
        return container.query(query).rows().stream()
                .map(Row::json)
                .map(row -> row.replaceAll(".*\"payload\":\"(.)\".*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void distinctRowsComeInTheOrderOfTheirBestScore(int pageRows) {
        create("a", "low", 1, 0);
        create("b", "high", 9, 0);
        create("c", "middle", 5, 0);
        create("d", "high", 7, 0);
        create("e", "low", 6, 0);
        Query query =
                container.query("SELECT DISTINCT TOP 3 VALUE c.name FROM c ORDER BY VectorDistance(c.v" + DOT_PRODUCT);
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            RowPage page = query.page(pageRows, continuation);
            page.rows().forEach(row -> rows.add(row.json()));
            continuation = page.continuation();
        } while (continuation != null);
        assertThat(rows).containsExactly("\"high\"", "\"low\"", "\"middle\"");
    }
}
