package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.database.Engine;
import org.mayflydb.feed.FeedChange;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.CollidingItems.Item;
import org.mayflydb.item.CollidingItems.Name;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;

/** What a container with colliding partition keys returns is what its model returns. */
final class CollidingContainerChecks {
    private final Supplier<Engine> engine;
    private final CollidingItems model;
    private final Random random;

    CollidingContainerChecks(Supplier<Engine> engine, CollidingItems model, Random random) {
        this.engine = engine;
        this.model = model;
        this.random = random;
    }

    private Items items() {
        return engine.get().items("d", "c");
    }

    void checkItem(Name name) {
        Item present = model.stored(name);
        Explanation.State state = present == null
                ? Explanation.State.ABSENT
                : model.isLive(present) ? Explanation.State.LIVE : Explanation.State.EXPIRED;
        assertThat(items().expiry().explain(name.id(), model.key(name)).state()).isEqualTo(state);
        if (present == null || !model.isLive(present)) {
            assertThatThrownBy(() -> items().reads().read(name.id(), model.key(name), ItemConditions.NONE))
                    .isInstanceOf(NotFoundException.class);
        } else {
            JsonObject json =
                    CollidingContainer.json(items().reads().read(name.id(), model.key(name), ItemConditions.NONE));
            assertThat(text(json, "n")).isEqualTo(Integer.toString(present.n()));
            assertThat(text(json, "_rid")).isEqualTo(present.rid());
        }
    }

    private @Nullable PartitionKey anyScope(Name name) {
        return switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> PartitionKey.of(name.value());
            default -> model.key(name);
        };
    }

    private static ListScope scope(@Nullable PartitionKey key) {
        return key == null ? ListScope.ALL : ListScope.of(key);
    }

    void checkLists(Name name) {
        PartitionKey key = anyScope(name);
        int itemsMax = 1 + random.nextInt(4);
        List<String> found = new ArrayList<>();
        String continuation = null;
        do {
            ItemPage page = items().reads().list(scope(key), itemsMax, continuation);
            page.items().forEach(item -> found.add(text((JsonObject) JsonValue.parse(item.json()), "n")));
            continuation = page.continuation();
        } while (continuation != null);
        assertThat(found).containsExactlyInAnyOrderElementsOf(model.numbers(key));
    }

    void checkQueries(Name name) {
        PartitionKey key = anyScope(name);
        List<String> expected = model.numbers(key);
        assertThat(query("SELECT VALUE c.n FROM c", key)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(query("SELECT VALUE c.n FROM c WHERE c.n > 0", key)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(query("SELECT VALUE COUNT(1) FROM c WHERE c.n > 0", key))
                .containsExactly(Integer.toString(expected.size()));
        assertThat(query("SELECT VALUE c.n FROM c ORDER BY c.n", key))
                .containsExactlyElementsOf(expected.stream()
                        .map(Integer::valueOf)
                        .sorted()
                        .map(Object::toString)
                        .toList());
        assertThat(query("SELECT VALUE c.n FROM c WHERE c.pk = '" + name.value() + "'", null))
                .containsExactlyInAnyOrderElementsOf(model.numbers(PartitionKey.of(name.value())));
    }

    private List<String> query(String text, @Nullable PartitionKey key) {
        List<String> rows = new ArrayList<>();
        int rowsMax = 1 + random.nextInt(4);
        String continuation = null;
        do {
            QueryPage page =
                    engine.get().query("d", "c", new QueryRequest(text, Map.of(), scope(key), rowsMax, continuation));
            page.rows().forEach(row -> rows.add(row.toString()));
            continuation = page.continuation();
        } while (continuation != null);
        return rows;
    }

    void checkFeeds(Name name) {
        PartitionKey key = model.key(name);
        List<String> latest = new ArrayList<>();
        for (FeedChange change : changes(FeedMode.LATEST_VERSION, key, FeedStart.BEGINNING)) {
            JsonObject json = (JsonObject)
                    JsonValue.parse(((FeedChange.Written) change).item().json());
            latest.add(text(json, "n"));
        }
        assertThat(latest).containsExactlyInAnyOrderElementsOf(model.numbers(key));
        List<String> logged = new ArrayList<>();
        for (FeedChange change : changes(FeedMode.ALL_VERSIONS, key, new FeedStart.After(0))) {
            FeedChange.Logged each = (FeedChange.Logged) change;
            if (!each.operation().isRemoval()) {
                logged.add(each.operation() + " " + each.id());
            }
        }
        assertThat(logged).isEqualTo(model.writes(key));
    }

    private List<FeedChange> changes(FeedMode mode, PartitionKey key, FeedStart start) {
        FeedRequest request = new FeedRequest(mode, ListScope.of(key), start, 10_000);
        return engine.get().changes("d", "c").page(request).changes();
    }

    static String text(JsonObject json, String property) {
        return String.valueOf(json.get(property));
    }
}
