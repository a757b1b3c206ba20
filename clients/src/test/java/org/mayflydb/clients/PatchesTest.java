package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.exists;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Patches through the Java client. */
@TestInstance(Lifecycle.PER_CLASS)
class PatchesTest {
    private final CosmosFixture cosmos = new CosmosFixture(Scheme.HTTP);
    private final CosmosContainer container = cosmos.container();

    @AfterAll
    void close() {
        cosmos.close();
    }

    private static CosmosPatchItemRequestOptions onlyIf(String predicate) {
        return new CosmosPatchItemRequestOptions().setFilterPredicate(predicate);
    }

    @Test
    void everyOperationIsDone() {
        ObjectNode all = item("all").put("n", 1).put("old", "x").put("gone", true);
        all.putArray("list").add(1).add(2);
        container.createItem(all);
        CosmosPatchOperations operations = CosmosPatchOperations.create()
                .add("/list/0", 0)
                .add("/list/-", 3)
                .set("/color", "silver")
                .replace("/old", List.of("new"))
                .remove("/gone")
                .increment("/n", 4)
                .increment("/half", 0.5)
                .move("/color", "/colour");
        CosmosItemResponse<ObjectNode> patched = container.patchItem("all", P, operations, ObjectNode.class);
        assertThat(patched.getStatusCode()).isEqualTo(200);
        assertThat(patched.getRequestCharge()).isPositive();
        ObjectNode found = read(container, "all");
        assertThat(patched.getItem()).isEqualTo(found);
        assertThat(found.get("list")).hasToString("[0,1,2,3]");
        assertThat(found.get("colour").textValue()).isEqualTo("silver");
        assertThat(found.get("old")).hasToString("[\"new\"]");
        assertThat(found.get("n").intValue()).isEqualTo(5);
        assertThat(found.get("half").doubleValue()).isEqualTo(0.5);
        assertThat(found.has("gone") || found.has("color")).isFalse();
    }

    @Test
    void aPredicateDecides() {
        container.createItem(item("a").put("n", 1));
        CosmosPatchOperations operations = CosmosPatchOperations.create().increment("/n", 1);
        container.patchItem("a", P, operations, onlyIf("FROM c WHERE c.n = 1"), ObjectNode.class);
        CosmosException failure = failureOf(
                () -> container.patchItem("a", P, operations, onlyIf("FROM c WHERE c.n = 1"), ObjectNode.class));
        assertThat(failure.getStatusCode()).isEqualTo(412);
        assertThat(failure.getSubStatusCode()).isEqualTo(1110);
        assertThat(read(container, "a").get("n").intValue()).isEqualTo(2);
    }

    @Test
    void aStaleETagIsRefused() {
        String etag = container.createItem(item("e")).getETag();
        CosmosPatchOperations operations = CosmosPatchOperations.create().set("/n", 1);
        CosmosPatchItemRequestOptions ifMatch = new CosmosPatchItemRequestOptions();
        ifMatch.setIfMatchETag(etag);
        container.patchItem("e", P, operations, ifMatch, ObjectNode.class);
        assertThat(failureOf(() -> container.patchItem("e", P, operations, ifMatch, ObjectNode.class))
                        .getStatusCode())
                .isEqualTo(412);
    }

    @Test
    void whatCannotBeDoneSaysWhy() {
        container.createItem(item("w"));
        CosmosException absent = failureOf(
                () -> container.patchItem("w", P, CosmosPatchOperations.create().remove("/none"), ObjectNode.class));
        assertThat(absent.getStatusCode()).isEqualTo(400);
        assertThat(absent.getMessage()).contains("to be removed is absent");
        assertThat(failureOf(() -> container.patchItem(
                                "none", P, CosmosPatchOperations.create().set("/n", 1), ObjectNode.class))
                        .getStatusCode())
                .isEqualTo(404);
    }

    @Test
    void aPatchRestartsTheCountdownAndMayChangeIt() {
        CosmosContainer expiring = cosmos.container(1000);
        expiring.createItem(item("a"));
        cosmos.server.advanceClock(900);
        expiring.patchItem("a", P, CosmosPatchOperations.create().set("/n", 1), ObjectNode.class);
        cosmos.server.advanceClock(900);
        assertThat(exists(expiring, "a")).isTrue();
        expiring.patchItem("a", P, CosmosPatchOperations.create().set("/ttl", 300), ObjectNode.class);
        cosmos.server.advanceClock(300);
        CosmosException gone = failureOf(() -> expiring.patchItem(
                "a",
                P,
                CosmosPatchOperations.create().remove("/ttl"),
                onlyIf("FROM c WHERE c.none = 1"),
                ObjectNode.class));
        assertThat(gone.getStatusCode()).isEqualTo(404);
    }
}
