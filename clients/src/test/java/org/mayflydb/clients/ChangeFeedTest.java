package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java client's pull model of change feeds, on one and on several physical partitions. */
@TestInstance(Lifecycle.PER_CLASS)
class ChangeFeedTest {
    private static final int ITEMS = 20;

    private final CosmosFixture cosmos = new CosmosFixture(Scheme.HTTP);

    @AfterAll
    void close() {
        cosmos.close();
    }

    private CosmosContainer container(int partitions) {
        CosmosContainerProperties properties = new CosmosContainerProperties(CosmosFixture.name("feed"), "/pk");
        properties.setDefaultTimeToLiveInSeconds(-1);
        properties.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
        return cosmos.container(properties, ThroughputProperties.createManualThroughput(6_000 * partitions));
    }

    private CosmosContainer filled(int partitions) {
        CosmosContainer container = container(partitions);
        for (int i = 0; i < ITEMS; i++) {
            container.createItem(item("i" + i).put("pk", "p" + i));
        }
        return container;
    }

    /** Reads until there is nothing more by now, and answers where to go on. */
    private static String read(CosmosContainer from, CosmosChangeFeedRequestOptions options, List<String> ids) {
        String continuation = null;
        for (FeedResponse<ObjectNode> page : from.queryChangeFeed(options.setMaxItemCount(3), ObjectNode.class)
                .iterableByPage()) {
            page.getResults().forEach(item -> ids.add(item.get("id").textValue()));
            continuation = page.getContinuationToken();
        }
        assertThat(continuation).isNotNull();
        return String.valueOf(continuation);
    }

    private static List<String> read(CosmosContainer from, CosmosChangeFeedRequestOptions options) {
        List<String> ids = new ArrayList<>();
        read(from, options, ids);
        return ids;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theWholeContainerIsReadFromTheBeginningAndOn(int partitions) {
        CosmosContainer container = filled(partitions);
        List<String> ids = new ArrayList<>();
        String continuation = read(
                container,
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()),
                ids);
        assertThat(ids).hasSize(ITEMS).doesNotHaveDuplicates();
        container.upsertItem(item("i7").put("pk", "p7").put("v", 2));
        container.createItem(item("new").put("pk", "p"));
        assertThat(read(container, CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation)))
                .containsExactlyInAnyOrder("i7", "new");
    }

    @Test
    void anotherClientGoesOnWithAContinuation() {
        CosmosContainer container = filled(4);
        String continuation = container
                .queryChangeFeed(
                        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())
                                .setMaxItemCount(2),
                        ObjectNode.class)
                .iterableByPage()
                .iterator()
                .next()
                .getContinuationToken();
        try (CosmosClient other = cosmos.builder(Scheme.HTTPS).buildClient()) {
            List<String> rest = read(
                    other.getDatabase("db").getContainer(container.getId()),
                    CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation));
            assertThat(rest).hasSizeLessThan(ITEMS).hasSizeGreaterThanOrEqualTo(ITEMS - 2);
        }
    }

    @Test
    void feedRangesTogetherHaveEverything() {
        CosmosContainer container = filled(4);
        List<FeedRange> ranges = container.getFeedRanges();
        assertThat(ranges).hasSize(4);
        List<String> ids = new ArrayList<>();
        for (FeedRange range : ranges) {
            ids.addAll(read(container, CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range)));
        }
        assertThat(ids).hasSize(ITEMS).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aLogicalPartitionHasItsChanges(int partitions) {
        CosmosContainer container = filled(partitions);
        container.createItem(item("second").put("pk", "p3"));
        FeedRange range = FeedRange.forLogicalPartition(new PartitionKey("p3"));
        assertThat(read(container, CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range)))
                .containsExactly("i3", "second");
    }

    @Test
    void fromNowBeginsWithTheNextChange() {
        CosmosContainer container = filled(4);
        List<String> ids = new ArrayList<>();
        String continuation = read(
                container, CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange()), ids);
        assertThat(ids).isEmpty();
        container.createItem(item("later").put("pk", "p1"));
        assertThat(read(container, CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation)))
                .containsExactly("later");
    }

    @Test
    void aPointInTimeBeginsWithTheChangesAfterItsSecond() {
        CosmosContainer container = filled(4);
        Instant time = Instant.ofEpochSecond(cosmos.server.nowSeconds());
        cosmos.server.advanceClock(100);
        container.createItem(item("later").put("pk", "p1"));
        assertThat(read(
                        container,
                        CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(
                                time, FeedRange.forFullRange())))
                .containsExactly("later");
    }

    @Test
    void expiredItemsAreNotInTheLatestVersions() {
        CosmosContainer container = filled(1);
        container.createItem(item("short").put("ttl", 50));
        cosmos.server.advanceClock(50);
        assertThat(read(
                        container,
                        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())))
                .hasSize(ITEMS)
                .doesNotContain("short");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void allVersionsAndDeletesHaveEverything(int partitions) {
        CosmosContainer container = container(partitions);
        String now = readAll(container, null, new ArrayList<>());
        container.createItem(item("a"));
        container.upsertItem(item("a").put("v", 2));
        container.deleteItem("a", CosmosFixture.P, new CosmosItemRequestOptions());
        container.createItem(item("b").put("ttl", 60));
        cosmos.server.advanceClock(60);
        cosmos.server.flush();
        List<String> changes = new ArrayList<>();
        readAll(container, now, changes);
        assertThat(changes).containsExactly("CREATE", "REPLACE", "DELETE", "CREATE", "DELETE expired");
    }

    private static String readAll(CosmosContainer container, @Nullable String continuation, List<String> changes) {
        CosmosChangeFeedRequestOptions options = (continuation == null
                        ? CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
                        : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation))
                .allVersionsAndDeletes();
        String last = "";
        for (FeedResponse<ChangeFeedProcessorItem> page : container
                .queryChangeFeed(options, ChangeFeedProcessorItem.class)
                .iterableByPage()) {
            for (ChangeFeedProcessorItem change : page.getResults()) {
                boolean expired = change.getChangeFeedMetaData().isTimeToLiveExpired();
                changes.add(change.getChangeFeedMetaData().getOperationType() + (expired ? " expired" : ""));
            }
            last = page.getContinuationToken();
        }
        return last;
    }

    @Test
    void aPartitionKeyIsDeletedAsAWhole() {
        CosmosContainer container = filled(4);
        container.createItem(item("second").put("pk", "p3"));
        container.deleteAllItemsByPartitionKey(new PartitionKey("p3"), new CosmosItemRequestOptions());
        assertThat(read(
                        container,
                        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())))
                .hasSize(ITEMS - 1)
                .doesNotContain("i3", "second");
        container.createItem(item("i3").put("pk", "p3"));
    }

    @Test
    void allVersionsNeedAPolicy() {
        CosmosContainer plain = cosmos.container();
        assertThat(failureOf(() -> readAll(plain, null, new ArrayList<>())).getStatusCode())
                .isEqualTo(400);
    }
}
