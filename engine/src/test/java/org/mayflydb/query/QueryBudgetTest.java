package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.BuiltIn;
import org.mayflydb.query.function.BuiltIns;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;

/** Whatever a query does is charged to its budget, in proportion to the work, and ends when that is spent. */
class QueryBudgetTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_900_000_000L));
    private static final int LONG = 100_000;
    private static final JsonObject VALUE = JsonObject.builder()
            .put("id", "1")
            .put("s", "a".repeat(LONG))
            .put("t", "a".repeat(LONG - 1) + "b")
            .put("a", new JsonArray(Collections.nCopies(1_000, new JsonString("a".repeat(100)))))
            .build();

    private final AtomicLong looks = new AtomicLong();

    /** Time passes when somebody looks at the clock, and only then. */
    private Budget budget(long looksMax) {
        return new Budget(looks::getAndIncrement, new QueryLimits(looksMax, looksMax, 1 << 20, 1 << 20, 1 << 20));
    }

    private static List<JsonValue> rows(String sql, Budget budget) {
        return ValueQuery.of(sql, Map.of(), CLOCK, budget).rows(List.of(VALUE));
    }

    private static long steps(String sql) {
        Budget budget = new Budget(() -> 0, QueryLimits.DEFAULT);
        List<JsonValue> unused = rows(sql, budget);
        return budget.steps();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM r JOIN a IN r.a JOIN b IN r.a JOIN d IN r.a JOIN e IN r.a",
                "SELECT VALUE 1 FROM r JOIN a IN r.a JOIN b IN r.a WHERE a > b",
                "SELECT VALUE r.id FROM r WHERE r.s LIKE CONCAT('%_', r.s, 'b%')",
                "SELECT VALUE REGEXMATCH(r.s, '(a?){500}b') FROM r",
                "SELECT VALUE COUNT(1) FROM r JOIN a IN r.a WHERE r.s = r.t",
            })
    void aQueryOverMetadataEndsWhenItsTimeIsOver(String sql) {
        assertThatThrownBy(() -> rows(sql, budget(100)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum time");
    }

    @Test
    void rowsOfAQueryOverMetadataCountAsItsMemory() {
        assertThatThrownBy(() -> rows("SELECT VALUE a FROM r JOIN a IN r.a JOIN b IN r.a", budget(Long.MAX_VALUE)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum memory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE REGEXMATCH(REPLICATE('a', 10000), '(a?){500}b')",
                "SELECT VALUE REPLICATE('a', 10000) LIKE CONCAT('%_', REPLICATE('a', 9000), 'b%')",
            })
    void constantsAreChargedWhileAQueryIsCompiled(String sql) {
        assertThatThrownBy(() -> ValueQuery.of(sql, Map.of(), CLOCK, budget(10)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum time");
    }

    @Test
    void compilingALargeQueryIsCharged() {
        String sql = "SELECT VALUE 1 FROM r WHERE " + String.join(" OR ", Collections.nCopies(10_000, "r.a = 1"));
        assertThatThrownBy(() -> ValueQuery.of(sql, Map.of(), CLOCK, budget(10)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum time");
    }

    @Test
    void constantsOfAQueryShareItsMemory() {
        String sql = "SELECT VALUE [" + "REPLICATE('a', 10000), ".repeat(200) + "1]";
        assertThatThrownBy(() -> ValueQuery.of(sql, Map.of(), CLOCK, budget(Long.MAX_VALUE)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum size");
    }

    static Stream<String> functions() {
        // A call without the spatial module is refused.
        return BuiltIns.names().stream().filter(name -> !name.startsWith("ST_"));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void everyFunctionPaysForTheLengthOfItsArguments(String name) {
        BuiltIn function = Invariant.present(BuiltIns.find(name), name);
        int count = function.argumentsMin();
        String call = name + "(" + String.join(", ", Collections.nCopies(count, "r.s")) + ")";
        if (count > 0) {
            assertThat(steps("SELECT VALUE IS_DEFINED(" + call + ") FROM r")).isGreaterThan(LONG / 16L * count);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARRAY_CONTAINS_ANY(r.a, %s)",
                "CONTAINS_ANY_CS(r.s, %s)",
                "FullTextContainsAny(r.s, %s)",
                "r.s IN (r.id, %s)"
            })
    void eachFurtherArgumentThatIsSearchedForIsPaidFor(String call) {
        long one = steps("SELECT VALUE " + call.formatted("'b'") + " FROM r");
        long hundred =
                steps("SELECT VALUE " + call.formatted(String.join(",", Collections.nCopies(100, "r.t"))) + " FROM r");
        assertThat(hundred).isGreaterThan(one + 100 * 60);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HASH(x39) > 0",
                "x39 = y39",
                "IS_DEFINED(SETUNION(x39, y39))",
                "ARRAY_CONTAINS(x39, y39)",
                "(x39 IN (1, 2))"
            })
    void whatIsInsideOfArraysThatShareTheirElementsIsPaidForOnTheWay(String condition) {
        StringBuilder sql = new StringBuilder("SELECT VALUE ");
        for (int i = 0; i < 40; i++) {
            String x = i == 0 ? "r.id" : "x" + (i - 1);
            String y = i == 0 ? "r.id" : "y" + (i - 1);
            sql.append("(LET x%d = [%s, %s] IN (LET y%d = [%s, %s] IN ".formatted(i, x, x, i, y, y));
        }
        sql.append(condition).append(")".repeat(80)).append(" FROM r");
        assertThatThrownBy(() -> rows(sql.toString(), budget(100)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum");
    }

    @Test
    void aLargeExpressionPaysForItsPartsWithEveryRow() {
        String sum = String.join(" AND ", Collections.nCopies(1_000, "a != 'b'"));
        assertThat(steps("SELECT VALUE COUNT(1) FROM r JOIN a IN r.a WHERE " + sum))
                .isGreaterThan(1_000 * 300L);
    }

    /** Java gives "Aa" and "BB" the same hash, and so whatever is put together from them. */
    @Test
    void valuesMadeToHaveOneHashAreToldApartInLittleTime() {
        List<JsonValue> same = new ArrayList<>();
        for (int i = 0; i < 1 << 15; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 15; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            same.add(new JsonString(text.toString()));
        }
        assertThat(same.stream().map(Object::hashCode).distinct()).hasSize(1);
        JsonObject value = JsonObject.builder().put("a", new JsonArray(same)).build();
        Budget budget = new Budget(() -> 0, QueryLimits.DEFAULT);
        String sql = "SELECT VALUE COUNT(1) FROM r JOIN a IN r.a GROUP BY a, [a]";
        assertThat(ValueQuery.of(sql, Map.of(), CLOCK, budget).rows(List.of(value)))
                .hasSize(1 << 15);
    }
}
