package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of partition key, in containers with three physical partitions, so that client and server must hash alike. */
@TestInstance(Lifecycle.PER_CLASS)
class PartitionKeysTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CosmosFixture cosmos = new CosmosFixture(scheme());
    private final CosmosContainer container = spread(new CosmosContainerProperties(name("c"), longKeys()));

    /** Keys of more than 101 bytes need version 2, which the client does not ask for by itself. */
    private static PartitionKeyDefinition longKeys() {
        return new PartitionKeyDefinition().setPaths(List.of("/pk")).setVersion(PartitionKeyDefinitionVersion.V2);
    }

    private CosmosContainer spread(CosmosContainerProperties properties) {
        return cosmos.container(properties, ThroughputProperties.createManualThroughput(18_000));
    }

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    static Stream<Arguments> keys() {
        return Stream.of(
                Arguments.of("\"text\"", new PartitionKey("text")),
                Arguments.of("\"日本 %+/\\\"\"", new PartitionKey("日本 %+/\"")),
                Arguments.of("\"\"", new PartitionKey("")),
                Arguments.of("\"" + "long".repeat(100) + "\"", new PartitionKey("long".repeat(100))),
                Arguments.of("5", new PartitionKey(5)),
                Arguments.of("-0.5", new PartitionKey(-0.5)),
                Arguments.of("true", new PartitionKey(true)),
                Arguments.of("false", new PartitionKey(false)),
                Arguments.of("null", nullKey()));
    }

    @SuppressWarnings("deprecation") // there is no other way yet to say null
    private static PartitionKey nullKey() {
        return new PartitionKeyBuilder().addNullValue().build();
    }

    @SuppressWarnings("deprecation") // there is no other way yet to say null
    private static PartitionKey nullLevels() {
        return new PartitionKeyBuilder().add("t").addNullValue().addNullValue().build();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void anItemIsFoundUnderItsKey(String value, PartitionKey key) throws Exception {
        String id = name("i");
        JsonNode item = JSON.readTree("{\"id\":\"" + id + "\",\"pk\":" + value + "}");
        container.createItem(item);
        assertThat(container.readItem(id, key, ObjectNode.class).getItem().get("pk"))
                .isEqualTo(item.get("pk"));
        container.replaceItem(item, id, key, new CosmosItemRequestOptions());
        assertThat(container.deleteItem(id, key, new CosmosItemRequestOptions()).getStatusCode())
                .isEqualTo(204);
    }

    @Test
    void anItemWithoutTheKeyIsFoundUnderNone() throws Exception {
        container.createItem(JSON.readTree("{\"id\":\"none\"}"));
        assertThat(container
                        .readItem("none", PartitionKey.NONE, ObjectNode.class)
                        .getStatusCode())
                .isEqualTo(200);
        container.deleteItem("none", PartitionKey.NONE, new CosmosItemRequestOptions());
    }

    @Test
    void theSameIdMayExistUnderManyKeys() throws Exception {
        for (int i = 0; i < 20; i++) {
            container.createItem(JSON.readTree("{\"id\":\"same\",\"pk\":" + i + "}"));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(container
                            .readItem("same", new PartitionKey(i), ObjectNode.class)
                            .getItem()
                            .get("pk")
                            .intValue())
                    .isEqualTo(i);
        }
    }

    @Test
    void aHierarchicalKeyHasAllItsLevels() throws Exception {
        PartitionKeyDefinition definition = new PartitionKeyDefinition()
                .setKind(PartitionKind.MULTI_HASH)
                .setVersion(PartitionKeyDefinitionVersion.V2)
                .setPaths(List.of("/tenant", "/user", "/session"));
        CosmosContainer levels = spread(new CosmosContainerProperties(name("h"), definition));
        levels.createItem(JSON.readTree("{\"id\":\"a\",\"tenant\":\"t\",\"user\":7,\"session\":true}"));
        PartitionKey whole = new PartitionKeyBuilder().add("t").add(7).add(true).build();
        assertThat(levels.readItem("a", whole, ObjectNode.class).getStatusCode())
                .isEqualTo(200);
        levels.createItem(JSON.readTree("{\"id\":\"b\",\"tenant\":\"t\",\"user\":null,\"session\":null}"));
        assertThat(levels.readItem("b", nullLevels(), ObjectNode.class).getStatusCode())
                .isEqualTo(200);
    }

    @Test
    void aContainerOfTheFirstHashVersionWorksAsWell() throws Exception {
        PartitionKeyDefinition definition = new PartitionKeyDefinition()
                .setVersion(PartitionKeyDefinitionVersion.V1)
                .setPaths(List.of("/pk"));
        CosmosContainer old = spread(new CosmosContainerProperties(name("v"), definition));
        for (int i = 0; i < 10; i++) {
            old.createItem(JSON.readTree("{\"id\":\"i\",\"pk\":\"p" + i + "\"}"));
            assertThat(old.readItem("i", new PartitionKey("p" + i), ObjectNode.class)
                            .getStatusCode())
                    .isEqualTo(200);
        }
        assertThat(old.getFeedRanges()).hasSize(3);
    }
}
