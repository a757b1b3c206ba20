package org.mayflydb.query.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;

/** Which partition keys clients are told to ask for. */
class QueryRangesTest {
    private static final PartitionKeyDefinition LEVELS = PartitionKeyDefinition.multiHash("/t", "/u");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT * FROM c WHERE c.pk > 5",
                "SELECT * FROM c WHERE c.pk BETWEEN 1 AND 5",
                "SELECT * FROM c WHERE c.pk = 5 OR c.n = 5",
                "SELECT * FROM c WHERE c.pk[0] = 5",
                "SELECT * FROM c WHERE ABS(c.pk) = 5",
                "SELECT * FROM c WHERE c.pk = []",
                "SELECT * FROM c WHERE NOT (c.pk = 5)",
                "SELECT * FROM c WHERE c.pk = c.n",
                "SELECT * FROM c JOIN t IN c.tags WHERE t.pk = 5",
                "SELECT * FROM c.pk WHERE pk.pk = 5"
            })
    void everythingIsAskedWhereTheKeyIsNotSaid(String sql) {
        assertThat(ranges(sql.replace("SELECT *", "SELECT VALUE 1"))).containsExactly("[,FF)");
    }

    @Test
    void valueOfTheKeyIsAPoint() {
        assertThat(ranges("SELECT * FROM c WHERE c.n > 1 AND c.pk = 5")).containsExactly(point(5));
        assertThat(ranges("SELECT * FROM c WHERE c.pk = 5.0")).containsExactly(point(5));
        assertThat(ranges("SELECT * FROM c WHERE 'x' = c['pk']")).containsExactly(point("x"));
        assertThat(ranges("SELECT * FROM c WHERE c.pk = null")).containsExactly(point(null));
        assertThat(ranges("SELECT * FROM c WHERE c.pk = true")).containsExactly(point(true));
        assertThat(ranges("SELECT * FROM c WHERE c.pk LIKE 'a!%' ESCAPE '!'")).containsExactly(point("a%"));
        assertThat(ranges("SELECT * FROM c WHERE ARRAY_CONTAINS([1, 2, 3], c.pk) AND c.pk = 2"))
                .containsExactly(point(2));
    }

    @Test
    void parametersAreLookedUp() {
        JsonObject plan = Plans.of("SELECT * FROM c WHERE c.pk = @key", "@key", "x");
        assertThat(ranges(plan)).containsExactly(point("x"));
    }

    @Test
    void severalValuesArePointsInOrder() {
        List<String> sorted = new ArrayList<>(List.of(point(1), point(2), point(3)));
        Collections.sort(sorted);
        assertThat(ranges("SELECT * FROM c WHERE c.pk IN (1, 2, 3, 2.0)")).isEqualTo(sorted);
        assertThat(ranges("SELECT * FROM c WHERE c.pk = 3 OR (c.pk IN (1, 2) AND c.n = 1)"))
                .isEqualTo(sorted);
    }

    @Test
    void beginningOfAHierarchicalKeyIsAStretch() {
        EpkRange stretch = EpkRange.prefix(PartitionKeyHasher.hash(LEVELS, PartitionKey.of("a")));
        assertThat(ranges(Plans.of("SELECT * FROM c WHERE c.t = 'a' AND c.u > 'b'", LEVELS)))
                .containsExactly("[" + stretch.min() + "," + stretch.max() + ")");
        assertThat(ranges(Plans.of("SELECT * FROM c WHERE c.u = 'b'", LEVELS))).containsExactly("[,FF)");
    }

    @Test
    void wholeHierarchicalKeyIsAPoint() {
        String hash = PartitionKeyHasher.hash(LEVELS, PartitionKey.of("a", "b")).hex();
        assertThat(ranges(Plans.of("SELECT * FROM c WHERE c.t = 'a' AND c.u = 'b'", LEVELS)))
                .containsExactly("[" + hash + "," + hash + "]");
    }

    @Test
    void hashVersionIsThatOfTheContainer() {
        PartitionKeyDefinition old =
                new PartitionKeyDefinition(Plans.KEY.paths(), PartitionKeyDefinition.Kind.HASH, 1, false);
        assertThat(ranges(Plans.of("SELECT * FROM c WHERE c.pk = 'abc'", old)))
                .containsExactly("[05C1ED155F4F7C0862636400,05C1ED155F4F7C0862636400]");
    }

    @Test
    void conditionInASubqueryOfFromCounts() {
        assertThat(ranges("SELECT s.n FROM (SELECT c.n FROM c WHERE c.pk = 5) AS s"))
                .containsExactly(point(5));
    }

    /** Otherwise the one row would come from every partition. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT VALUE COUNT(1)",
                "SELECT TOP 0 * FROM c ORDER BY c.n",
                "SELECT COUNT(1) AS n FROM c WHERE false",
                "SELECT * FROM c WHERE c.pk = 1 AND c.pk = 2",
                "SELECT VALUE COUNT(1) FROM c WHERE c.n = undefined"
            })
    void whatDependsOnNoItemIsAskedOfOnePartition(String sql) {
        assertThat(ranges(sql)).containsExactly("[,0001)");
        for (int count : List.of(2, 4, 100, 1000)) {
            assertThat(EpkRange.split(Plans.KEY, count).get(0).max().hex())
                    .as("the end of the first of %d partitions", count)
                    .isGreaterThan("0001");
        }
    }

    private static String point(@Nullable Object value) {
        String hash = PartitionKeyHasher.hash(Plans.KEY, PartitionKey.of(value)).hex();
        return "[" + hash + "," + hash + "]";
    }

    private static List<String> ranges(String sql) {
        return ranges(Plans.of(sql));
    }

    private static List<String> ranges(JsonObject plan) {
        List<String> ranges = new ArrayList<>();
        for (JsonValue element : Plans.elements(plan, "queryRanges")) {
            JsonObject range = (JsonObject) element;
            ranges.add((JsonBoolean.TRUE.equals(range.get("isMinInclusive")) ? "[" : "(")
                    + Plans.text(range, "min") + "," + Plans.text(range, "max")
                    + (JsonBoolean.TRUE.equals(range.get("isMaxInclusive")) ? "]" : ")"));
        }
        return ranges;
    }
}
