package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Page;
import org.mayflydb.embedded.RowPage;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;

/** The order of results without ORDER BY: that of creation, and its limits. */
class CreationOrderTest {
    /** The largest partition whose items come in creation order across keys. */
    private static final int SMALL_ITEMS = 1000;

    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container =
            mayfly.createDatabase("d").createContainer(ContainerSpec.named("c").partitionKey("/pk"));

    @AfterEach
    void close() {
        mayfly.close();
    }

    private void create(int number, String key) {
        // The ids are not in the order of creation.
        container.create("{\"id\":\"" + id(number) + "\",\"pk\":\"" + key + "\",\"n\":" + -number + ",\"group\":\"g"
                + number * 7 % 10 + "\"}");
    }

    private static String id(int number) {
        return new StringBuilder().append(number).reverse() + "-" + number;
    }

    private List<String> rows(String sql, @Nullable String key, int pageRows) {
        return pages(
                continuation -> {
                    Query query = new Query(container, sql, key);
                    return query.page(pageRows, continuation);
                },
                () -> {});
    }

    /** A query in one partition key, or in all. */
    private record Query(
            Container container, String sql, @Nullable String key) {
        RowPage page(int rows, @Nullable String continuation) {
            org.mayflydb.embedded.Query query = container.query(sql);
            return (key == null ? query : query.in(PartitionKey.of(key))).page(rows, continuation);
        }
    }

    private static List<String> pages(Function<@Nullable String, RowPage> next, Runnable between) {
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            RowPage page = next.apply(continuation);
            page.rows().forEach(row -> rows.add(((JsonString) JsonValue.parse(row.json())).value()));
            continuation = page.continuation();
            between.run();
        } while (continuation != null);
        return rows;
    }

    private static String idOf(byte[] json) {
        return JsonObject.ofText(json).get("id") instanceof JsonString id ? id.value() : "";
    }

    private static List<String> ids(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(id(i));
        }
        return ids;
    }

    @Test
    void aKeyWithManyItemsIsInOrderInPagesOfAnySize() {
        for (int i = 0; i < 1500; i++) {
            create(i, "k");
        }
        for (String sql : List.of(
                "SELECT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c WHERE c.n <= 0",
                "SELECT VALUE c.id FROM c WHERE c.n > -1300 OR c.n < -100",
                "SELECT VALUE c.id FROM c WHERE CONTAINS(c.id, '-')")) {
            assertThat(rows(sql, "k", 40)).as(sql).isEqualTo(ids(1500));
            assertThat(rows(sql, null, 1200)).as(sql).isEqualTo(ids(1500));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT VALUE c.id FROM c", "SELECT DISTINCT VALUE c.id FROM c WHERE c.n <= 0"})
    void aPartitionThatGrowsBetweenPagesShowsEveryItemOnce(String sql) {
        for (int i = 0; i < SMALL_ITEMS - 10; i++) {
            create(i, "k" + i % 7);
        }
        int[] created = {SMALL_ITEMS - 10};
        Runnable grow = () -> {
            for (int i = 0; i < 4; i++) {
                create(created[0], "k" + created[0]++ % 7);
            }
        };
        List<String> before = ids(SMALL_ITEMS - 10);
        Query query = new Query(container, sql, null);
        List<String> rows = pages(continuation -> query.page(70, continuation), grow);
        assertThat(rows).doesNotHaveDuplicates().containsAll(before);
        assertThat(rows.subList(0, 70)).isEqualTo(before.subList(0, 70));
    }

    @Test
    void aListOfAPartitionThatGrowsBetweenPagesShowsEveryItemOnce() {
        for (int i = 0; i < SMALL_ITEMS - 10; i++) {
            create(i, "k" + i % 7);
        }
        List<String> ids = new ArrayList<>();
        int created = SMALL_ITEMS - 10;
        String continuation = null;
        do {
            Page page = container.list(null, 90, continuation);
            page.items().forEach(item -> ids.add(idOf(item.bytes())));
            continuation = page.continuation();
            for (int i = 0; i < 4; i++) {
                create(created, "k" + created++ % 7);
            }
        } while (continuation != null);
        assertThat(ids).doesNotHaveDuplicates().containsAll(ids(SMALL_ITEMS - 10));
        assertThat(ids.subList(0, 90)).isEqualTo(ids(90));
    }

    @Test
    void groupsAreInTheOrderOfTheirFirstItems() {
        for (int i = 0; i < 30; i++) {
            create(i, "k" + i % 3);
        }
        assertThat(rows("SELECT VALUE c[\"group\"] FROM c GROUP BY c[\"group\"]", null, 100))
                .containsExactly("g0", "g7", "g4", "g1", "g8", "g5", "g2", "g9", "g6", "g3");
    }

    @Test
    void aLargeRangeOverSeveralKeysIsInTheOrderOfItsValues() {
        for (int i = 0; i < 8000; i++) {
            create(i, "k" + i % 3);
        }
        List<String> rows = rows("SELECT VALUE c.id FROM c WHERE c.n < -6680", null, 100);
        List<String> expected = new ArrayList<>(ids(8000).subList(6681, 8000));
        Collections.reverse(expected);
        assertThat(rows).isEqualTo(expected);
    }
}
