package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.exists;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the synchronous Java client can do with items, whichever way it talks to the server. In gateway mode it throws one
 * kind of exception for all failures; what failed is in the status.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ItemsContract {
    private final CosmosFixture cosmos;
    private final CosmosContainer container;
    private final Scheme scheme;

    ItemsContract(Scheme scheme) {
        this.scheme = scheme;
        this.cosmos = new CosmosFixture(scheme);
        this.container = cosmos.container();
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    @Test
    void aCreatedItemIsReadAsItWasWritten() {
        String id = CosmosFixture.name("i");
        CosmosItemResponse<ObjectNode> created =
                container.createItem(item(id).put("text", "Grüße, 日本").put("number", 1.5));
        assertThat(created.getStatusCode()).isEqualTo(201);
        ObjectNode found = read(container, id);
        assertThat(found).isEqualTo(created.getItem());
        assertThat(found.get("text").textValue()).isEqualTo("Grüße, 日本");
        assertThat(found.get("number").doubleValue()).isEqualTo(1.5);
    }

    @Test
    void anItemHasTheSystemProperties() {
        String id = CosmosFixture.name("i");
        CosmosItemResponse<ObjectNode> created = container.createItem(item(id));
        ObjectNode found = created.getItem();
        assertThat(found.get("_etag").textValue()).isEqualTo(created.getETag());
        assertThat(found.get("_ts").isIntegralNumber()).isTrue();
        assertThat(found.get("_rid").textValue()).hasSize(24);
        assertThat(found.get("_self").textValue())
                .endsWith("/docs/" + found.get("_rid").textValue() + "/");
    }

    @Test
    void anUpsertCreatesAndThenReplaces() {
        String id = CosmosFixture.name("i");
        assertThat(container.upsertItem(item(id)).getStatusCode()).isEqualTo(201);
        assertThat(container.upsertItem(item(id).put("v", 2)).getStatusCode()).isEqualTo(200);
        assertThat(read(container, id).get("v").intValue()).isEqualTo(2);
    }

    @Test
    void aReplaceChangesTheETagAndKeepsTheResourceId() {
        String id = CosmosFixture.name("i");
        ObjectNode created = container.createItem(item(id)).getItem();
        ObjectNode replaced = container
                .replaceItem(created.deepCopy().put("v", 2), id, P, new CosmosItemRequestOptions())
                .getItem();
        assertThat(replaced.get("_etag")).isNotEqualTo(created.get("_etag"));
        assertThat(replaced.get("_rid")).isEqualTo(created.get("_rid"));
    }

    @Test
    void aDeletedItemIsGone() {
        String id = CosmosFixture.name("i");
        container.createItem(item(id));
        assertThat(container.deleteItem(id, P, new CosmosItemRequestOptions()).getStatusCode())
                .isEqualTo(204);
        assertThat(exists(container, id)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a?b", "a#b", "a ", "a\tb", "a\rb", "a\nb"})
    void everyOperationTakesAnIdThatIsEncodedInAPath(String id) {
        assertThat(container.createItem(item(id)).getStatusCode()).isEqualTo(201);
        assertThat(read(container, id).get("id").textValue()).isEqualTo(id);
        container.replaceItem(item(id), id, P, new CosmosItemRequestOptions());
        container.patchItem(id, P, CosmosPatchOperations.create().set("/n", 1), ObjectNode.class);
        container.deleteItem(id, P, new CosmosItemRequestOptions());
        assertThat(exists(container, id)).isFalse();
    }

    @Test
    void anItemCanBeRenamed() {
        String id = CosmosFixture.name("i");
        ObjectNode created = container.createItem(item(id)).getItem();
        ObjectNode renamed = container
                .replaceItem(item(id + "2"), id, P, new CosmosItemRequestOptions())
                .getItem();
        assertThat(renamed.get("_rid")).isEqualTo(created.get("_rid"));
        assertThat(exists(container, id)).isFalse();
        assertThat(exists(container, id + "2")).isTrue();
    }

    @Test
    void withoutContentOnWriteTheAnswerIsEmptyButHasAnETag() {
        try (CosmosClient quiet = cosmos.builder(scheme).buildClient()) {
            CosmosContainer same = quiet.getDatabase("db").getContainer(container.getId());
            String id = CosmosFixture.name("i");
            CosmosItemResponse<ObjectNode> created = same.createItem(item(id));
            assertThat(created.getStatusCode()).isEqualTo(201);
            assertThat(created.getItem()).isNull();
            assertThat(created.getETag()).isEqualTo(read(same, id).get("_etag").textValue());
            assertThat(same.upsertItem(item(id)).getItem()).isNull();
            assertThat(same.replaceItem(item(id), id, P, new CosmosItemRequestOptions())
                            .getItem())
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space", "100%", "a+b", "日本 語", "a&b=c", "it's (1)!", "%41", "ü:@,;~*"})
    void anIdMayHoldWhateverIsNotASlash(String id) {
        CosmosContainer fresh = cosmos.container();
        fresh.createItem(item(id));
        assertThat(read(fresh, id).get("id").textValue()).isEqualTo(id);
        fresh.replaceItem(item(id).put("v", 1), id, P, new CosmosItemRequestOptions());
        fresh.deleteItem(id, P, new CosmosItemRequestOptions());
        assertThat(exists(fresh, id)).isFalse();
    }

    @Test
    void creatingTwiceIsAConflict() {
        String id = CosmosFixture.name("i");
        container.createItem(item(id));
        CosmosException failure = failureOf(() -> container.createItem(item(id)));
        assertThat(failure.getStatusCode()).isEqualTo(409);
        assertThat(failure.getActivityId()).isNotEmpty();
    }

    @Test
    void aMissingItemIsNotFound() {
        CosmosException failure = failureOf(() -> read(container, "nobody"));
        assertThat(failure.getStatusCode()).isEqualTo(404);
        assertThat(failure.getSubStatusCode()).isZero();
    }

    @Test
    void aMissingItemIsReportedInTheWordsOfTheConnectionMode() {
        CosmosException failure = failureOf(() -> read(container, "nobody"));
        assertThat(failure.getMessage())
                .contains(
                        scheme == Scheme.DIRECT
                                ? "Resource Not Found."
                                : "Entity with the specified id does not exist in the system.");
    }

    @Test
    void anItemOfAMissingContainerHasNoOwner() {
        CosmosException failure = failureOf(() -> read(cosmos.database.getContainer("nowhere"), "a"));
        assertThat(failure.getStatusCode()).isEqualTo(404);
        assertThat(failure.getSubStatusCode()).isEqualTo(1003);
        CosmosException write = failureOf(
                () -> cosmos.client.getDatabase("nodb").getContainer("nowhere").createItem(item("a")));
        assertThat(write.getStatusCode()).isEqualTo(404);
        assertThat(write.getSubStatusCode()).isEqualTo(1003);
    }

    @Test
    void aStaleETagIsRefused() {
        String id = CosmosFixture.name("i");
        String stale = container.createItem(item(id)).getETag();
        container.upsertItem(item(id).put("v", 2));
        CosmosItemRequestOptions ifMatch = new CosmosItemRequestOptions().setIfMatchETag(stale);
        CosmosException replace = failureOf(() -> container.replaceItem(item(id), id, P, ifMatch));
        assertThat(replace.getStatusCode()).isEqualTo(412);
        assertThat(failureOf(() -> container.deleteItem(id, P, ifMatch)).getStatusCode())
                .isEqualTo(412);
        assertThat(failureOf(() -> container.upsertItem(item(id), P, ifMatch)).getStatusCode())
                .isEqualTo(412);
        String current = read(container, id).get("_etag").textValue();
        container.replaceItem(item(id), id, P, new CosmosItemRequestOptions().setIfMatchETag(current));
    }

    @Test
    void anUnchangedItemIsNotSentAgain() {
        String id = CosmosFixture.name("i");
        String etag = container.createItem(item(id)).getETag();
        CosmosItemResponse<ObjectNode> response =
                container.readItem(id, P, new CosmosItemRequestOptions().setIfNoneMatchETag(etag), ObjectNode.class);
        assertThat(response.getStatusCode()).isEqualTo(304);
    }

    @Test
    void everyAnswerHasAChargeASessionTokenAndDiagnostics() {
        String id = CosmosFixture.name("i");
        CosmosItemResponse<ObjectNode> created = container.createItem(item(id));
        CosmosItemResponse<ObjectNode> found = container.readItem(id, P, ObjectNode.class);
        assertThat(created.getRequestCharge()).isGreaterThan(found.getRequestCharge());
        assertThat(found.getRequestCharge()).isPositive();
        assertThat(found.getSessionToken()).matches("0:-1#\\d+");
        assertThat(found.getDiagnostics().getDuration()).isNotNull();
        CosmosItemResponse<ObjectNode> again = container.readItem(
                id, P, new CosmosItemRequestOptions().setSessionToken(created.getSessionToken()), ObjectNode.class);
        assertThat(again.getItem()).isEqualTo(created.getItem());
    }

    @Test
    void anItemThatIsTooLargeIsRefused() {
        CosmosException failure =
                failureOf(() -> container.createItem(item("large").put("text", "x".repeat(2 << 20))));
        assertThat(failure.getStatusCode()).isEqualTo(413);
    }

    @Test
    void aPartOfAnItemIsChanged() {
        String id = CosmosFixture.name("i");
        container.createItem(item(id));
        ObjectNode patched = container
                .patchItem(id, P, CosmosPatchOperations.create().add("/v", 1), ObjectNode.class)
                .getItem();
        assertThat(patched.get("v").asInt()).isEqualTo(1);
    }
}
