package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.testing.TestStores;

/** What WHERE says narrows the search, and never loses an item by it. */
class NarrowedSearchTest {
    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/pk").throughput(40_000));

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void zeroFindsTheItemsOfBothZeros() {
        container.create("{\"id\":\"plus\",\"pk\":0}");
        container.create("{\"id\":\"minus\",\"pk\":-0.0}");
        assertThat(container
                        .query("SELECT VALUE c.id FROM c WHERE c.pk = 0 ORDER BY c.id")
                        .rows())
                .hasToString("[\"minus\", \"plus\"]");
        assertThat(container
                        .query("SELECT VALUE COUNT(1) FROM c WHERE c.pk = -0")
                        .rows())
                .hasToString("[2]");
    }

    @Test
    void aSubqueryThatSumsUpExistsForItemsWithoutARow() {
        container.create("{\"id\":\"1\",\"tags\":[\"x\"]}");
        container.create("{\"id\":\"2\",\"tags\":[\"y\"]}");
        String sql = "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE COUNT(1) FROM t IN c.tags WHERE t = 'x') "
                + "ORDER BY c.id";
        assertThat(container.query(sql).rows()).hasToString("[\"1\", \"2\"]");
    }

    @Test
    void aNumberBeyondAllDoublesFindsNothing() {
        container.create("{\"id\":\"1\",\"pk\":1}");
        assertThat(container.query("SELECT * FROM c WHERE c.pk = 1e999").rows()).isEmpty();
    }

    @Test
    void everyTypeOfKeyIsFoundByEquality() {
        container.create("{\"id\":\"text\",\"pk\":\"x\"}");
        container.create("{\"id\":\"number\",\"pk\":7.0}");
        container.create("{\"id\":\"truth\",\"pk\":true}");
        container.create("{\"id\":\"null\",\"pk\":null}");
        container.create("{\"id\":\"none\"}");
        assertThat(container.query("SELECT VALUE c.id FROM c WHERE c.pk = 'x'").rows())
                .hasToString("[\"text\"]");
        assertThat(container.query("SELECT VALUE c.id FROM c WHERE 7 = c.pk").rows())
                .hasToString("[\"number\"]");
        assertThat(container.query("SELECT VALUE c.id FROM c WHERE c.pk").rows())
                .hasToString("[\"truth\"]");
        assertThat(container.query("SELECT VALUE c.id FROM c WHERE c.pk = null").rows())
                .hasToString("[\"null\"]");
        assertThat(container
                        .query("SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(c.pk)")
                        .rows())
                .hasToString("[\"none\"]");
    }
}
