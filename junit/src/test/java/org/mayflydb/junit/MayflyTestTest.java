package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.embedded.Database;

/** {@link MayflyTest} as people use it: this class has it, and asks for everything there is. */
@MayflyTest
@Seed("orders.json")
class MayflyTestTest {
    private static final PartitionKey ANN = new PartitionKey("ann");
    private static final PartitionKey BOB = new PartitionKey("bob");

    private static List<String> ids(CosmosContainer container) {
        List<String> ids = new ArrayList<>();
        container
                .queryItems("SELECT VALUE c.id FROM c ORDER BY c.id", new CosmosQueryRequestOptions(), String.class)
                .forEach(ids::add);
        return ids;
    }

    @Test
    void seedsAreThereWhenTheTestBegins(CosmosContainer orders) {
        assertThat(ids(orders)).containsExactly("o1", "o2", "o3");
    }

    @Test
    void theOnlyContainerIsMeantWhateverTheParameterIsCalled(CosmosContainer whatever) {
        assertThat(whatever.getId()).isEqualTo("orders");
    }

    @Test
    void timeStandsStillUntilItIsAdvanced(MayflyClock clock) {
        Instant before = clock.instant();
        assertThat(clock.instant()).isEqualTo(before);
        clock.advance(Duration.ofDays(1));
        assertThat(clock.instant()).isEqualTo(before.plus(Duration.ofDays(1)));
    }

    @Test
    void anItemIsThereUntilTheSecondBeforeItsDeadline(CosmosContainer orders, MayflyClock clock) {
        clock.advance(Duration.ofSeconds(59));
        assertThat(ids(orders)).containsExactly("o1", "o2", "o3");
        clock.advance(Duration.ofSeconds(1));
        assertThat(ids(orders)).containsExactly("o1", "o3");
    }

    @Test
    void ninetyDaysAreOverAtOnce(CosmosContainer orders, MayflyClock clock) {
        clock.advance(Duration.ofDays(90));
        assertThat(ids(orders)).containsExactly("o3");
    }

    @Test
    void advancingThePastIsRefused(MayflyClock clock) {
        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatExpiresIsDeletedSoThatTheFeedOfAllVersionsShowsIt(CosmosContainer orders, MayflyClock clock) {
        FeedResponse<JsonNode> none = lastPage(
                orders,
                CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
                        .allVersionsAndDeletes());
        clock.advance(Duration.ofDays(90));
        List<String> deleted = new ArrayList<>();
        CosmosChangeFeedRequestOptions next = CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                        none.getContinuationToken())
                .allVersionsAndDeletes();
        for (FeedResponse<JsonNode> page :
                orders.queryChangeFeed(next, JsonNode.class).iterableByPage()) {
            for (JsonNode change : page.getResults()) {
                assertThat(change.at("/metadata/timeToLiveExpired").asBoolean()).isTrue();
                deleted.add(change.at("/metadata/id").asText());
            }
        }
        assertThat(deleted).containsExactlyInAnyOrder("o1", "o2");
    }

    private static FeedResponse<JsonNode> lastPage(CosmosContainer container, CosmosChangeFeedRequestOptions options) {
        FeedResponse<JsonNode> last = null;
        for (FeedResponse<JsonNode> page :
                container.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
            last = page;
        }
        if (last == null) {
            throw new AssertionError("A change feed has at least one page.");
        }
        return last;
    }

    /** Would fail the second time if the item of the first were still there. */
    @RepeatedTest(3)
    void eachTestHasADatabaseOfItsOwn(CosmosContainer orders) {
        orders.createItem(Map.of("id", "new", "customer", "ann"));
        assertThat(ids(orders)).containsExactly("new", "o1", "o2", "o3");
    }

    @ParameterizedTest
    @ValueSource(ints = {59, 60})
    void argumentsOfParameterizedTestsComeFirst(int seconds, CosmosContainer orders, MayflyClock clock) {
        clock.advance(Duration.ofSeconds(seconds));
        assertThat(ids(orders)).hasSize(seconds < 60 ? 3 : 2);
    }

    @Test
    @Seed("customers.json")
    void seedsOfAMethodComeOnTopAndParametersAreNamedLikeContainers(
            CosmosContainer orders, @ContainerId("customers") CosmosContainer second) {
        assertThat(orders.getId()).isEqualTo("orders");
        assertThat(second.getId()).isEqualTo("customers");
    }

    @Test
    void theClientsAreThoseOfTheSameDatabase(
            CosmosClient client, CosmosDatabase database, CosmosAsyncContainer asyncOrders, Database embedded) {
        client.getDatabase(database.getId()).getContainer("orders").deleteItem("o3", BOB, null);
        assertThat(asyncOrders.readItem("o1", ANN, JsonNode.class).block()).isNotNull();
        assertThat(embedded.container("orders").usage().items()).isEqualTo(2);
    }

    @Test
    void asynchronousClientsAreOfferedToo(CosmosAsyncClient client, CosmosAsyncDatabase database) {
        assertThat(client.getDatabase("test").getId()).isEqualTo(database.getId());
    }

    @Test
    void theEndpointIsPlainHttpOnThisMachine(MayflyEndpoint endpoint) throws Exception {
        assertThat(endpoint.url()).matches("http://localhost:\\d+/");
        assertThat(endpoint.connectionString())
                .isEqualTo("AccountEndpoint=" + endpoint.url() + ";AccountKey=" + endpoint.key() + ";");
        HttpRequest alive =
                HttpRequest.newBuilder(URI.create(endpoint.url() + "alive")).build();
        assertThat(HttpClient.newHttpClient()
                        .send(alive, BodyHandlers.ofString())
                        .body())
                .isEqualTo("alive\n");
    }

    @Nested
    @Seed("customers.json")
    class NestedClasses {
        @Test
        void haveTheSeedsOfTheOuterOneAndTheirOwn(Database database) {
            assertThat(database.containers())
                    .extracting(each -> each.id())
                    .containsExactlyInAnyOrder("customers", "orders");
        }
    }
}
