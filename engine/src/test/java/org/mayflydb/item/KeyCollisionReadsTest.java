package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.feed.FeedChange;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.key.PartitionKey;

/** Lists, queries and change feeds of a partition key show no item of another one with the same hash. */
class KeyCollisionReadsTest extends CollidingKeysFixture {
    @ParameterizedTest
    @EnumSource
    void listsShowOneKey(CollidingKeySet keys) {
        createSix(keys);
        assertThat(items().reads().list(ListScope.of(keys.one()), 100, null).items())
                .hasSize(4);
        assertThat(items().reads().list(ListScope.of(keys.other()), 100, null).items())
                .hasSize(2);
        assertThat(items().reads()
                        .list(ListScope.of(PartitionKey.of(keys.other)), 100, null)
                        .items())
                .hasSize(2);
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(6);
    }

    @ParameterizedTest
    @EnumSource
    void queriesSeeOneKeyByEveryWay(CollidingKeySet keys) {
        createSix(keys);
        for (ListScope scope : List.of(ListScope.of(keys.other()), ListScope.of(PartitionKey.of(keys.other)))) {
            assertThat(ids("SELECT VALUE c.id FROM c", scope)).containsExactlyInAnyOrder("\"4\"", "\"5\"");
            assertThat(ids("SELECT VALUE c.id FROM c WHERE c.n = 1", scope)).isEmpty();
            assertThat(ids("SELECT VALUE c.id FROM c WHERE c.n = 4 AND c.even", scope))
                    .containsExactly("\"4\"");
            assertThat(ids("SELECT VALUE c.id FROM c ORDER BY c.n DESC", scope)).containsExactly("\"5\"", "\"4\"");
            assertThat(ids("SELECT VALUE c.id FROM c ORDER BY c.missing", scope))
                    .hasSize(2);
            assertThat(ids("SELECT VALUE COUNT(1) FROM c", scope)).containsExactly("2");
            assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.even", scope)).containsExactly("1");
            assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0", scope))
                    .containsExactly("2");
            assertThat(ids("SELECT VALUE SUM(c.n) FROM c", scope)).containsExactly("9");
            assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.pk = '" + keys.one + "'", scope))
                    .containsExactly("0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theKeyInWhereNarrowsToOneKey(CollidingKeySet keys) {
        createSix(keys);
        String where = " FROM c WHERE c.pk = '" + keys.other + "'";
        assertThat(ids("SELECT VALUE c.id" + where, ListScope.ALL)).containsExactlyInAnyOrder("\"4\"", "\"5\"");
        assertThat(ids("SELECT VALUE COUNT(1)" + where, ListScope.ALL)).containsExactly("2");
        assertThat(ids("SELECT VALUE c.id" + where + " ORDER BY c.n", ListScope.ALL))
                .containsExactly("\"4\"", "\"5\"");
        assertThat(ids("SELECT VALUE c.id" + where + " OR c.pk = '" + keys.one + "'", ListScope.ALL))
                .hasSize(6);
    }

    private List<String> changedIds(FeedMode mode, PartitionKey key, FeedStart start) {
        List<String> ids = new ArrayList<>();
        FeedRequest request = new FeedRequest(mode, ListScope.of(key), start, 100);
        for (FeedChange change : engine.changes("d", "c").page(request).changes()) {
            ids.add(
                    change instanceof FeedChange.Logged logged
                            ? logged.operation() + " " + logged.id()
                            : new String(((FeedChange.Written) change).item().json(), StandardCharsets.UTF_8)
                                    .replaceAll("^\\{\"id\":\"(.)\".*", "$1"));
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource
    void changeFeedsShowOneKey(CollidingKeySet keys) {
        createSix(keys);
        ItemResult unused =
                items().writer().delete("0", keys.one(), ItemConditions.NONE).join();
        assertThat(changedIds(FeedMode.LATEST_VERSION, keys.one(), FeedStart.BEGINNING))
                .containsExactly("1", "2", "3");
        assertThat(changedIds(FeedMode.LATEST_VERSION, keys.other(), FeedStart.BEGINNING))
                .containsExactly("4", "5");
        assertThat(changedIds(FeedMode.ALL_VERSIONS, keys.other(), new FeedStart.After(0)))
                .containsExactly("CREATE 4", "CREATE 5");
        assertThat(changedIds(FeedMode.ALL_VERSIONS, PartitionKey.of(keys.one), new FeedStart.After(0)))
                .containsExactly("CREATE 0", "CREATE 1", "CREATE 2", "CREATE 3", "DELETE 0");
    }
}
