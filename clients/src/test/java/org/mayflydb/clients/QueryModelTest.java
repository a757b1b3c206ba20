package org.mayflydb.clients;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.RandomItems;

/**
 * Random queries, several at a time and page by page, while their container splits and changes its indexing policy. Each
 * answer is compared with what a plain list of the items gives, unless the query is refused because its index is gone. Every
 * round deletes the container and creates it again.
 * {@code mayfly.seed} repeats a run, {@code mayfly.rounds} makes it longer.
 */
@TestInstance(Lifecycle.PER_CLASS)
class QueryModelTest {
    private static final int ITEMS = 50;
    private static final int KEYS = 12;
    private static final int QUERIES = 14;
    private static final int PARTITIONS_MAX = 6;
    private static final int UNITS_PER_PARTITION = 10_000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final long seed = Long.getLong("mayfly.seed", System.nanoTime());
    private final int rounds = Integer.getInteger("mayfly.rounds", 2);
    private final CosmosFixture cosmos = new CosmosFixture(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    @Test
    void everyPageIsExactWhateverBecomesOfTheContainer() {
        System.err.printf("%s: mayfly.seed=%d%n", getClass().getSimpleName(), seed);
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            round(random, "seed " + seed + ", round " + round);
        }
    }

    private void round(Random random, String where) {
        CosmosContainer container = recreated(random);
        boolean scalars = random.nextBoolean();
        List<JsonObject> items = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            items.add(create(container, item(random, i, scalars)));
        }
        int partitions = 1;
        List<PagedQuery> open = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            open.add(PagedQuery.make(random, container, items, KEYS, scalars, where + ", query " + i));
        }
        while (!open.isEmpty()) {
            int step = random.nextInt(30);
            if (step == 0 && partitions < PARTITIONS_MAX) {
                partitions++;
                split(container, partitions);
                if (scheme() == Scheme.DIRECT) {
                    open.forEach(PagedQuery::endWithIterator);
                }
            } else if (step == 1) {
                changePolicy(random, container);
            } else {
                PagedQuery query = open.get(random.nextInt(open.size()));
                switch (query.fetchPage(random)) {
                    case LAST -> {
                        query.compare();
                        open.remove(query);
                    }
                    case REFUSED -> open.remove(query);
                    case MORE -> {}
                }
            }
        }
    }

    private static JsonObject item(Random random, int number, boolean scalars) {
        JsonObject item;
        do {
            item = RandomItems.item(random, "i" + number, "p" + random.nextInt(KEYS));
        } while (scalars && hasComposed(item));
        // No two of them point in the same direction, so ranks have no ties.
        double angle = (number + random.nextDouble()) / ITEMS * Math.PI;
        return item.with("v", JsonArray.of(JsonValue.of(Math.cos(angle)), JsonValue.of(Math.sin(angle))));
    }

    private static boolean hasComposed(JsonObject item) {
        JsonValue nested = item.get("o") instanceof JsonObject inner ? inner.get("x") : null;
        return Stream.of(item.get("a"), item.get("b"), nested)
                .anyMatch(value -> value instanceof JsonArray || value instanceof JsonObject);
    }

    private static JsonObject create(CosmosContainer container, JsonObject item) {
        try {
            ObjectNode json = (ObjectNode) MAPPER.readTree(item.toString());
            ObjectNode stored = container.createItem(json).getItem();
            return (JsonObject) JsonValue.parse(stored.toString());
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private CosmosContainer recreated(Random random) {
        CosmosContainerProperties properties = new CosmosContainerProperties("model", "/pk");
        properties.setIndexingPolicy(PagedQuery.policy(random));
        CosmosContainer container = cosmos.database.getContainer("model");
        if (cosmos.database.readAllContainers().stream()
                .anyMatch(each -> each.getId().equals("model"))) {
            container.delete();
        }
        return cosmos.container(properties, ThroughputProperties.createManualThroughput(UNITS_PER_PARTITION));
    }

    private static void changePolicy(Random random, CosmosContainer container) {
        CosmosContainerProperties properties = container.read().getProperties();
        properties.setIndexingPolicy(PagedQuery.policy(random));
        container.replace(properties);
    }

    private static void split(CosmosContainer container, int partitions) {
        container.replaceThroughput(ThroughputProperties.createManualThroughput(partitions * UNITS_PER_PARTITION));
        while (Boolean.TRUE.equals(container.readThroughput().isReplacePending())) {
            Thread.onSpinWait();
        }
    }
}
