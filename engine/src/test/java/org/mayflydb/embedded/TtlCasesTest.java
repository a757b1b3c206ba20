package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.START;
import static org.mayflydb.embedded.Shop.isVisible;
import static org.mayflydb.embedded.Shop.item;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.item.write.WriteOptions;

/** The finer points of time to live, beyond what {@link MissionTest} states. */
class TtlCasesTest {
    private final Shop shop = new Shop();

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void aWholeNumberWrittenAsADecimalIsAccepted() {
        Container container = shop.database.createContainer(
                ContainerSpec.named("c").partitionKey("/pk").property("defaultTtl", "60.0"));
        assertThat(container.properties()).contains("\"defaultTtl\":60,");
        Item created = container.create(item("a", "5.0"));
        assertThat(created.json()).as("the text of a number is kept").contains("\"ttl\":5.0");
        shop.pass(5);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void expiryDoesNotNeedAnyPathToBeIndexed() {
        Container container = shop.database.createContainer(ContainerSpec.named("c")
                .partitionKey("/pk")
                .defaultTtlSeconds(60)
                .property("indexingPolicy", "{\"includedPaths\":[],\"excludedPaths\":[{\"path\":\"/*\"}]}"));
        container.create(item("a"));
        shop.pass(60);
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(container.purge(10).items()).isEqualTo(1);
    }

    @Test
    void theOldTtlPropertyPathNeedsADefault() {
        ContainerSpec spec = ContainerSpec.named("c").partitionKey("/pk").property("ttlPropertyPath", "\"/created\"");
        assertThatThrownBy(() -> shop.database.createContainer(spec)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void withTheOldTtlPropertyPathLifetimesCountFromThatProperty() {
        Container container = shop.database.createContainer(ContainerSpec.named("c")
                .partitionKey("/pk")
                .defaultTtlSeconds(10)
                .property("ttlPropertyPath", "\"/created\""));
        assertThat(container.properties()).contains("\"ttlPropertyPath\":\"/created\"");
        container.create("{\"id\":\"early\",\"pk\":\"p\",\"created\":" + (START - 5) + "}");
        container.create("{\"id\":\"late\",\"pk\":\"p\",\"created\":" + (START + 5) + "}");
        container.create("{\"id\":\"without\",\"pk\":\"p\"}");
        shop.pass(5);
        assertThat(isVisible(container, "early")).isFalse();
        assertThat(isVisible(container, "late")).isTrue();
        shop.pass(5);
        assertThat(isVisible(container, "without")).isFalse();
        assertThat(isVisible(container, "late")).isTrue();
        assertThat(container.usage().items()).isEqualTo(1);
        assertThat(container.purge(10).items()).isEqualTo(2);
        assertThat(container.usage().items()).isEqualTo(1);
    }

    @Test
    void changingTheDefaultChangesNoItem() {
        Container container = shop.container(null);
        Item before = container.create(item("a"));
        shop.pass(5);
        container.defaultTtlSeconds(100);
        Item after = container.read("a", KEY);
        assertThat(after.json()).isEqualTo(before.json());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-10", "2147483648"})
    void everyKindOfWriteRefusesABadLifetimeAndChangesNothing(String ttl) {
        Container container = shop.container(100);
        Item before = container.create(item("a"));
        shop.pass(5);
        assertThatThrownBy(() -> container.create(item("b", ttl))).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> container.upsert(item("a", ttl))).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> container.replace("a", item("a", ttl))).isInstanceOf(BadRequestException.class);
        assertThat(container.read("a", KEY).json()).isEqualTo(before.json());
        assertThat(container.usage().items()).isEqualTo(1);
    }

    @Test
    void aNullLifetimeIsRefusedWhereTodaysServiceIsAskedFor() {
        try (Shop strict = new Shop(Mayfly.builder().nullTtl(ItemRules.NullTtl.REJECT))) {
            Container container = strict.container(10);
            assertThatThrownBy(() -> container.create(item("a", "null")))
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("'null'");
            Container off = strict.container(null);
            assertThat(off.create(item("a", "null")).json()).contains("\"ttl\":null");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "0", "\"abc\"", "5.5", "[1]", "-7", "99999999999"})
    void switchedOffAnyLifetimeIsStoredAndCountsAsAbsentOnceSwitchedOn(String ttl) {
        Container container = shop.container(null);
        assertThat(container.create(item("a", ttl)).json()).contains("\"ttl\":" + ttl);
        container.defaultTtlSeconds(10);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(10);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void anInheritedLifetimeIsNotWrittenIntoTheItem() {
        assertThat(shop.container(10).create(item("a")).json()).doesNotContain("ttl");
    }

    @Test
    void lifetimesCountFromWholeSeconds() {
        shop.clock.set(Instant.ofEpochMilli(START * 1000 + 900));
        Container container = shop.container(1);
        container.create(item("a"));
        shop.clock.set(Instant.ofEpochSecond(START + 1));
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void theLongestLifetimeEndsInTheFarFutureAndNotInThePast() {
        Container container = shop.container(Integer.MAX_VALUE);
        container.create(item("inherits"));
        container.create(item("own", "2147483647"));
        shop.pass(Integer.MAX_VALUE - 1L);
        assertThat(isVisible(container, "inherits")).isTrue();
        assertThat(isVisible(container, "own")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "inherits")).isFalse();
        assertThat(isVisible(container, "own")).isFalse();
    }

    @Test
    void aTimestampSentByTheClientIsOverwritten() {
        Container container = shop.container(10);
        Item created = container.create("{\"id\":\"a\",\"_ts\":1,\"pk\":\"p\"}");
        assertThat(created.timestamp()).isEqualTo(Instant.ofEpochSecond(START));
        assertThat(isVisible(container, "a")).isTrue();
    }

    @Test
    void aClockThatGoesBackDoesNotTakeTimestampsWithIt() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(-100);
        assertThat(container.create(item("b")).timestamp()).isEqualTo(Instant.ofEpochSecond(START));
        shop.pass(110);
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(isVisible(container, "b")).isFalse();
    }

    @Test
    void aFailedWriteDoesNotRestartTheCountdown() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(5);
        assertThatThrownBy(() -> container.create(item("a"))).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> container.replace("a", item("a"), WriteOptions.ifMatch("\"other\"")))
                .isInstanceOf(PreconditionFailedException.class);
        shop.pass(5);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void whoTakesTheIdOfAnExpiredItemIsANewItem() {
        Container container = shop.container(10);
        Item old = container.create("{\"id\":\"a\",\"pk\":\"p\",\"old\":true}");
        shop.pass(10);
        Item created = container.create(item("a"));
        assertThat(created.toMap().get("_rid")).isNotEqualTo(old.toMap().get("_rid"));
        assertThat(created.etag()).isNotEqualTo(old.etag());
        assertThat(created.json()).doesNotContain("old");
    }

    @Test
    void anUpsertOverAnExpiredItemCreates() {
        Container container = shop.container(10);
        Item old = container.create("{\"id\":\"a\",\"pk\":\"p\",\"old\":true}");
        shop.pass(10);
        Item upserted = container.upsert(item("a"), WriteOptions.ifMatch(old.etag()));
        assertThat(upserted.toMap().get("_rid")).isNotEqualTo(old.toMap().get("_rid"));
        assertThat(upserted.json()).doesNotContain("old");
    }

    @Test
    void anExpiredItemIsNotFoundWhateverTheConditionSays() {
        Container container = shop.container(10);
        String etag = container.create(item("a")).etag();
        shop.pass(10);
        for (String condition : List.of(etag, "\"other\"", "*")) {
            assertThatThrownBy(() -> container.delete("a", KEY, ItemConditions.ifMatch(condition)))
                    .isInstanceOf(NotFoundException.class);
            assertThatThrownBy(() -> container.replace("a", item("a"), WriteOptions.ifMatch(condition)))
                    .isInstanceOf(NotFoundException.class);
        }
    }

    @Test
    void ifNoneMatchAnyLetsAnUpsertTakeTheIdOfAnExpiredItem() {
        Container container = shop.container(10);
        WriteOptions ifAbsent = WriteOptions.NONE.withConditions(ItemConditions.ifNoneMatch("*"));
        container.upsert(item("a"), ifAbsent);
        assertThatThrownBy(() -> container.upsert(item("a"), ifAbsent)).isInstanceOf(PreconditionFailedException.class);
        shop.pass(10);
        container.upsert(item("a"), ifAbsent);
        assertThat(isVisible(container, "a")).isTrue();
    }

    private static final String HOLDER = "{\"id\":\"a\",\"pk\":\"p\",\"email\":\"x\"}";
    private static final String NEWCOMER = "{\"id\":\"b\",\"pk\":\"p\",\"email\":\"x\"}";

    private Container withUniqueEmail() {
        return shop.database.createContainer(
                ContainerSpec.named("u").partitionKey("/pk").uniqueKey("/email").defaultTtlSeconds(10));
    }

    @Test
    void theUniqueValueOfAnExpiredItemIsFree() {
        Container container = withUniqueEmail();
        container.create(HOLDER);
        assertThatThrownBy(() -> container.create(NEWCOMER))
                .isInstanceOf(ConflictException.class)
                .hasMessage("Unique index constraint violation.");
        shop.pass(10);
        container.create(NEWCOMER);
        assertThat(isVisible(container, "b")).isTrue();
    }

    @Test
    void whoLostItsUniqueValueDoesNotComeBackWhenExpiryIsSwitchedOff() {
        Container container = withUniqueEmail();
        container.create(HOLDER);
        shop.pass(10);
        container.create(NEWCOMER);
        container.removeDefaultTtl();
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(isVisible(container, "b")).isTrue();
    }

    @Test
    void aPurgeDoesNotTakeTheUniqueValueFromItsNewHolder() {
        Container container = withUniqueEmail();
        container.create(HOLDER);
        shop.pass(10);
        container.create(NEWCOMER);
        container.purge(10);
        assertThatThrownBy(() -> container.create("{\"id\":\"c\",\"pk\":\"p\",\"email\":\"x\"}"))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void aPurgeFreesUniqueValues() {
        Container container = withUniqueEmail();
        container.create(HOLDER);
        shop.pass(10);
        assertThat(container.purge(10).items()).isEqualTo(1);
        container.removeDefaultTtl();
        container.create(NEWCOMER);
    }

    @Test
    void anItemRewrittenAfterItWasDueIsNotPurged() {
        Container container = shop.container(10);
        container.create(item("a"));
        container.create(item("own", "10"));
        shop.pass(10);
        container.upsert(item("a"));
        container.upsert(item("own", "10"));
        assertThat(container.purge(10).items()).isZero();
        assertThat(isVisible(container, "a")).isTrue();
        assertThat(isVisible(container, "own")).isTrue();
    }

    @Test
    void whatExpiredButWasNotPurgedComesBackWithALongerDefault() {
        Container container = shop.container(10);
        container.create(item("a"));
        shop.pass(10);
        container.defaultTtlSeconds(20);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(10);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void aShorterDefaultActsAtOnce() {
        Container container = shop.container(100);
        container.create(item("a"));
        shop.pass(10);
        container.defaultTtlSeconds(10);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void whatExpiredButWasNotPurgedComesBackWhenExpiryIsSwitchedOff() {
        Container container = shop.container(10);
        container.create(item("a"));
        container.create(item("own", "5"));
        shop.pass(10);
        container.removeDefaultTtl();
        assertThat(isVisible(container, "a")).isTrue();
        assertThat(isVisible(container, "own")).isTrue();
        container.defaultTtlSeconds(10);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void switchingExpiryOnTakesWhatIsAlreadyTooOldAtOnce() {
        Container container = shop.container(null);
        container.create(item("old"));
        container.create(item("own", "20"));
        shop.pass(10);
        container.create(item("young"));
        container.defaultTtlSeconds(10);
        assertThat(isVisible(container, "old")).isFalse();
        assertThat(isVisible(container, "young")).isTrue();
        assertThat(isVisible(container, "own")).isTrue();
    }

    @Test
    void fromMinusOneToADefaultLifetimesCountFromTheLastWrite() {
        Container container = shop.container(-1);
        container.create(item("a"));
        shop.pass(6);
        container.defaultTtlSeconds(10);
        shop.pass(3);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }

    @Test
    void replacingThePropertiesWithoutADefaultSwitchesExpiryOff() {
        Container container = shop.container(10);
        container.create(item("a"));
        container.replaceProperties("{\"id\":\"" + container.id()
                + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},\"defaultTtl\":null}");
        shop.pass(10);
        assertThat(isVisible(container, "a")).isTrue();
    }

    @Test
    void anItemThatExpiresBetweenTwoPagesIsNotInTheSecond() {
        Container container = shop.container(-1);
        for (int i = 0; i < 4; i++) {
            container.create(item("i" + i, "10"));
        }
        Page first = container.list(null, 2, null);
        assertThat(first.items()).hasSize(2);
        shop.pass(10);
        Page second = container.list(null, 2, first.continuation());
        assertThat(second.items()).isEmpty();
        assertThat(second.continuation()).isNull();
    }

    @Test
    void aPurgeIsBoundedAndSaysWhetherItIsDone() {
        Container container = shop.container(10);
        for (int i = 0; i < 5; i++) {
            container.create(item("inherits" + i));
            container.create(item("own" + i, "10"));
        }
        shop.pass(10);
        assertThat(container.purge(4).items()).isEqualTo(4);
        assertThat(container.purge(4).done()).isFalse();
        assertThat(container.purge(4).items()).isEqualTo(2);
        assertThat(container.purge(4)).satisfies(result -> {
            assertThat(result.items()).isZero();
            assertThat(result.done()).isTrue();
        });
    }

    @Test
    void aLifetimeThatBeginsWithTheClockMovedBackCountsFromTheTimeOfThePartition() {
        Container container = shop.container(-1);
        shop.pass(1000);
        container.create(item("a", "1"));
        shop.pass(1000);
        assertThat(container.purge(10).items()).isEqualTo(1);
        shop.pass(-900);
        container.create(item("b", "1"));
        shop.pass(900);
        assertThat(container.purge(10).items()).isZero();
        shop.pass(1);
        assertThat(container.purge(10).items()).isEqualTo(1);
    }

    @Test
    void aLifetimeGivenWithTheWriteReplacesTheOneInTheItem() {
        Container container = shop.container(-1);
        Item created = container.create(item("a", "5"), WriteOptions.ttlSeconds(50));
        assertThat(created.json()).contains("\"ttl\":50").doesNotContain("\"ttl\":5,");
        shop.pass(49);
        assertThat(isVisible(container, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(container, "a")).isFalse();
    }
}
