package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** The messages that the tests of the .NET client expect. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{`name`:`n`,`query`:`SELECT VALUE 1 FROM c`},{`name`:`n`,`query`:`SELECT VALUE 2 FROM c`}"
                        + "|Computed property name 'n' cannot be used in multiple definitions.",
                "{`query`:`SELECT VALUE 1 FROM c`}|One of the specified inputs is invalid",
                "{`name`:`n`}|One of the specified inputs is invalid",
                "{`name`:``,`query`:`SELECT VALUE 1 FROM c`}|Computed property 'name' is either empty or unspecified.",
                "{`name`:`n`,`query`:``}|Computed property 'query' is either empty or unspecified.",
                "{`name`:`id`,`query`:`SELECT VALUE 1 FROM c`}"
                        + "|The system property name 'id' cannot be used as a computed property name.",
                "{`name`:`place`,`query`:`SELECT VALUE 1 FROM c`}"
                        + "|Computed property 'place' at index (0) has a spatial index. Remove the spatial index on this path.",
                "{`name`:`n`,`query`:`SELECT LOWER(c.a) FROM c`}"
                        + "|Required VALUE expression missing from computed property query 'SELECT LOWER(c.a) FROM c' at index (0).",
                "{`name`:`n`,`query`:`SELECT LOWER(c.a) FROM r`}"
                        + "|Computed property at index (0) has a malformed query: 'SELECT LOWER(c.a) FROM r' Error details:"
                        + " '{`errors`:[{`severity`:`Error`,`code`:2001,`message`:`Identifier 'c' could not be resolved.`}]}'",
            })
    void theMessageSaysWhatIsWrong(String properties, String message) {
        ContainerSpec spec = ContainerSpec.named("c")
                .partitionKey("/id")
                .property("indexingPolicy", "{\"spatialIndexes\":[{\"path\":\"/place/*\",\"types\":[\"Point\"]}]}")
                .property("computedProperties", "[" + properties.replace('`', '"') + "]");
        assertThatThrownBy(() -> mayfly.createDatabaseIfNotExists("d").createContainer(spec))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(message.replace('`', '"'));
    }
}
