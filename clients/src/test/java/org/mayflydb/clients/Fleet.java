package org.mayflydb.clients;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A container of boats, some with members that others lack, on any number of physical partitions. */
final class Fleet {
    static final int BOATS = 40;
    private static final List<String> KINDS = List.of("ferry", "tug", "yacht");

    private Fleet() {}

    static CosmosContainer create(CosmosFixture cosmos, int partitions) {
        CosmosContainerProperties properties = new CosmosContainerProperties(CosmosFixture.name("fleet"), "/port");
        IndexingPolicy policy = new IndexingPolicy();
        policy.setCompositeIndexes(List.of(List.of(
                path("/kind", CompositePathSortOrder.ASCENDING), path("/number", CompositePathSortOrder.DESCENDING))));
        properties.setIndexingPolicy(policy);
        CosmosContainer container =
                cosmos.container(properties, ThroughputProperties.createManualThroughput(partitions * 6_000));
        for (int i = 0; i < BOATS; i++) {
            container.createItem(boat(i));
        }
        return container;
    }

    private static CompositePath path(String path, CompositePathSortOrder order) {
        return new CompositePath().setPath(path).setOrder(order);
    }

    private static ObjectNode boat(int number) {
        ObjectNode boat = CosmosFixture.item("b" + number);
        boat.remove("pk");
        boat.put("port", "port" + number % 11)
                .put("number", number)
                .put("kind", KINDS.get(number % 3))
                .put("text", (number % 4 == 0 ? "red hull and sails " : "blue hull ").repeat(number % 5 + 1));
        if (number % 4 > 0) {
            boat.put("crew", number % 7);
        }
        switch (number % 5) {
            case 0 -> boat.put("mark", "m" + number % 4);
            case 1 -> boat.put("mark", number % 6);
            case 2 -> boat.put("mark", number % 2 == 0);
            default -> {
                // The others have no mark.
            }
        }
        ArrayNode tags = boat.putArray("tags");
        for (int i = 0; i < number % 4; i++) {
            tags.add("t" + i);
        }
        boat.putArray("vector").add(number).add(40 - number).add(1);
        return boat;
    }

    static List<String> rows(CosmosContainer container, String sql) {
        return rows(container, new SqlQuerySpec(sql), new CosmosQueryRequestOptions());
    }

    static List<String> rows(CosmosContainer container, SqlQuerySpec query, CosmosQueryRequestOptions options) {
        List<String> rows = new ArrayList<>();
        container.queryItems(query, options, JsonNode.class).forEach(row -> rows.add(text(row)));
        return rows;
    }

    static List<String> rows(FeedResponse<JsonNode> page) {
        return page.getResults().stream().map(Fleet::text).toList();
    }

    /** The client computes sums and averages as doubles, so 5.0 is 5 here; system properties are left out. */
    private static String text(JsonNode row) {
        if (row instanceof ObjectNode object) {
            object.remove(List.of("_rid", "_self", "_etag", "_attachments", "_ts"));
        }
        return row.toString().replaceAll("(\\d)\\.0\\b", "$1");
    }
}
