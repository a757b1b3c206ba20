package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client hashes partition keys by itself and asks the ranges that it finds: client and server must use one version. */
class HashVersionsTest {
    private static final int KEYS = 12;

    private static CosmosContainer fill(CosmosFixture cosmos, @Nullable PartitionKeyDefinitionVersion version) {
        PartitionKeyDefinition definition = new PartitionKeyDefinition().setPaths(List.of("/pk"));
        if (version != null) {
            definition.setVersion(version);
        }
        CosmosContainer container = cosmos.container(
                new CosmosContainerProperties(name("c"), definition),
                ThroughputProperties.createManualThroughput(18_000));
        for (int i = 0; i < KEYS; i++) {
            container.createItem(
                    JsonNodeFactory.instance.objectNode().put("id", "i").put("pk", "k" + i));
        }
        return container;
    }

    private static List<String> keys(Stream<ObjectNode> items) {
        return items.map(item -> item.get("pk").textValue()).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP", "DIRECT"})
    void rangesAndKeysFindTheirItemsWhateverTheVersion(Scheme scheme) {
        List<String> all = IntStream.range(0, KEYS).mapToObj(i -> "k" + i).toList();
        try (CosmosFixture cosmos = new CosmosFixture(scheme)) {
            for (PartitionKeyDefinitionVersion version : new PartitionKeyDefinitionVersion[] {
                null, PartitionKeyDefinitionVersion.V1, PartitionKeyDefinitionVersion.V2
            }) {
                CosmosContainer container = fill(cosmos, version);
                assertThat(container.getFeedRanges().stream()
                                .flatMap(range -> keys(container
                                                .queryItems(
                                                        "SELECT * FROM c",
                                                        new CosmosQueryRequestOptions().setFeedRange(range),
                                                        ObjectNode.class)
                                                .stream())
                                        .stream()))
                        .as("ranges, version %s", version)
                        .containsExactlyInAnyOrderElementsOf(all);
                assertThat(keys(container
                                .readMany(
                                        all.stream()
                                                .map(key -> new CosmosItemIdentity(new PartitionKey(key), "i"))
                                                .toList(),
                                        ObjectNode.class)
                                .getResults()
                                .stream()))
                        .as("readMany, version %s", version)
                        .containsExactlyInAnyOrderElementsOf(all);
                FeedRange one = FeedRange.forLogicalPartition(new PartitionKey("k7"));
                assertThat(keys(container
                                .queryChangeFeed(
                                        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(one),
                                        ObjectNode.class)
                                .stream()))
                        .as("change feed of a key, version %s", version)
                        .containsExactly("k7");
                assertThat(keys(container
                                .queryItems(
                                        "SELECT * FROM c",
                                        new CosmosQueryRequestOptions().setFeedRange(one),
                                        ObjectNode.class)
                                .stream()))
                        .as("query of a key, version %s", version)
                        .containsExactly("k7");
            }
        }
    }
}
