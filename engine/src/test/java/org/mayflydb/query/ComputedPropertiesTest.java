package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.testing.TestStores;

class ComputedPropertiesTest {
    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());

    @AfterEach
    void close() {
        mayfly.close();
    }

    private Container container(String name, String query) {
        return mayfly.createDatabaseIfNotExists("d")
                .createContainer(ContainerSpec.named("c")
                        .partitionKey("/id")
                        .property("computedProperties", "[{\"name\":\"" + name + "\",\"query\":\"" + query + "\"}]"));
    }

    private Container lowerNames() {
        Container container = container("lower", "SELECT VALUE LOWER(c.name) FROM c");
        container.create("{\"id\":\"1\",\"name\":\"Borea\"}");
        container.create("{\"id\":\"2\",\"name\":\"ASTER\",\"lower\":\"stored\"}");
        container.create("{\"id\":\"3\"}");
        return container;
    }

    private static String rows(Container container, String sql) {
        return container.query(sql).rows().toString();
    }

    @Test
    void theyAreSeenByNameInEveryClause() {
        Container container = lowerNames();
        assertThat(rows(container, "SELECT VALUE c.id FROM c WHERE c.lower = 'borea'"))
                .isEqualTo("[\"1\"]");
        assertThat(rows(container, "SELECT VALUE c.lower FROM c WHERE c.id = '1'"))
                .isEqualTo("[\"borea\"]");
        assertThat(rows(container, "SELECT VALUE COUNT(1) FROM c WHERE c.lower > 'a'"))
                .isEqualTo("[2]");
        assertThat(rows(container, "SELECT VALUE c.id FROM c ORDER BY c.lower DESC"))
                .isEqualTo("[\"1\", \"2\", \"3\"]");
    }

    @Test
    void theyWinOverStoredMembersOfTheSameName() {
        Container container = lowerNames();
        assertThat(rows(container, "SELECT VALUE c.id FROM c WHERE c.lower = 'stored'"))
                .isEqualTo("[]");
        assertThat(rows(container, "SELECT VALUE c.id FROM c WHERE c.lower = 'aster'"))
                .isEqualTo("[\"2\"]");
    }

    @Test
    void theyAreNotInTheItemItself() {
        assertThat(rows(lowerNames(), "SELECT * FROM c WHERE c.id = '1'")).doesNotContain("lower");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT VALUE c.a FROM c WHERE c.a > 1",
                "SELECT TOP 1 VALUE c.a FROM c",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT VALUE (SELECT VALUE 1) FROM c",
                "SELECT VALUE RAND() FROM c",
                "SELECT VALUE udf.f(c.a) FROM c",
                "SELECT VALUE d.a FROM c",
                "no query at all",
            })
    void definitionsThatAreNoPlainExpressionAreRefused(String query) {
        assertThatThrownBy(() -> container("x", query)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void namesOfSystemPropertiesAreRefused() {
        assertThatThrownBy(() -> container("_ts", "SELECT VALUE 1 FROM c")).isInstanceOf(BadRequestException.class);
    }
}
