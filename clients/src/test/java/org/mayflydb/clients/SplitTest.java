package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A client that has learnt about the partitions of a container before they are split. */
@TestInstance(Lifecycle.PER_CLASS)
class SplitTest {
    private static final int ITEMS = 200;

    private final CosmosFixture cosmos = new CosmosFixture(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    private CosmosContainer filled() {
        CosmosContainer container = cosmos.container(
                new CosmosContainerProperties(name("c"), "/pk"), ThroughputProperties.createManualThroughput(10_000));
        for (int i = 0; i < ITEMS; i++) {
            container.createItem(item("i" + i).put("pk", "p" + i).put("n", i % 7));
        }
        return container;
    }

    private static void split(CosmosContainer container, int partitions) {
        container.replaceThroughput(ThroughputProperties.createManualThroughput(partitions * 10_000));
        while (Boolean.TRUE.equals(container.readThroughput().isReplacePending())
                || container.getFeedRanges().size() < partitions) {
            Thread.onSpinWait();
        }
    }

    @Test
    void itReadsAndWritesOnAfterTheSplit() {
        CosmosContainer container = filled();
        split(container, 3);
        for (int i = 0; i < ITEMS; i++) {
            PartitionKey key = new PartitionKey("p" + i);
            ObjectNode found =
                    container.readItem("i" + i, key, ObjectNode.class).getItem();
            container.replaceItem(found.put("n", 100), "i" + i, key, null);
        }
        assertThat(Fleet.rows(container, "SELECT VALUE COUNT(1) FROM c WHERE c.n = 100"))
                .containsExactly(Integer.toString(ITEMS));
    }

    @Test
    void nothingFailsAndNothingIsLostWhilePartitionsAreSplitUnderLoad() throws InterruptedException {
        CosmosContainer container = filled();
        try (CosmosClient many = cosmos.repeatingBuilder(scheme()).buildClient();
                Load load = new Load(many.getDatabase("db").getContainer(container.getId()))) {
            load.awaitWrites(100);
            split(container, 2);
            load.awaitWrites(100);
            split(container, 4);
            load.awaitWrites(100);
            load.stop();
            assertThat(load.failures()).isEmpty();
            assertThat(load.missing()).isEmpty();
            assertThat(Fleet.rows(container, "SELECT VALUE COUNT(1) FROM c"))
                    .containsExactly(Integer.toString(ITEMS + load.written()));
        }
    }

    @Test
    void aQueryThatBeganBeforeTheSplitGivesEveryRowOnce() {
        for (String text :
                new String[] {"SELECT * FROM c", "SELECT * FROM c WHERE c.n > 1", "SELECT * FROM c ORDER BY c.n"}) {
            CosmosContainer container = filled();
            Iterator<FeedResponse<ObjectNode>> pages = container
                    .queryItems(text, new CosmosQueryRequestOptions(), ObjectNode.class)
                    .iterableByPage(20)
                    .iterator();
            Set<String> ids = new TreeSet<>();
            int rows = 0;
            for (int page = 0; pages.hasNext(); page++) {
                if (page == 2) {
                    split(container, 2);
                }
                if (page == 4) {
                    split(container, 4);
                }
                for (ObjectNode row : pages.next().getResults()) {
                    ids.add(row.get("id").asText());
                    rows++;
                }
            }
            assertThat(rows).as(text).isEqualTo(ids.size());
            assertThat(ids).as(text).hasSize(text.contains("WHERE") ? ITEMS - (ITEMS / 7 + 1) * 2 : ITEMS);
        }
    }
}
