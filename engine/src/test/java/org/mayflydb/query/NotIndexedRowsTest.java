package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;

/** Which queries have rows of an item that is excluded from the index: it depends on the query alone, not on the way it takes. */
class NotIndexedRowsTest {
    private static final WriteOptions EXCLUDED = WriteOptions.NONE.withIndexed(false);
    private static final ListScope KEY = ListScope.of(PartitionKey.of("p"));

    /** More than a partition has whose items are walked across keys. */
    private static final int MANY = 1500;

    private final Engine engine =
            Engine.open(TestStores.openReliable(), EngineSettings.defaults().withPurgeTimer(StepTimer.NEVER));

    @BeforeEach
    void createContainer() {
        engine.createDatabase("d");
        engine.createContainer("d", container(""), null);
        write("excluded", EXCLUDED);
        write("indexed", WriteOptions.NONE);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static JsonObject container(String policy) {
        return (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}" + policy + "}");
    }

    private void write(String id, WriteOptions options) {
        String item = "{\"id\":\"" + id + "\",\"pk\":\"p\",\"a\":1,\"list\":[1]}";
        engine.items("d", "c")
                .writer()
                .create(item.getBytes(StandardCharsets.UTF_8), options)
                .join();
    }

    private void addMany() {
        for (int i = 0; i < MANY; i++) {
            write("i" + i, WriteOptions.NONE);
        }
    }

    private List<String> rows(String sql, ListScope scope) {
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            QueryPage page = engine.query("d", "c", new QueryRequest(sql, Map.of(), scope, 1000, continuation));
            page.rows().forEach(row -> rows.add(row.toString()));
            continuation = page.continuation();
        } while (continuation != null);
        return rows;
    }

    private static final String EXCLUDED_ROW = "\"excluded\"";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE c.id FROM c WHERE c.a = 1",
                "SELECT VALUE c.id FROM c WHERE c.a > 0 AND c.id != 'x'",
                "SELECT VALUE c.id FROM c WHERE c.pk = 'p'",
                "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.list, 1)",
                "SELECT VALUE c.id FROM c WHERE IS_NUMBER(c.a)",
                "SELECT DISTINCT VALUE c.id FROM c WHERE c.a = 1",
                "SELECT VALUE c.id FROM c ORDER BY c.a",
                "SELECT VALUE c.id FROM c ORDER BY c.missing",
                "SELECT c.id FROM c WHERE c.a = 1 GROUP BY c.id"
            })
    void aQueryForWhichTheIndexWouldDoHasNoRowOfIt(String sql) {
        assertThat(rows(sql, ListScope.ALL)).hasSize(1).noneMatch(row -> row.contains("excluded"));
        assertThat(rows(sql, KEY)).hasSize(1).noneMatch(row -> row.contains("excluded"));
        addMany();
        assertThat(rows(sql, ListScope.ALL)).hasSize(1 + MANY).noneMatch(row -> row.contains("excluded"));
        assertThat(rows(sql, KEY)).hasSize(1 + MANY).noneMatch(row -> row.contains("excluded"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c WHERE LENGTH(c.id) > 1",
                "SELECT VALUE c.id FROM c WHERE c.a = 1 OR LENGTH(c.id) > 1",
                "SELECT DISTINCT VALUE c.id FROM c"
            })
    void aQueryThatLooksAtAllItemsHasIt(String sql) {
        assertThat(rows(sql, ListScope.ALL)).hasSize(2).contains(EXCLUDED_ROW);
        assertThat(rows(sql, KEY)).hasSize(2).contains(EXCLUDED_ROW);
        addMany();
        assertThat(rows(sql, ListScope.ALL)).hasSize(2 + MANY).contains(EXCLUDED_ROW);
        assertThat(rows(sql, KEY)).hasSize(2 + MANY).contains(EXCLUDED_ROW);
    }

    @Test
    void countsAgreeWithTheRows() {
        for (@Nullable String where : new String[] {null, "c.a = 1", "c.pk = 'p'", "LENGTH(c.id) > 1"}) {
            String from = " FROM c" + (where == null ? "" : " WHERE " + where);
            for (ListScope scope : List.of(ListScope.ALL, KEY)) {
                int rows = rows("SELECT VALUE c.id" + from, scope).size();
                assertThat(rows("SELECT VALUE COUNT(1)" + from, scope))
                        .as("%s in %s", from, scope)
                        .containsExactly(JsonNumber.of(rows).toString());
            }
        }
    }

    @Test
    void aSubqueryInFromHasThoseThatItWouldHaveByItself() {
        String grouped = "SELECT VALUE s.n FROM (SELECT COUNT(1) AS n FROM c%s) s";
        assertThat(rows(grouped.formatted(""), KEY)).containsExactly("2");
        assertThat(rows(grouped.formatted(" WHERE c.a = 1"), KEY)).containsExactly("1");
    }

    @Test
    void itHasRowsWherePathsAreNotIndexed() {
        String policy =
                ",\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/b/?\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}";
        engine.replaceContainer("d", "c", container(policy));
        assertThat(rows("SELECT VALUE c.id FROM c WHERE c.a = 1", ListScope.ALL))
                .contains(EXCLUDED_ROW);
    }
}
