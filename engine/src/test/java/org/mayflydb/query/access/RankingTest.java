package org.mayflydb.query.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.testing.TestStores;

/** ORDER BY follows an index that has the order, or sorts what a selective condition leaves; the result is the same. */
class RankingTest {
    /** In the order of the service: undefined, null, booleans, numbers, strings, arrays, objects. */
    private static final List<String> VALUES = List.of(
            "",
            ",\"a\":null",
            ",\"a\":false",
            ",\"a\":true",
            ",\"a\":-1.5",
            ",\"a\":0",
            ",\"a\":7",
            ",\"a\":\"x\"",
            ",\"a\":\"xy\"",
            ",\"a\":[1]",
            ",\"a\":{\"b\":1}");

    private final Engine engine = Engine.open(TestStores.open(), EngineSettings.defaults());

    @AfterEach
    void close() {
        engine.close();
    }

    private void container(String indexingPolicy) {
        engine.createDatabase("d");
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"indexingPolicy\":"
                        + indexingPolicy + "}"),
                null);
    }

    private void write(String id, String members) {
        String json = "{\"id\":\"" + id + "\",\"pk\":\"p\"" + members + "}";
        ItemResult unused = engine.items("d", "c")
                .writer()
                .create(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
    }

    private QueryPage page(String sql, int rowsMax, String continuation) {
        return engine.query(
                "d",
                "c",
                new QueryRequest(sql, Map.of(), ListScope.ALL, rowsMax, continuation.isEmpty() ? null : continuation));
    }

    /** All rows, read in pages of random sizes. */
    private List<String> rows(String sql) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<String> rows = new ArrayList<>();
        String continuation = "";
        do {
            QueryPage page = page(sql, 1 + random.nextInt(4), continuation);
            page.rows().forEach(row -> rows.add(row.toString()));
            continuation = page.continuation() == null ? "" : page.continuation();
        } while (!continuation.isEmpty());
        assertThat(rows).as("seed %s", seed).isNotEmpty();
        return rows;
    }

    /** Two items for each value, so that pages end between items that compare as equal. */
    private List<String> writeOneOfEachKind() {
        List<String> expected = new ArrayList<>();
        for (int i = VALUES.size() - 1; i >= 0; i--) {
            for (int copy = 1; copy >= 0; copy--) {
                write(i + "-" + copy, VALUES.get(i) + ",\"n\":" + i);
                expected.add(Integer.toString(i));
            }
        }
        Collections.reverse(expected);
        return expected;
    }

    @Test
    void itemsOfAllTypesComeInTheOrderOfTheServiceInBothDirections() {
        container("{\"indexingMode\":\"consistent\"}");
        List<String> ascending = writeOneOfEachKind();
        assertThat(rows("SELECT VALUE c.n FROM c ORDER BY c.a")).isEqualTo(ascending);
        Collections.reverse(ascending);
        assertThat(rows("SELECT VALUE c.n FROM c ORDER BY c.a DESC")).isEqualTo(ascending);
    }

    @Test
    void aSelectiveConditionIsSortedAndReadsOnlyWhatItLeaves() {
        container("{\"indexingMode\":\"consistent\"}");
        for (int i = 0; i < 300; i++) {
            write("i" + i, ",\"a\":" + (i * 7 % 300) + ",\"kind\":" + (i % 100 == 0 ? "\"rare\"" : "\"common\""));
        }
        QueryPage page = page("SELECT VALUE c.a FROM c WHERE c.kind = 'rare' ORDER BY c.a", 100, "");
        assertThat(page.rows()).extracting(Object::toString).containsExactly("0", "100", "200");
        assertThat(page.metrics().items()).as("items read").isLessThan(30);
    }

    @Test
    void theFirstItemsOfAnIndexedOrderAreReadWithoutTheOthers() {
        container("{\"indexingMode\":\"consistent\"}");
        for (int i = 0; i < 300; i++) {
            write("i" + i, ",\"a\":" + (i * 7 % 300));
        }
        QueryPage page = page("SELECT TOP 3 VALUE c.a FROM c ORDER BY c.a", 3, "");
        assertThat(page.rows()).extracting(Object::toString).containsExactly("0", "1", "2");
        assertThat(page.metrics().items()).as("items read").isLessThan(30);
    }

    @Test
    void anOrderByAPathThatIsNotIndexedIsRefused() {
        container("{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/a/*\"}]}");
        write("1", ",\"a\":1");
        assertThatThrownBy(() -> page("SELECT * FROM c ORDER BY c.a", 10, ""))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("order-by item is excluded");
    }

    @Test
    void severalKeysNeedACompositeIndexThatHasTheirOrder() {
        container("{\"compositeIndexes\":[[{\"path\":\"/a\"},{\"path\":\"/b\",\"order\":\"descending\"}]]}");
        for (int i = 0; i < 9; i++) {
            write("i" + i, ",\"a\":" + i / 3 + ",\"b\":" + i % 3);
        }
        assertThat(rows("SELECT VALUE c.a * 10 + c.b FROM c ORDER BY c.a, c.b DESC"))
                .containsExactly("2", "1", "0", "12", "11", "10", "22", "21", "20");
        assertThat(rows("SELECT VALUE c.a * 10 + c.b FROM c ORDER BY c.a DESC, c.b"))
                .containsExactly("20", "21", "22", "10", "11", "12", "0", "1", "2");
        assertThatThrownBy(() -> page("SELECT * FROM c ORDER BY c.a, c.b", 10, ""))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("composite index");
    }
}
