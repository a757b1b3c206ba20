package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.exists;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client continues without delay after a container is deleted and re-created under its name, although its cached ranges,
 * addresses and session tokens belong to the deleted one.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecreatedContainerTest {
    private static final List<String> IDS = List.of("1", "2", "3");

    /** What a client can do, each the first thing that it does with the new container. */
    private enum Action {
        READ {
            @Override
            List<String> run(CosmosContainer container, String path) {
                return IDS.stream()
                        .map(id -> container
                                .readItem(id, key(id, path), ObjectNode.class)
                                .getItem())
                        .map(RecreatedContainerTest::text)
                        .toList();
            }
        },
        QUERY {
            @Override
            List<String> run(CosmosContainer container, String path) {
                return texts(
                        container
                                .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                                .stream());
            }
        },
        QUERY_OF_A_KEY {
            @Override
            List<String> run(CosmosContainer container, String path) {
                return IDS.stream()
                        .flatMap(id -> texts(container
                                        .queryItems(
                                                "SELECT * FROM c",
                                                new CosmosQueryRequestOptions().setPartitionKey(key(id, path)),
                                                ObjectNode.class)
                                        .stream())
                                .stream())
                        .toList();
            }
        },
        READ_MANY {
            @Override
            List<String> run(CosmosContainer container, String path) {
                return texts(container
                        .readMany(
                                IDS.stream()
                                        .map(id -> new CosmosItemIdentity(key(id, path), id))
                                        .toList(),
                                ObjectNode.class)
                        .getResults()
                        .stream());
            }
        },
        CHANGE_FEED {
            @Override
            List<String> run(CosmosContainer container, String path) {
                return texts(container
                        .queryChangeFeed(
                                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                                        FeedRange.forFullRange()),
                                ObjectNode.class)
                        .stream());
            }
        },
        BATCH {
            @Override
            List<String> run(CosmosContainer container, String path) {
                List<String> found = new ArrayList<>();
                for (String id : IDS) {
                    CosmosBatch batch = CosmosBatch.createCosmosBatch(key(id, path));
                    batch.readItemOperation(id);
                    container.executeCosmosBatch(batch).getResults().stream()
                            .map(result -> text(result.getItem(ObjectNode.class)))
                            .forEach(found::add);
                }
                return found;
            }
        },
        BULK {
            @Override
            List<String> run(CosmosContainer container, String path) {
                List<CosmosItemOperation> reads = IDS.stream()
                        .<CosmosItemOperation>map(id -> CosmosBulkOperations.getReadItemOperation(id, key(id, path)))
                        .toList();
                List<String> found = new ArrayList<>();
                container
                        .executeBulkOperations(reads)
                        .forEach(result -> found.add(text(result.getResponse().getItem(ObjectNode.class))));
                return found;
            }
        };

        abstract List<String> run(CosmosContainer container, String path);
    }

    private static PartitionKey key(String id, String path) {
        return new PartitionKey(path.substring(1) + id);
    }

    private static ObjectNode item(String id, String version) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("a", "a" + id)
                .put("b", "b" + id)
                .put("version", version);
    }

    private static String text(ObjectNode item) {
        return item.get("id").textValue() + item.get("version").textValue();
    }

    private static List<String> texts(Stream<ObjectNode> items) {
        return items.map(RecreatedContainerTest::text).toList();
    }

    private static void create(CosmosFixture cosmos, String id, String path, int units, String version) {
        CosmosContainer container = cosmos.container(
                new CosmosContainerProperties(id, path), ThroughputProperties.createManualThroughput(units));
        IDS.forEach(each -> container.createItem(item(each, version)));
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP", "DIRECT"})
    void everyOperationFindsTheItemsOfTheNewContainer(Scheme scheme) {
        try (CosmosFixture cosmos = new CosmosFixture(scheme)) {
            // Over HTTP each of these goes by what the client remembers of ranges; the others do not.
            List<Action> actions =
                    scheme == Scheme.DIRECT ? List.of(Action.values()) : List.of(Action.READ_MANY, Action.CHANGE_FEED);
            for (Action action : actions) {
                // More partitions, and another path.
                goesOn(cosmos, scheme, action, 12_000, "/b", false);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP", "DIRECT"})
    void aClientThatSawTheContainerMissingGoesOnAtOnce(Scheme scheme) {
        try (CosmosFixture cosmos = new CosmosFixture(scheme)) {
            goesOn(cosmos, scheme, Action.QUERY, 400, "/a", true);
            goesOn(cosmos, scheme, Action.READ_MANY, 400, "/a", true);
        }
    }

    /** The client then asks for addresses of the deleted container, and must not take them for those of the new one. */
    @Test
    void readManyFindsTheNewItemsInRangesThatTheClientHasNotUsed() {
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT)) {
            for (String read : IDS) {
                String id = name("c");
                create(cosmos, id, "/a", 12_000, "old");
                try (CosmosClient kept = cosmos.builder(Scheme.DIRECT).buildClient()) {
                    CosmosContainer container = kept.getDatabase("db").getContainer(id);
                    container.readItem(read, key(read, "/a"), ObjectNode.class);
                    cosmos.database.getContainer(id).delete();
                    create(cosmos, id, "/b", 12_000, "new");
                    assertThat(Action.READ_MANY.run(container, "/b")).containsExactlyInAnyOrder("1new", "2new", "3new");
                }
            }
        }
    }

    private static void goesOn(
            CosmosFixture cosmos, Scheme scheme, Action action, int units, String path, boolean seenMissing) {
        String id = name("c");
        create(cosmos, id, "/a", 400, "old");
        try (CosmosClient kept =
                cosmos.builder(scheme).contentResponseOnWriteEnabled(true).buildClient()) {
            CosmosContainer container = kept.getDatabase("db").getContainer(id);
            for (int i = 0; i < 5; i++) {
                container.upsertItem(item("1", "old"));
            }
            assertThat(action.run(container, "/a")).containsExactlyInAnyOrder("1old", "2old", "3old");
            cosmos.database.getContainer(id).delete();
            if (seenMissing) {
                assertThat(exists(container, "1")).isFalse();
            }
            create(cosmos, id, path, units, "new");
            long start = System.nanoTime();
            assertThat(action.run(container, path))
                    .as("%s over %s", action, scheme)
                    .containsExactlyInAnyOrder("1new", "2new", "3new");
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
                    .as("seconds that %s over %s took", action, scheme)
                    .isLessThan(10);
        }
    }
}
