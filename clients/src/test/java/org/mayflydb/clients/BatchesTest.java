package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.exists;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Transactional batches through the Java client. */
@TestInstance(Lifecycle.PER_CLASS)
class BatchesTest {
    private final CosmosFixture cosmos = new CosmosFixture(Scheme.HTTPS);
    private final CosmosContainer container = cosmos.container();

    @AfterAll
    void close() {
        cosmos.close();
    }

    private static List<Integer> statuses(CosmosBatchResponse response) {
        return response.getResults().stream()
                .map(CosmosBatchOperationResult::getStatusCode)
                .toList();
    }

    @Test
    void everyKindOfOperationIsDone() {
        container.createItem(item("old"));
        CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
        batch.createItemOperation(item("a").put("n", 1));
        batch.upsertItemOperation(item("b"));
        batch.patchItemOperation("a", CosmosPatchOperations.create().increment("/n", 1));
        batch.readItemOperation("a");
        batch.replaceItemOperation("b", item("b").put("x", true));
        batch.deleteItemOperation("old");
        CosmosBatchResponse response = container.executeCosmosBatch(batch);
        assertThat(response.isSuccessStatusCode()).isTrue();
        assertThat(response.getStatusCode()).isEqualTo(200);
        assertThat(response.getRequestCharge()).isPositive();
        assertThat(statuses(response)).containsExactly(201, 201, 200, 200, 200, 204);
        ObjectNode seen = response.getResults().get(3).getItem(ObjectNode.class);
        assertThat(seen.get("n").intValue()).isEqualTo(2);
        assertThat(read(container, "a")).isEqualTo(seen);
        assertThat(response.getResults().get(3).getETag())
                .isEqualTo(seen.get("_etag").textValue());
        assertThat(exists(container, "old")).isFalse();
    }

    @Test
    void nothingIsDoneIfOneFails() {
        container.createItem(item("there"));
        CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
        batch.createItemOperation(item("not"));
        batch.createItemOperation(item("there"));
        batch.deleteItemOperation("there");
        CosmosBatchResponse response = container.executeCosmosBatch(batch);
        assertThat(response.isSuccessStatusCode()).isFalse();
        assertThat(response.getStatusCode()).as("of the operation that failed").isEqualTo(409);
        assertThat(statuses(response)).containsExactly(424, 409, 424);
        assertThat(exists(container, "not")).isFalse();
        assertThat(exists(container, "there")).isTrue();
    }

    @Test
    void conditionsHold() {
        String stale = container.createItem(item("e")).getETag();
        container.upsertItem(item("e"));
        CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
        batch.replaceItemOperation("e", item("e"), new CosmosBatchItemRequestOptions().setIfMatchETag(stale));
        assertThat(container.executeCosmosBatch(batch).getStatusCode()).isEqualTo(412);
    }

    @Test
    void aBatchHasAHundredOperationsAtMost() {
        CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
        for (int i = 0; i < 100; i++) {
            batch.upsertItemOperation(item("h" + i));
        }
        assertThat(container.executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
        batch.readItemOperation("h0");
        assertThat(failureOf(() -> container.executeCosmosBatch(batch)).getStatusCode())
                .isEqualTo(400);
    }

    @Test
    void itemsOfABatchExpireTogether() {
        CosmosContainer expiring = cosmos.container(1000);
        CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
        batch.createItemOperation(item("a"));
        batch.createItemOperation(item("b").put("ttl", 2000));
        assertThat(expiring.executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
        cosmos.server.advanceClock(1000);
        assertThat(exists(expiring, "a")).isFalse();
        assertThat(exists(expiring, "b")).isTrue();
        CosmosBatch invalid = CosmosBatch.createCosmosBatch(P);
        invalid.createItemOperation(item("c"));
        invalid.createItemOperation(item("d").put("ttl", 0));
        assertThat(statuses(expiring.executeCosmosBatch(invalid))).containsExactly(424, 400);
    }
}
