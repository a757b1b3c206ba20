package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.mayflydb.embedded.Shop.item;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.forecast.Amount;
import org.mayflydb.forecast.Forecast;
import org.mayflydb.forecast.Horizon;
import org.mayflydb.forecast.WhatIf;
import org.mayflydb.item.expiry.ExpiredPage;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.expiry.Explanation.State;
import org.mayflydb.item.expiry.PurgeProgress;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.ttl.ExpiredItem;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LifetimeOrigin;

class LifetimesTest {
    private final Shop shop = new Shop();

    @AfterEach
    void close() {
        shop.close();
    }

    private static Explanation.Life life(Container container, String id) {
        return Objects.requireNonNull(
                container.lifetimes().explain(id, Shop.KEY).life());
    }

    private static LifetimeOrigin origin(Container container, String id) {
        return life(container, id).origin();
    }

    @Test
    void explanationNamesTheRuleThatDecides() {
        Container container = shop.container(10);
        container.create(item("inherits"));
        container.create(item("own", "5"));
        container.create(item("never", "-1"));
        assertThat(origin(container, "inherits")).isEqualTo(LifetimeOrigin.CONTAINER_DEFAULT);
        assertThat(origin(container, "own")).isEqualTo(LifetimeOrigin.ITEM_SECONDS);
        assertThat(origin(container, "never")).isEqualTo(LifetimeOrigin.ITEM_NEVER);
        container.defaultTtlSeconds(-1);
        assertThat(origin(container, "inherits")).isEqualTo(LifetimeOrigin.CONTAINER_WITHOUT_DEFAULT);
        assertThat(origin(container, "own")).isEqualTo(LifetimeOrigin.ITEM_SECONDS);
        container.removeDefaultTtl();
        assertThat(origin(container, "inherits")).isEqualTo(LifetimeOrigin.TIME_TO_LIVE_OFF);
        assertThat(origin(container, "own")).isEqualTo(LifetimeOrigin.TIME_TO_LIVE_OFF);
    }

    @Test
    void explanationTellsDeadlineAndSecondsLeft() {
        Container container = shop.container(10);
        container.create(item("a"));
        container.create(item("never", "-1"));
        shop.pass(3);
        Explanation a = container.lifetimes().explain("a", Shop.KEY);
        assertThat(a.state()).isEqualTo(State.LIVE);
        assertThat(a.now()).isEqualTo(Shop.START + 3);
        assertThat(a.secondsLeft()).hasValue(7);
        assertThat(life(container, "a").timestamp()).isEqualTo(Shop.START);
        assertThat(life(container, "a").deadline()).isEqualTo(Shop.START + 10);
        assertThat(container.lifetimes().explain("never", Shop.KEY).secondsLeft())
                .isEmpty();
        assertThat(life(container, "never").deadline()).isEqualTo(ExpiryRule.NEVER);
    }

    @Test
    void itemIsExplainedAsExpiredFromItsDeadlineUntilItIsPurged() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(9);
        assertThat(container.lifetimes().explain("a", Shop.KEY).state()).isEqualTo(State.LIVE);
        shop.pass(1);
        assertThat(container.lifetimes().explain("a", Shop.KEY).state()).isEqualTo(State.EXPIRED);
        assertThat(container.lifetimes().explain("a", Shop.KEY).secondsLeft()).hasValue(0);
        container.lifetimes().purgeNow();
        assertThat(container.lifetimes().explain("a", Shop.KEY))
                .isEqualTo(new Explanation(
                        State.ABSENT,
                        Shop.START + 10,
                        container.lifetimes().explain("a", Shop.KEY).ttl(),
                        null));
    }

    @Test
    void lifetimeThatCountsFromTheDocumentIsExplainedByItsStart() {
        Container container = shop.container(10);
        container.replaceProperties(container
                .properties()
                .replaceFirst("\"defaultTtl\":10", "\"defaultTtl\":10,\"ttlPropertyPath\":\"/at\""));
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"at\":" + (Shop.START + 100) + "}");
        assertThat(life(container, "a").start()).isEqualTo(Shop.START + 100);
        assertThat(life(container, "a").deadline()).isEqualTo(Shop.START + 110);
        Forecast forecast = container.lifetimes().forecast(Horizon.even(60, 2));
        assertThat(forecast.buckets().get(1).amount().items()).isEqualTo(1);
    }

    @Test
    void explainingDoesNotRestartTheCountdown() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(5);
        container.lifetimes().explain("a", Shop.KEY);
        assertThat(life(container, "a").deadline()).isEqualTo(Shop.START + 10);
    }

    @Test
    void forecastPutsEveryItemIntoOnePlace() {
        Container container = shop.container(3600);
        container.create(item("hour"));
        container.create(item("minute", "60"));
        container.create(item("late", "1000000000"));
        container.create(item("never", "-1"));
        container.create(item("gone", "5"));
        shop.pass(10);
        Forecast forecast = container.lifetimes().forecast(Horizon.even(60, 60));
        assertThat(forecast.now()).isEqualTo(Shop.START + 10);
        assertThat(forecast.buckets()).hasSize(60);
        assertThat(forecast.buckets().get(0).amount().items()).isEqualTo(1);
        assertThat(forecast.buckets().get(0).afterSecond()).isEqualTo(Shop.START + 10);
        assertThat(forecast.buckets().get(0).untilSecond()).isEqualTo(Shop.START + 70);
        assertThat(forecast.buckets().get(59).amount().items()).isEqualTo(1);
        assertThat(forecast.expired().items()).isEqualTo(1);
        assertThat(forecast.later().items()).isEqualTo(1);
        assertThat(forecast.never().items()).isEqualTo(1);
        assertThat(forecast.precision().exact()).isTrue();
        assertThat(forecast.live())
                .isEqualTo(
                        new Amount(container.usage().items(), container.usage().bytes()));
    }

    @Test
    void forecastWithoutBucketsOrWithTooManyIsRefused() {
        assertThatThrownBy(() -> Horizon.even(0, 10)).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> Horizon.even(60, 0)).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> Horizon.even(60, 1001)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void whatIfTellsWhatWouldGoAndWhatWouldComeBackAndChangesNothing() {
        Container container = shop.container(100);
        container.create(item("old"));
        container.create(item("own", "20"));
        shop.pass(50);
        container.create(item("young"));
        WhatIf shorter = container.lifetimes().whatIf(30, Horizon.even(10, 10));
        assertThat(shorter.removed().items()).isEqualTo(1);
        assertThat(shorter.broughtBack()).isEqualTo(Amount.NONE);
        assertThat(shorter.proposed().buckets().get(2).amount().items()).isEqualTo(1);
        assertThat(shorter.present().buckets().get(4).amount().items()).isEqualTo(1);
        WhatIf off = container.lifetimes().whatIf(null, Horizon.AUTOMATIC);
        assertThat(off.broughtBack().items()).isEqualTo(1);
        assertThat(off.proposed().never().items()).isEqualTo(3);
        WhatIf noDefault = container.lifetimes().whatIf(-1, Horizon.AUTOMATIC);
        assertThat(noDefault.broughtBack()).isEqualTo(Amount.NONE);
        assertThat(noDefault.proposed().never().items()).isEqualTo(2);
        assertThat(container.usage().items()).isEqualTo(2);
        assertThatThrownBy(() -> container.lifetimes().whatIf(0, Horizon.AUTOMATIC))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void expiredItemsAreShownPageByPageWithTheirContent() {
        Container container = shop.container(10);
        for (int i = 0; i < 7; i++) {
            container.create(item("inherits" + i));
            container.create(item("own" + i, "5"));
        }
        container.create(item("never", "-1"));
        assertThat(container.lifetimes().peek(3, null).items()).isEmpty();
        shop.pass(10);
        List<String> found = new ArrayList<>();
        String continuation = null;
        do {
            ExpiredPage page = container.lifetimes().peek(3, continuation);
            assertThat(page.items().size()).isLessThanOrEqualTo(3);
            page.items().stream().map(ExpiredItem::jsonText).forEach(found::add);
            continuation = page.continuation();
        } while (continuation != null);
        assertThat(found).hasSize(14).doesNotHaveDuplicates();
        assertThat(found.get(0)).startsWith("{\"id\":\"own0\",\"pk\":\"p\",\"ttl\":5,\"_rid\":");
        assertThat(found.get(13)).startsWith("{\"id\":\"inherits6\"");
        assertThat(container.list(100).items()).as("peeking shows nobody else").hasSize(1);
    }

    @Test
    void pageOfExpiredItemsGoesOnAfterThePurgeHasTakenSome() {
        Container container = shop.container(10);
        for (int i = 0; i < 6; i++) {
            container.create(item("i" + i));
        }
        shop.pass(10);
        ExpiredPage first = container.lifetimes().peek(2, null);
        container.purge(4);
        ExpiredPage rest = container.lifetimes().peek(10, first.continuation());
        assertThat(rest.items()).hasSize(2);
        assertThat(rest.items().get(0).jsonText()).startsWith("{\"id\":\"i4\"");
        assertThatThrownBy(() -> container.lifetimes().peek(1, "nonsense")).isInstanceOf(BadRequestException.class);
    }

    @Test
    void restoredItemLivesAgainFromNowWithItsContent() {
        Container container = shop.container(10);
        Item before = container.create("{\"id\":\"a\",\"pk\":\"p\",\"ttl\":5,\"x\":\"\\u00e9\",\"n\":1.0}");
        shop.pass(20);
        Item restored = container.lifetimes().restore("a", Shop.KEY, Lifetime.ofSeconds(30));
        assertThat(restored.json())
                .startsWith("{\"id\":\"a\",\"pk\":\"p\",\"x\":\"\\u00e9\",\"n\":1.0,\"ttl\":30,\"_rid\":");
        assertThat(restored.toMap().get("_rid")).isEqualTo(before.toMap().get("_rid"));
        assertThat(restored.etag()).isNotEqualTo(before.etag());
        assertThat(restored.timestamp().getEpochSecond()).isEqualTo(Shop.START + 20);
        shop.pass(29);
        assertThat(container.read("a", Shop.KEY).json()).isEqualTo(restored.json());
        shop.pass(1);
        assertThat(Shop.isVisible(container, "a")).isFalse();
        assertThat(container.lifetimes().purgeNow().items()).isEqualTo(1);
    }

    @Test
    void restoredItemMayInheritOrLiveForEver() {
        Container container = shop.container(10);
        container.create(item("a", "5"));
        container.create(item("b", "5"));
        shop.pass(5);
        assertThat(container
                        .lifetimes()
                        .restore("a", Shop.KEY, Lifetime.INHERIT)
                        .json())
                .doesNotContain("ttl");
        assertThat(life(container, "a").deadline()).isEqualTo(Shop.START + 15);
        container.lifetimes().restore("b", Shop.KEY, Lifetime.NEVER);
        shop.pass(1000);
        assertThat(Shop.isVisible(container, "b")).isTrue();
        assertThat(Shop.isVisible(container, "a")).isFalse();
    }

    @Test
    void restoredItemIsFoundByQueriesUnderItsNewLifetime() {
        Container container = shop.container(10);
        container.create(item("a", "5"));
        shop.pass(5);
        container.lifetimes().restore("a", Shop.KEY, Lifetime.ofSeconds(7));
        assertThat(container.query("SELECT VALUE c.id FROM c WHERE c.ttl = 7").rows())
                .hasSize(1);
        assertThat(container.query("SELECT VALUE c.id FROM c WHERE c.ttl = 5").rows())
                .isEmpty();
    }

    @Test
    void whatIsAbsentOrAliveCannotBeRestored() {
        Container container = shop.container(10);
        container.create(item("alive"));
        String etag = container.read("alive", Shop.KEY).etag();
        assertThatThrownBy(() -> container.lifetimes().restore("alive", Shop.KEY, Lifetime.NEVER))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> container.lifetimes().restore("absent", Shop.KEY, Lifetime.NEVER))
                .isInstanceOf(NotFoundException.class);
        assertThat(container.read("alive", Shop.KEY).etag()).isEqualTo(etag);
        shop.pass(10);
        container.lifetimes().purgeNow();
        assertThatThrownBy(() -> container.lifetimes().restore("alive", Shop.KEY, Lifetime.NEVER))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void itemWhoseUniqueValueWasTakenSinceCannotBeRestored() {
        Container container = shop.database.createContainer(ContainerSpec.named("unique")
                .partitionKey("/pk")
                .defaultTtlSeconds(10)
                .uniqueKey("/mail"));
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"mail\":\"x\"}");
        container.create("{\"id\":\"b\",\"pk\":\"p\",\"mail\":\"y\"}");
        shop.pass(10);
        container.create("{\"id\":\"c\",\"pk\":\"p\",\"mail\":\"x\"}");
        assertThatThrownBy(() -> container.lifetimes().restore("a", Shop.KEY, Lifetime.INHERIT))
                .isInstanceOf(NotFoundException.class);
        container.lifetimes().restore("b", Shop.KEY, Lifetime.INHERIT);
        assertThatThrownBy(() -> container.create("{\"id\":\"d\",\"pk\":\"p\",\"mail\":\"y\"}"))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void itemWhoseOwnClockIsPastIsNotRestoredToBeGoneAtOnce() {
        Container container = shop.container(10);
        container.replaceProperties(container
                .properties()
                .replaceFirst("\"defaultTtl\":10", "\"defaultTtl\":10,\"ttlPropertyPath\":\"/at\""));
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"at\":" + (Shop.START - 100) + "}");
        assertThatThrownBy(() -> container.lifetimes().restore("a", Shop.KEY, Lifetime.ofSeconds(50)))
                .isInstanceOf(BadRequestException.class);
        assertThat(container.lifetimes().explain("a", Shop.KEY).state()).isEqualTo(State.EXPIRED);
        assertThat(container.lifetimes().peek(10, null).items()).hasSize(1);
        container.lifetimes().restore("a", Shop.KEY, Lifetime.NEVER);
        assertThat(Shop.isVisible(container, "a")).isTrue();
    }

    @Test
    void purgeNowDeletesAllThatHasExpiredAndNothingElse() {
        Container container = shop.container(10);
        for (int i = 0; i < 250; i++) {
            container.create(item("i" + i));
        }
        container.create(item("never", "-1"));
        shop.pass(10);
        PurgeResult result = container.lifetimes().purgeNow();
        assertThat(result.items()).isEqualTo(250);
        assertThat(result.done()).isTrue();
        assertThat(result.units()).as("5.96 each").isBetween(1489.0, 1491.0);
        assertThat(container.usage().items()).isEqualTo(1);
    }

    @Test
    void progressTellsBacklogRateUnitsAndTimeToDrain() {
        Container container = shop.container(10);
        for (int i = 0; i < 30; i++) {
            container.create(item("i" + i));
        }
        assertThat(container.lifetimes().purgeProgress().backlog().oldestDeadline())
                .isEmpty();
        shop.pass(15);
        PurgeProgress standing = container.lifetimes().purgeProgress();
        assertThat(standing.backlog().items()).isEqualTo(30);
        assertThat(standing.backlog().oldestDeadline()).hasValue(Shop.START + 10);
        assertThat(standing.backlog().lateSeconds()).isEqualTo(5);
        assertThat(standing.drainSeconds()).isEmpty();
        container.purge(5);
        shop.pass(1);
        container.purge(5);
        PurgeProgress going = container.lifetimes().purgeProgress();
        assertThat(going.itemsPerSecond()).isEqualTo(5);
        assertThat(going.drainSeconds()).hasValue(4);
        assertThat(going.purgedItems()).isEqualTo(10);
        assertThat(going.purgedUnits()).isCloseTo(59.6, offset(0.001));
        shop.pass(60);
        assertThat(container.lifetimes().purgeProgress().itemsPerSecond()).isZero();
        container.lifetimes().purgeNow();
        assertThat(container.lifetimes().purgeProgress().drainSeconds()).isEqualTo(OptionalLong.of(0));
    }

    @Test
    void backlogIsCountedOnlyAsFarAsAsked() {
        Container container = shop.container(10);
        for (int i = 0; i < 30; i++) {
            container.create(item("i" + i, i % 2 == 0 ? "5" : null));
        }
        shop.pass(10);
        PurgeProgress progress =
                shop.mayfly.engine().items("shop", container.id()).removal().progress(10);
        assertThat(progress.backlog().items()).isEqualTo(10);
        assertThat(progress.backlog().complete()).isFalse();
        assertThat(progress.backlog().oldestDeadline()).hasValue(Shop.START + 5);
    }
}
