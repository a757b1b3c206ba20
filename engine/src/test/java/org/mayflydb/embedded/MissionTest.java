package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.START;
import static org.mayflydb.embedded.Shop.isVisible;
import static org.mayflydb.embedded.Shop.item;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.ttl.Lifetime;

/**
 * What time to live promises, statement by statement. The numbers are those of the table in {@code
 * docs/COMPATIBILITY.md}.
 */
class MissionTest {
    private static final long FAR_FUTURE = 3L * Integer.MAX_VALUE;

    private final Shop shop = new Shop();

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void m1ItemsGoAwayWithoutAnyDeleteByTheApplication() {
        Container sessions = shop.container(1200);
        sessions.create(item("session"));
        shop.pass(1200);
        assertThat(isVisible(sessions, "session")).isFalse();
        while (!sessions.purge(100).done()) {}
        assertThat(sessions.usage().items()).isZero();
    }

    @Test
    void m2TimeToLiveIsOffUnlessAskedFor() {
        Container container = shop.container(null);
        container.create(item("a"));
        shop.pass(FAR_FUTURE);
        assertThat(isVisible(container, "a")).isTrue();
        assertThat(container.properties()).doesNotContain("defaultTtl");
    }

    @Test
    void m2TheDefaultOfTheContainerIsOverriddenByTheItem() {
        Container container = shop.container(10);
        container.create(item("default"));
        container.create(item("own", "20"));
        shop.pass(10);
        assertThat(isVisible(container, "default")).isFalse();
        assertThat(isVisible(container, "own")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000, Integer.MAX_VALUE})
    void m3LifetimesAreWholeSecondsUpToTheLargestInt(int seconds) {
        Container container = shop.container(seconds);
        container.create(item("a"));
        shop.pass(seconds - 1L);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "1.5", "\"60\"", "true", "0", "-2", "[]", "{}"})
    void m3AnythingElseIsRefused(String ttl) {
        Container container = shop.container(-1);
        assertThatThrownBy(() -> container.create(item("a", ttl)))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The input ttl '" + ttl
                        + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to"
                        + " '2147483647', or '-1' which means never expire.");
        assertThatThrownBy(() -> shop.database.createContainer(
                        ContainerSpec.named("bad").partitionKey("/pk").property("defaultTtl", ttl)))
                .isInstanceOf(BadRequestException.class);
        assertThat(container.usage().items()).isZero();
    }

    @Test
    void m4WithoutADefaultNothingExpires() {
        Container container = shop.container(null);
        container.create(item("a", "1"));
        shop.pass(FAR_FUTURE);
        assertThat(isVisible(container, "a")).isTrue();
    }

    @Test
    void m4ANullDefaultIsNoDefault() {
        Container container = shop.database.createContainer(
                ContainerSpec.named("null").partitionKey("/pk").property("defaultTtl", "null"));
        container.create(item("a", "1"));
        shop.pass(FAR_FUTURE);
        assertThat(isVisible(container, "a")).isTrue();
        assertThat(container.properties()).doesNotContain("defaultTtl");
    }

    @Test
    void m5MinusOneKeepsItemsForEverUnlessTheySayOtherwise() {
        Container container = shop.container(-1);
        container.create(item("silent"));
        container.create(item("own", "5"));
        shop.pass(5);
        assertThat(isVisible(container, "own")).isFalse();
        shop.pass(FAR_FUTURE);
        assertThat(isVisible(container, "silent")).isTrue();
        assertThat(container.properties()).contains("\"defaultTtl\":-1");
    }

    @Test
    void m6NinetyDaysAndTwentyThousandUnitsAsInTheFirstExample() {
        Container container = shop.database.createContainer(ContainerSpec.named("orders")
                .partitionKey("/pk")
                .defaultTtlSeconds(90 * 60 * 60 * 24)
                .throughput(20_000));
        container.create(item("a"));
        shop.clock.advance(Duration.ofDays(90).minusSeconds(1));
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void m7AnItemsOwnLifetimeCountsOnlyWhileTheContainerHasADefault() {
        Container container = shop.container(null);
        container.create(item("a", "5"));
        shop.pass(5);
        assertThat(isVisible(container, "a")).isTrue();
        container.defaultTtlSeconds(-1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @ParameterizedTest(name = "container {0}, item {1}: {2}")
    @CsvSource(
            nullValues = "none",
            value = {
                "none, none, none", "none, -1, none", "none, 2000, none",
                "-1, none, none", "-1, -1, none", "-1, 2000, 2000",
                "1000, none, 1000", "1000, -1, none", "1000, 2000, 2000",
            })
    void m8TheNineCells(@Nullable Integer container, @Nullable String item, @Nullable Integer expected) {
        Container inCell = shop.container(container);
        inCell.create(item("a", item));
        if (expected == null) {
            shop.pass(FAR_FUTURE);
            assertThat(isVisible(inCell, "a")).isTrue();
        } else {
            shop.pass(expected - 1);
            assertThat(isVisible(inCell, "a")).isTrue();
            shop.pass(1);
            assertThat(isVisible(inCell, "a")).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1000})
    void m8ANullLifetimeInheritsLikeAnAbsentOne(int defaultTtl) {
        Container container = shop.container(defaultTtl);
        Item created = container.create(item("a", "null"));
        assertThat(created.lifetime()).isEqualTo(Lifetime.INHERIT);
        shop.pass(1000);
        assertThat(isVisible(container, "a")).isEqualTo(defaultTtl == -1);
    }

    @Test
    void m9SwitchedOffALifetimeIsKeptButNotInterpretedAndCountsAgainLater() {
        Container container = shop.container(-1);
        container.create(item("a", "5"));
        container.removeDefaultTtl();
        shop.pass(5);
        assertThat(container.read("a", KEY).json()).contains("\"ttl\":5");
        container.defaultTtlSeconds(-1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void m10TheMemberIsTtlAndLeavingItOutInherits() {
        Container container = shop.container(10);
        container.create(Map.of("id", "a", "pk", "p", "TTL", 1, "_ttl", 1, "nested", Map.of("ttl", 1)));
        shop.pass(9);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void m11EveryWriteRenewsTheTimestampThatLifetimesCountFrom() {
        Container container = shop.container(null);
        assertThat(container.create(item("a")).timestamp()).isEqualTo(Instant.ofEpochSecond(START));
        shop.pass(7);
        Item replaced = container.replace("a", item("a"));
        assertThat(replaced.timestamp()).isEqualTo(Instant.ofEpochSecond(START + 7));
        assertThat(replaced.json()).endsWith("\"_ts\":" + (START + 7) + "}");
    }

    @Test
    void m12FromItsDeadlineOnNoOperationFindsTheItem() {
        Container container = shop.container(10);
        String etag = container.create(item("a")).etag();
        shop.pass(9);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThatThrownBy(() -> container.read("a", KEY)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> container.replace("a", item("a"))).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> container.replace("a", item("a"), WriteOptions.ifMatch(etag)))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> container.delete("a", KEY)).isInstanceOf(NotFoundException.class);
        assertThat(container.list(10).items()).isEmpty();
        assertThat(container.list(KEY, 10, null).items()).isEmpty();
    }

    @Test
    void m13VisibilityDoesNotWaitForTheBackgroundTask() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(10);
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(container.purge(10).items()).as("it was still stored").isEqualTo(1);
    }

    @Test
    void m14ItIsGoneEverywhereInTheSameSecond() {
        Container container = shop.database.createContainer(ContainerSpec.named("wide")
                .partitionKey("/pk")
                .defaultTtlSeconds(10)
                .throughput(50_000));
        for (int i = 0; i < 100; i++) {
            container.create(Map.of("id", "i", "pk", "k" + i));
        }
        shop.pass(9);
        assertThat(container.list(1000).items()).hasSize(100);
        shop.pass(1);
        assertThat(container.list(1000).items()).isEmpty();
        for (int i = 0; i < 100; i++) {
            assertThat(container.find("i", PartitionKey.of("k" + i))).isEmpty();
        }
    }

    @Test
    void m16AnItemExpiresWholeAndALinkedItemByItself() {
        Container container = shop.container(-1);
        container.create("{\"id\":\"order\",\"pk\":\"p\",\"part\":{\"ttl\":5}}");
        container.create(item("order-part", "5"));
        shop.pass(5);
        assertThat(container.read("order", KEY).json()).contains("\"part\":{\"ttl\":5}");
        assertThat(isVisible(container, "order-part")).isFalse();
    }

    @Test
    void m17DeletionHappensLaterAndNobodySeesTheDifference() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(10);
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(container.usage().items()).isZero();
        container.purge(10);
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(container.usage().items()).isZero();
    }

    @Test
    void m21ExpiredItemsCountInNoQuotaEvenBeforeTheyAreDeleted() {
        Container container = shop.container(10);
        container.create(item("inherits"));
        container.create(item("own", "5"));
        Item kept = container.create(item("never", "-1"));
        shop.pass(10);
        assertThat(container.usage().items()).isEqualTo(1);
        assertThat(container.usage().bytes()).isEqualTo(kept.bytes().length);
        container.purge(10);
        assertThat(container.usage().items()).isEqualTo(1);
        assertThat(container.usage().bytes()).isEqualTo(kept.bytes().length);
    }

    @Test
    void m22AnyWriteRestartsTheCountdown() {
        Container container = shop.container(8);
        container.create(item("a"));
        container.create(item("b"));
        shop.pass(3);
        container.upsert(item("a"));
        container.replace("b", item("b"));
        shop.pass(7);
        assertThat(isVisible(container, "a")).isTrue();
        assertThat(isVisible(container, "b")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(isVisible(container, "b")).isFalse();
    }

    @Test
    void m22ReadsDoNot() {
        Container container = shop.container(8);
        container.create(item("a"));
        shop.pass(7);
        container.read("a", KEY);
        container.list(10);
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void m23ALifetimeIsChangedLikeAnyProperty() {
        Container container = shop.container(-1);
        container.create(item("a", "5"));
        container.replace("a", item("a", "50"));
        shop.pass(49);
        assertThat(container.read("a", KEY).json()).contains("\"ttl\":50");
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void m24RemovingTheLifetimeInheritsAgain() {
        Container container = shop.container(10);
        container.create(item("a", "100"));
        shop.pass(5);
        container.replace("a", item("a"));
        shop.pass(9);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void m24MinusOneStopsExpiryAndInheriting() {
        Container container = shop.container(10);
        container.create(item("a", "5"));
        container.replace("a", item("a", "-1"));
        shop.pass(FAR_FUTURE);
        assertThat(isVisible(container, "a")).isTrue();
    }

    @Test
    void m25RemovingTheDefaultStopsAllExpiryAndAllBackgroundWork() {
        Container container = shop.container(10);
        container.create(item("inherits"));
        container.create(item("own", "10"));
        shop.pass(10);
        container.removeDefaultTtl();
        assertThat(isVisible(container, "inherits")).isTrue();
        assertThat(isVisible(container, "own")).isTrue();
        assertThat(container.purge(10).items()).isZero();
    }

    @Test
    void m25MinusOneKeepsItemsOwnLifetimesInForce() {
        Container container = shop.container(10);
        container.create(item("inherits"));
        container.create(item("own", "10"));
        shop.pass(10);
        container.defaultTtlSeconds(-1);
        assertThat(isVisible(container, "inherits")).isTrue();
        assertThat(isVisible(container, "own")).isFalse();
    }

    @Test
    void m26TimeToLiveNeedsAnIndex() {
        String none = "{\"indexingMode\":\"none\"}";
        String text = "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the collection";
        assertThatThrownBy(() -> shop.database.createContainer(ContainerSpec.named("x")
                        .partitionKey("/pk")
                        .property("indexingPolicy", none)
                        .defaultTtlSeconds(-1)))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(text);
        Container unindexed = shop.database.createContainer(
                ContainerSpec.named("unindexed").partitionKey("/pk").property("indexingPolicy", none));
        assertThatThrownBy(() -> unindexed.defaultTtlSeconds(10))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(text);
        Container expiring = shop.container(10);
        String switchedOff = "{\"id\":\"" + expiring.id()
                + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},\"defaultTtl\":10,"
                + "\"indexingPolicy\":" + none + "}";
        assertThatThrownBy(() -> expiring.replaceProperties(switchedOff))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(text);
    }
}
