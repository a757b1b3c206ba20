package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries through the Java client for all items whose hierarchical partition key begins alike. */
@TestInstance(Lifecycle.PER_CLASS)
class HierarchicalQueriesTest {
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
        PartitionKeyDefinition definition = new PartitionKeyDefinition()
                .setKind(PartitionKind.MULTI_HASH)
                .setVersion(PartitionKeyDefinitionVersion.V2)
                .setPaths(List.of("/tenant", "/user", "/session"));
        CosmosContainer container = cosmos.container(
                new CosmosContainerProperties(CosmosFixture.name("h"), definition),
                ThroughputProperties.createManualThroughput(partitions * 6_000));
        for (int i = 0; i < 24; i++) {
            ObjectNode item = CosmosFixture.item("i" + i);
            item.put("tenant", "t" + i % 3)
                    .put("user", i % 4)
                    .put("session", "s" + i % 2)
                    .put("number", i);
            container.createItem(item);
        }
        return container;
    }

    private static List<String> rows(CosmosContainer container, String sql, PartitionKey key) {
        return Fleet.rows(container, new SqlQuerySpec(sql), new CosmosQueryRequestOptions().setPartitionKey(key));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void beginningOfAKeyFindsAllThatBeginsSo(int partitions) {
        CosmosContainer container = filled(partitions);
        PartitionKey tenant = new PartitionKeyBuilder().add("t1").build();
        PartitionKey user = new PartitionKeyBuilder().add("t1").add(3).build();
        PartitionKey whole =
                new PartitionKeyBuilder().add("t1").add(3).add("s1").build();
        assertThat(rows(container, "SELECT VALUE c.number FROM c ORDER BY c.number", tenant))
                .containsExactly("1", "4", "7", "10", "13", "16", "19", "22");
        assertThat(rows(container, "SELECT VALUE COUNT(1) FROM c", tenant)).containsExactly("8");
        assertThat(rows(container, "SELECT VALUE c.number FROM c ORDER BY c.number DESC", user))
                .containsExactly("19", "7");
        assertThat(rows(container, "SELECT VALUE c.number FROM c ORDER BY c.number", whole))
                .containsExactly("7", "19");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void beginningOfAKeyMayBeInTheCondition(int partitions) {
        CosmosContainer container = filled(partitions);
        assertThat(Fleet.rows(container, "SELECT VALUE c.number FROM c WHERE c.tenant = 't2' AND c.user = 1"))
                .containsExactlyInAnyOrder("5", "17");
        assertThat(Fleet.rows(container, "SELECT VALUE SUM(c.number) FROM c WHERE c.tenant IN ('t0', 't2')"))
                .containsExactly("184");
    }
}
