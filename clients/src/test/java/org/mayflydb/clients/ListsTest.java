package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All items of a container through the Java client, page by page. */
@TestInstance(Lifecycle.PER_CLASS)
class ListsTest {
    private static final int ITEMS = 25;
    private static final String ALL = "SELECT * FROM c";

    private final CosmosFixture cosmos = new CosmosFixture(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    private CosmosContainer filled(int partitions) {
        CosmosContainer container = cosmos.container(
                new CosmosContainerProperties(name("c"), "/pk"),
                ThroughputProperties.createManualThroughput(partitions * 6_000));
        for (int i = 0; i < ITEMS; i++) {
            container.createItem(item("i" + i).put("pk", "p" + i));
        }
        assertThat(container.getFeedRanges()).hasSize(partitions);
        return container;
    }

    private static List<String> expectedIds() {
        return IntStream.range(0, ITEMS).mapToObj(i -> "i" + i).toList();
    }

    private static List<String> ids(Iterable<ObjectNode> items) {
        List<String> ids = new ArrayList<>();
        items.forEach(item -> ids.add(item.get("id").textValue()));
        return ids;
    }

    @Test
    void listsOfScriptsAreEmpty() {
        CosmosScripts scripts = cosmos.container(new CosmosContainerProperties(name("c"), "/pk"), null)
                .getScripts();
        assertThat(scripts.readAllStoredProcedures()).isEmpty();
        assertThat(scripts.queryStoredProcedures("SELECT * FROM r", new CosmosQueryRequestOptions()))
                .isEmpty();
        assertThat(scripts.readAllTriggers()).isEmpty();
        assertThat(scripts.readAllUserDefinedFunctions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aQueryForEverythingFindsEveryItemOnce(int partitions) {
        CosmosContainer container = filled(partitions);
        assertThat(ids(container.queryItems(ALL, new CosmosQueryRequestOptions(), ObjectNode.class)))
                .containsExactlyInAnyOrderElementsOf(expectedIds());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void smallPagesTogetherHoldEveryItemOnce(int partitions) {
        List<String> found = new ArrayList<>();
        int pages = 0;
        for (FeedResponse<ObjectNode> page : filled(partitions)
                .queryItems(ALL, new CosmosQueryRequestOptions(), ObjectNode.class)
                .iterableByPage(4)) {
            assertThat(page.getResults()).hasSizeLessThanOrEqualTo(4);
            assertThat(page.getRequestCharge()).isPositive();
            found.addAll(ids(page.getResults()));
            pages++;
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expectedIds());
        assertThat(pages).isGreaterThanOrEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyPageCanBeReadByAnotherClientThatHasOnlyTheContinuation(int partitions) {
        CosmosContainer container = filled(partitions);
        List<String> found = new ArrayList<>();
        String continuation = null;
        try (CosmosClient other = cosmos.builder(Scheme.HTTPS).buildClient()) {
            CosmosContainer theirs = other.getDatabase("db").getContainer(container.getId());
            int turn = 0;
            do {
                FeedResponse<ObjectNode> page = page(turn++ % 2 == 0 ? container : theirs, continuation);
                found.addAll(ids(page.getResults()));
                continuation = page.getContinuationToken();
            } while (continuation != null);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expectedIds());
    }

    private static FeedResponse<ObjectNode> page(CosmosContainer container, @Nullable String continuation) {
        return container
                .queryItems(ALL, new CosmosQueryRequestOptions(), ObjectNode.class)
                .iterableByPage(continuation, 4)
                .iterator()
                .next();
    }

    @Test
    void aQueryWithinOnePartitionKeyFindsWhatIsUnderIt() {
        CosmosContainer container = filled(3);
        container.createItem(item("another").put("pk", "p7"));
        CosmosQueryRequestOptions options =
                new CosmosQueryRequestOptions().setPartitionKey(new com.azure.cosmos.models.PartitionKey("p7"));
        assertThat(ids(container.queryItems(ALL, options, ObjectNode.class)))
                .containsExactlyInAnyOrder("i7", "another");
    }

    @Test
    void theFeedRangesTogetherHoldEveryItemOnce() {
        CosmosContainer container = filled(3);
        List<String> found = new ArrayList<>();
        for (FeedRange range : container.getFeedRanges()) {
            found.addAll(ids(
                    container.queryItems(ALL, new CosmosQueryRequestOptions().setFeedRange(range), ObjectNode.class)));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expectedIds());
    }

    @Test
    void whatHasExpiredIsNotListed() {
        CosmosContainer container = cosmos.container(-1);
        container.createItem(item("stays"));
        container.createItem(item("goes").put("ttl", 10));
        cosmos.server.advanceClock(10);
        assertThat(ids(container.queryItems(ALL, new CosmosQueryRequestOptions(), ObjectNode.class)))
                .containsExactly("stays");
    }
}
