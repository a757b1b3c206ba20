package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk requests through the Java client, which sends those of each physical partition together. */
@TestInstance(Lifecycle.PER_CLASS)
class BulkTest {
    private static final int ITEMS = 3000;
    private static final int KEYS = 50;

    private final CosmosFixture cosmos = new CosmosFixture(Scheme.HTTP);

    @AfterAll
    void close() {
        cosmos.close();
    }

    private CosmosContainer container(int partitions) {
        return cosmos.container(
                new CosmosContainerProperties(name("bulk"), "/pk"),
                ThroughputProperties.createManualThroughput(6_000 * partitions));
    }

    private static ObjectNode item(int number) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", "i" + number)
                .put("pk", "k" + number % KEYS)
                .put("n", number);
    }

    private static PartitionKey key(int number) {
        return new PartitionKey("k" + number % KEYS);
    }

    /** How often each status was answered. */
    private static Map<Integer, Integer> run(CosmosContainer container, List<CosmosItemOperation> operations) {
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (CosmosBulkOperationResponse<Object> each : container.executeBulkOperations(operations)) {
            CosmosBulkItemResponse response = each.getResponse();
            assertThat(each.getException()).isNull();
            statuses.merge(response.getStatusCode(), 1, Integer::sum);
        }
        return statuses;
    }

    private static long count(CosmosContainer container, String condition) {
        return container
                .queryItems(
                        "SELECT VALUE COUNT(1) FROM c WHERE " + condition, new CosmosQueryRequestOptions(), Long.class)
                .iterator()
                .next();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void thousandsOfItemsComeChangeAndGo(int partitions) {
        CosmosContainer container = container(partitions);
        List<CosmosItemOperation> creates = new ArrayList<>();
        List<CosmosItemOperation> changes = new ArrayList<>();
        List<CosmosItemOperation> deletes = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            creates.add(CosmosBulkOperations.getCreateItemOperation(item(i), key(i)));
            changes.add(
                    switch (i % 4) {
                        case 0 -> CosmosBulkOperations.getUpsertItemOperation(item(i).put("changed", true), key(i));
                        case 1 ->
                            CosmosBulkOperations.getReplaceItemOperation("i" + i, item(i).put("changed", true), key(i));
                        case 2 ->
                            CosmosBulkOperations.getPatchItemOperation(
                                    "i" + i,
                                    key(i),
                                    CosmosPatchOperations.create().set("/changed", true));
                        default -> CosmosBulkOperations.getReadItemOperation("i" + i, key(i));
                    });
            deletes.add(CosmosBulkOperations.getDeleteItemOperation("i" + i, key(i)));
        }
        assertThat(run(container, creates)).isEqualTo(Map.of(201, ITEMS));
        assertThat(count(container, "true")).isEqualTo(ITEMS);
        assertThat(run(container, changes)).isEqualTo(Map.of(200, ITEMS));
        assertThat(count(container, "c.changed")).isEqualTo(ITEMS / 4 * 3);
        assertThat(run(container, deletes)).isEqualTo(Map.of(204, ITEMS));
        assertThat(count(container, "true")).isZero();
    }

    @Test
    void whatFailsDoesNotStopTheOthers() {
        CosmosContainer container = container(2);
        List<CosmosItemOperation> operations = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            operations.add(CosmosBulkOperations.getCreateItemOperation(item(i / 2), key(i / 2)));
        }
        assertThat(run(container, operations)).isEqualTo(Map.of(201, 100, 409, 100));
    }

    @Test
    void aDeletedContainerIsMissingLikeAnItem() {
        CosmosContainer container = container(1);
        container.createItem(item(7));
        try (CosmosClient other = cosmos.builder(Scheme.HTTP).buildClient()) {
            other.getDatabase("db").getContainer(container.getId()).delete();
        }
        List<CosmosItemOperation> read = List.of(CosmosBulkOperations.getReadItemOperation("i7", key(7)));
        for (CosmosBulkOperationResponse<Object> each : container.executeBulkOperations(read)) {
            CosmosException failure = (CosmosException) each.getException();
            assertThat(failure.getStatusCode()).isEqualTo(404);
            assertThat(failure.getSubStatusCode()).isZero();
        }
    }

    @Test
    void whatIsReadComesBack() {
        CosmosContainer container = container(2);
        container.createItem(item(7));
        List<CosmosItemOperation> read = List.of(CosmosBulkOperations.getReadItemOperation("i7", key(7)));
        for (CosmosBulkOperationResponse<Object> each : container.executeBulkOperations(read)) {
            ObjectNode found = each.getResponse().getItem(ObjectNode.class);
            assertThat(found.get("n").intValue()).isEqualTo(7);
            assertThat(each.getResponse().getETag())
                    .isEqualTo(found.get("_etag").textValue());
        }
    }
}
