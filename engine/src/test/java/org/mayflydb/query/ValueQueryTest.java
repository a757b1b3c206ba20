package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;

/** Queries over objects that are no items. */
class ValueQueryTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_900_000_000L));
    private static final List<JsonObject> VALUES = List.of(
            (JsonObject) JsonValue.parse("{\"id\":\"a\",\"n\":3,\"tags\":[1,2]}"),
            (JsonObject) JsonValue.parse("{\"id\":\"b\",\"n\":1,\"tags\":[2]}"),
            (JsonObject) JsonValue.parse("{\"id\":\"c\",\"n\":3}"));

    private static Budget budget() {
        return new Budget(() -> 0, QueryLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM root r WHERE r.id = 'b' | [{\"id\":\"b\",\"n\":1,\"tags\":[2]}]",
                "SELECT VALUE r.id FROM r WHERE r.n > 1 | [\"a\",\"c\"]",
                "SELECT VALUE r.id FROM r WHERE r[\"id\"] = @id | [\"c\"]",
                "SELECT VALUE r.id FROM r ORDER BY r.n, r.id DESC | [\"b\",\"c\",\"a\"]",
                "SELECT VALUE r.id FROM r ORDER BY r.n DESC OFFSET 1 LIMIT 1 | [\"c\"]",
                "SELECT TOP 2 r.id FROM r | [{\"id\":\"a\"},{\"id\":\"b\"}]",
                "SELECT VALUE COUNT(1) FROM r | [3]",
                "SELECT r.n, COUNT(1) AS c FROM r GROUP BY r.n | [{\"n\":3,\"c\":2},{\"n\":1,\"c\":1}]",
                "SELECT DISTINCT VALUE r.n FROM r | [3,1]",
                "SELECT VALUE t FROM r JOIN t IN r.tags | [1,2,2]",
                "SELECT 1 AS one | [{\"one\":1}]",
                "SELECT VALUE r.id FROM r WHERE NOT IS_DEFINED(DOCUMENTID(r)) AND r.n = 1 | [\"b\"]"
            })
    void languageIsThatOfQueriesOverItems(String sql, String expected) {
        List<JsonValue> rows = ValueQuery.of(sql, Map.of("@id", new JsonString("c")), CLOCK, budget())
                .rows(VALUES);
        assertThat(JsonValue.of(rows)).isEqualTo(JsonValue.parse(expected));
    }

    @Test
    void whatOnlyItemsHaveIsRefused() {
        assertThatThrownBy(() ->
                        ValueQuery.of("SELECT VALUE s FROM (SELECT VALUE r.id FROM r) AS s", Map.of(), CLOCK, budget()))
                .isInstanceOf(BadRequestException.class);
    }
}
