package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.exists;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.name;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the service promises about time to live, as somebody sees it who has only the Java client. The numbers are those of
 * the statements in the engine's test of the same name.
 */
@TestInstance(Lifecycle.PER_CLASS)
class MissionTest {
    private final CosmosFixture cosmos = new CosmosFixture(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    private static void changeDefault(CosmosContainer container, @Nullable Integer seconds) {
        CosmosContainerProperties properties = container.read().getProperties();
        properties.setDefaultTimeToLiveInSeconds(seconds);
        container.replace(properties);
    }

    private static void write(CosmosContainer container, ObjectNode item) {
        container.upsertItem(item);
    }

    private void assertGoneAfter(long seconds, CosmosContainer container, String id) {
        cosmos.server.advanceClock(seconds - 2);
        assertThat(exists(container, id)).as("before its time").isTrue();
        cosmos.server.advanceClock(2);
        assertThat(exists(container, id)).as("at its time").isFalse();
    }

    /** Waits for real seconds, not for a clock that is moved; the clock is read only to say when that was. */
    private void awaitGone(CosmosContainer container, String id) {
        while (exists(container, id)) {
            LockSupport.parkNanos(50_000_000);
        }
    }

    @Test
    void m1AnItemGoesByItselfAfterRealSeconds() {
        CosmosContainer container = cosmos.container(2);
        long written = container.createItem(item("a")).getItem().get("_ts").longValue();
        awaitGone(container, "a");
        assertThat(cosmos.server.nowSeconds()).isGreaterThanOrEqualTo(written + 2);
    }

    @Test
    void m2ADefaultIsOverriddenOnTheItem() {
        CosmosContainer container = cosmos.container(1000);
        write(container, item("short").put("ttl", 10));
        write(container, item("default"));
        cosmos.server.advanceClock(10);
        assertThat(exists(container, "short")).isFalse();
        assertThat(exists(container, "default")).isTrue();
    }

    @Test
    void m2TimeToLiveIsOffUnlessAskedFor() {
        assertThat(cosmos.container().read().getProperties().getDefaultTimeToLiveInSeconds())
                .isNull();
    }

    @Test
    void m3TheLongestLifetimeIsAccepted() {
        CosmosContainer container = cosmos.container(Integer.MAX_VALUE);
        write(container, item("a").put("ttl", Integer.MAX_VALUE));
        assertThat(read(container, "a").get("ttl").intValue()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -2, 1.5, 2147483648.0})
    void m3OtherNumbersAreRefused(double ttl) {
        CosmosContainer container = cosmos.container(-1);
        CosmosException failure = failureOf(() -> container.createItem(item("a").put("ttl", ttl)));
        assertThat(failure.getStatusCode()).isEqualTo(400);
        assertThat(exists(container, "a")).isFalse();
    }

    @Test
    void m3ADefaultOfZeroIsRefused() {
        assertThat(failureOf(() -> cosmos.container(0)).getStatusCode()).isEqualTo(400);
    }

    @Test
    void m4WithoutADefaultNothingExpires() {
        CosmosContainer container = cosmos.container();
        write(container, item("a").put("ttl", 1));
        cosmos.server.advanceClock(1_000_000);
        assertThat(exists(container, "a")).isTrue();
    }

    @Test
    void m5WithMinusOneOnlyItemsThatSaySoExpire() {
        CosmosContainer container = cosmos.container(-1);
        write(container, item("stays"));
        write(container, item("goes").put("ttl", 60));
        assertGoneAfter(60, container, "goes");
        assertThat(exists(container, "stays")).isTrue();
    }

    @Test
    void m6ADefaultOfNinetyDaysHoldsForAContainerOfTwentyThousandUnits() {
        int ninetyDays = 90 * 60 * 60 * 24;
        CosmosContainerProperties properties = new CosmosContainerProperties(name("c"), "/pk");
        properties.setDefaultTimeToLiveInSeconds(ninetyDays);
        CosmosContainer container = cosmos.container(properties, ThroughputProperties.createManualThroughput(12_000));
        write(container, item("a"));
        assertGoneAfter(ninetyDays, container, "a");
    }

    @Test
    void m7AnItemsLifetimeOverridesTheDefaultUpwardsToo() {
        CosmosContainer container = cosmos.container(10);
        write(container, item("a").put("ttl", 100));
        assertGoneAfter(100, container, "a");
    }

    @ParameterizedTest
    @CsvSource({
        ", , 0",
        ", -1, 0",
        ", 2000, 0",
        "-1, , 0",
        "-1, -1, 0",
        "-1, 2000, 2000",
        "1000, , 1000",
        "1000, -1, 0",
        "1000, 2000, 2000"
    })
    void m8TheNineCells(@Nullable Integer ofContainer, @Nullable Integer ofItem, int goneAfter) {
        CosmosContainer container = cosmos.container(ofContainer);
        write(container, ofItem == null ? item("a") : item("a").put("ttl", ofItem));
        if (goneAfter == 0) {
            cosmos.server.advanceClock(100_000_000);
            assertThat(exists(container, "a")).isTrue();
        } else {
            assertGoneAfter(goneAfter, container, "a");
        }
    }

    @Test
    void m9AnItemsLifetimeCountsAgainWhenTimeToLiveIsSwitchedOnAgain() {
        CosmosContainer container = cosmos.container(-1);
        write(container, item("a").put("ttl", 60));
        changeDefault(container, null);
        cosmos.server.advanceClock(60);
        assertThat(exists(container, "a")).isTrue();
        changeDefault(container, -1);
        assertThat(exists(container, "a")).isFalse();
    }

    /** As applications declare it: null is left out. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Order(String id, String pk, @Nullable Integer ttl) {}

    @Test
    void m10ALifetimeThatIsLeftOutIsInherited() {
        CosmosContainer container = cosmos.container(60);
        container.createItem(new Order("a", "p", null));
        container.createItem(new Order("b", "p", 600));
        assertThat(read(container, "a").has("ttl")).isFalse();
        assertThat(read(container, "b").get("ttl").intValue()).isEqualTo(600);
        cosmos.server.advanceClock(60);
        assertThat(exists(container, "a")).isFalse();
        assertThat(exists(container, "b")).isTrue();
    }

    @Test
    void m11TheTimestampIsRenewedByEveryWrite() {
        CosmosContainer container = cosmos.container();
        long created = container.createItem(item("a")).getItem().get("_ts").longValue();
        cosmos.server.advanceClock(100);
        assertThat(read(container, "a").get("_ts").longValue()).isEqualTo(created);
        write(container, item("a"));
        assertThat(read(container, "a").get("_ts").longValue()).isGreaterThanOrEqualTo(created + 100);
    }

    @Test
    void m12NoOperationIsAllowedOnAnExpiredItem() {
        CosmosContainer container = cosmos.container(10);
        write(container, item("a"));
        cosmos.server.advanceClock(10);
        CosmosItemRequestOptions options = new CosmosItemRequestOptions();
        assertThat(failureOf(() -> read(container, "a")).getStatusCode()).isEqualTo(404);
        assertThat(failureOf(() -> container.replaceItem(item("a"), "a", P, options))
                        .getStatusCode())
                .isEqualTo(404);
        assertThat(failureOf(() -> container.deleteItem("a", P, options)).getStatusCode())
                .isEqualTo(404);
        assertThat(container.queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class))
                .isEmpty();
        assertThat(container.createItem(item("a")).getStatusCode()).isEqualTo(201);
    }

    @Test
    void m12AnUpsertOfAnExpiredItemCreatesANewOne() {
        CosmosContainer container = cosmos.container(10);
        ObjectNode first = container.createItem(item("a")).getItem();
        cosmos.server.advanceClock(10);
        assertThat(container.upsertItem(item("a")).getStatusCode()).isEqualTo(201);
        assertThat(read(container, "a").get("_rid")).isNotEqualTo(first.get("_rid"));
    }

    @Test
    void m14AllClientsLoseItAtTheSameTime() {
        CosmosContainer container = cosmos.container(10);
        write(container, item("a"));
        try (CosmosClient other = cosmos.builder(Scheme.HTTPS).buildClient()) {
            CosmosContainer theirs = other.getDatabase("db").getContainer(container.getId());
            assertThat(exists(theirs, "a")).isTrue();
            cosmos.server.advanceClock(10);
            assertThat(exists(theirs, "a")).isFalse();
            assertThat(exists(container, "a")).isFalse();
        }
    }

    @Test
    void m15ItHoldsForTheAsynchronousApiAsWell() {
        CosmosContainer container = cosmos.container(10);
        write(container, item("a"));
        cosmos.server.advanceClock(10);
        try (CosmosAsyncClient client = cosmos.asyncClient(Scheme.HTTPS)) {
            var same = client.getDatabase("db").getContainer(container.getId());
            assertThat(failureOf(() -> same.readItem("a", P, ObjectNode.class).block())
                            .getStatusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void m16APartExpiresInALinkedItemOfItsOwn() {
        CosmosContainer container = cosmos.container(-1);
        write(container, item("order").put("payment", "order-payment"));
        write(container, item("order-payment").put("ttl", 60));
        cosmos.server.advanceClock(60);
        assertThat(exists(container, read(container, "order").get("payment").textValue()))
                .isFalse();
    }

    @Test
    void m17DeletionComesLaterAndChangesNothingThatClientsSee() {
        CosmosContainer container = cosmos.container(10);
        write(container, item("a"));
        cosmos.server.advanceClock(10);
        assertThat(exists(container, "a")).isFalse();
        cosmos.server.flush();
        assertThat(cosmos.server.flush()).isZero();
        assertThat(exists(container, "a")).isFalse();
    }

    @Test
    void m21WhatHasExpiredDoesNotCountAsUsed() {
        CosmosContainer container = cosmos.container(-1);
        write(container, item("stays"));
        write(container, item("goes").put("ttl", 10));
        assertThat(usage(container)).contains("documentsCount=2;");
        cosmos.server.advanceClock(10);
        assertThat(usage(container)).contains("documentsCount=1;");
    }

    private static String usage(CosmosContainer container) {
        return container
                .read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true))
                .getResponseHeaders()
                .getOrDefault("x-ms-resource-usage", "");
    }

    @Test
    void m22AnyWriteRestartsTheCountdown() {
        CosmosContainer container = cosmos.container(60);
        write(container, item("a"));
        cosmos.server.advanceClock(50);
        container.replaceItem(item("a"), "a", P, new CosmosItemRequestOptions());
        assertGoneAfter(60, container, "a");
    }

    @Test
    void m23ALifetimeIsChangedByUpdatingTheItemInRealSeconds() {
        CosmosContainer container = cosmos.container(3600);
        write(container, item("a"));
        ObjectNode found = read(container, "a");
        long changed = container
                .replaceItem(found.put("ttl", 2), "a", P, new CosmosItemRequestOptions())
                .getItem()
                .get("_ts")
                .longValue();
        awaitGone(container, "a");
        assertThat(cosmos.server.nowSeconds()).isGreaterThanOrEqualTo(changed + 2);
    }

    @Test
    void m24AnItemWhoseLifetimeIsRemovedInheritsAgain() {
        CosmosContainer container = cosmos.container(100);
        write(container, item("a").put("ttl", 10));
        ObjectNode found = read(container, "a");
        found.remove("ttl");
        container.replaceItem(found, "a", P, new CosmosItemRequestOptions());
        assertGoneAfter(100, container, "a");
    }

    @Test
    void m24MinusOneStopsAnItemFromExpiring() {
        CosmosContainer container = cosmos.container(100);
        write(container, item("a"));
        container.replaceItem(read(container, "a").put("ttl", -1), "a", P, new CosmosItemRequestOptions());
        cosmos.server.advanceClock(1000);
        assertThat(exists(container, "a")).isTrue();
    }

    @Test
    void m25RemovingTheDefaultStopsEveryItemFromExpiring() {
        CosmosContainer container = cosmos.container(100);
        write(container, item("a"));
        write(container, item("b").put("ttl", 10));
        changeDefault(container, null);
        cosmos.server.advanceClock(1000);
        assertThat(exists(container, "a")).isTrue();
        assertThat(exists(container, "b")).isTrue();
    }

    @Test
    void m25MinusOneKeepsTheItemsOwnLifetimes() {
        CosmosContainer container = cosmos.container(100);
        write(container, item("a"));
        write(container, item("b").put("ttl", 200));
        changeDefault(container, -1);
        cosmos.server.advanceClock(200);
        assertThat(exists(container, "a")).isTrue();
        assertThat(exists(container, "b")).isFalse();
    }

    private static IndexingPolicy none() {
        return new IndexingPolicy().setIndexingMode(IndexingMode.NONE).setAutomatic(false);
    }

    @Test
    void m26TimeToLiveWithoutAnIndexIsRefused() {
        CosmosContainerProperties properties = new CosmosContainerProperties(name("c"), "/pk");
        properties.setIndexingPolicy(none());
        properties.setDefaultTimeToLiveInSeconds(60);
        assertThat(failureOf(() -> cosmos.database.createContainer(properties)).getStatusCode())
                .isEqualTo(400);
    }

    @Test
    void m26TheIndexCannotBeSwitchedOffUnderTimeToLive() {
        CosmosContainer container = cosmos.container(60);
        CosmosContainerProperties properties = container.read().getProperties();
        properties.setIndexingPolicy(none());
        assertThat(failureOf(() -> container.replace(properties)).getStatusCode())
                .isEqualTo(400);
        assertThat(container.read().getProperties().getIndexingPolicy().getIndexingMode())
                .isEqualTo(IndexingMode.CONSISTENT);
    }
}
