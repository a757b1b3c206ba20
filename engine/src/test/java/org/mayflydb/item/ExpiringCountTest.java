package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.item.expiry.Expiring;
import org.mayflydb.item.expiry.ReadBudget;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.LiveItem;

/** What a move of the clock would expire, counted before it is made. */
class ExpiringCountTest {
    private static final long START = 1_794_700_800L;
    private static final int EXAMPLES = 3;

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(START));
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).open(TestStores.open());
    private final Database database = mayfly.createDatabase("d");
    private long nanos;

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void itemsCountFromTheirLastSecondOnAndNotBefore() {
        Container container = container(100);
        create(container, "inherits", null);
        create(container, "own", 50);
        create(container, "never", -1);
        assertThat(by(49).items()).isZero();
        assertThat(by(50).items()).isEqualTo(1);
        assertThat(by(99).items()).isEqualTo(1);
        assertThat(by(100).items()).isEqualTo(2);
        assertThat(by(1_000_000).items()).isEqualTo(2);
    }

    @Test
    void whatHasExpiredDoesNotExpireAgain() {
        Container container = container(100);
        create(container, "gone", null);
        create(container, "goneToo", 10);
        pass(100);
        create(container, "live", null);
        assertThat(by(100)).satisfies(expiring -> {
            assertThat(expiring.items()).isEqualTo(1);
            assertThat(ids(expiring)).containsExactly("live");
        });
    }

    @Test
    void whatExpiredByTheTimeOfThePartitionDoesNotExpireAgainAfterTheClockWentBack() {
        Container container = container(100);
        create(container, "hidden", null);
        create(container, "live", 1000);
        pass(200);
        container.list(10);
        pass(-200);
        assertThat(ids(by(1000))).containsExactly("live");
    }

    @Test
    void withoutTtlNothingExpires() {
        create(container(null), "a", 10);
        assertThat(by(1_000_000).items()).isZero();
    }

    @Test
    void theNextToExpireAreNamedFirst() {
        Container container = container(40);
        create(container, "fourth", null);
        create(container, "third", 30);
        create(container, "first", 10);
        create(container, "second", 20);
        Expiring expiring = by(100);
        assertThat(ids(expiring)).containsExactly("first", "second", "third");
        assertThat(expiring.nextDeadline()).hasValue(START + 10);
        assertThat(expiring.items()).isEqualTo(4);
        assertThat(expiring.bytes()).isGreaterThan(4 * 20);
    }

    @Test
    void whereTheItemsHoldTheStartOfTheirTtlTheyAreRead() {
        Container container = container(100);
        container.replaceProperties(
                container.properties().replace("\"defaultTtl\":100", "\"defaultTtl\":100,\"ttlPropertyPath\":\"/at\""));
        container.create("{\"id\":\"early\",\"at\":" + (START - 90) + "}");
        container.create("{\"id\":\"late\",\"at\":" + START + "}");
        assertThat(ids(by(10))).containsExactly("early");
        assertThat(by(100).items()).isEqualTo(2);
        assertThat(count(100, budget(1)).complete()).isFalse();
    }

    @Test
    void itemsWrittenAgainCountOnce() {
        Container container = container(100);
        create(container, "a", 10);
        pass(5);
        container.upsert("{\"id\":\"a\"}");
        assertThat(by(20).items()).isZero();
        assertThat(by(100).items()).isEqualTo(1);
    }

    @Test
    void inheritingItemsBehindManyExpiredOnesAreFoundWithinTheBudget() {
        Container container = container(100);
        for (int i = 0; i < 500; i++) {
            create(container, "old" + i, null);
        }
        pass(100);
        create(container, "live", null);
        Expiring expiring = count(100, budget(10));
        assertThat(expiring.items()).isEqualTo(1);
        assertThat(expiring.complete()).isTrue();
    }

    @Test
    void theCountEndsWithTheBudgetAndSaysSo() {
        Container container = container(100);
        for (int i = 0; i < 20; i++) {
            create(container, "i" + i, null);
        }
        ReadBudget budget = budget(15);
        Expiring expiring = count(100, budget);
        assertThat(expiring.items()).isEqualTo(15);
        assertThat(expiring.complete()).isFalse();
        assertThat(budget.isSpent()).isTrue();
        assertThat(count(100, budget(20)).complete()).isTrue();
    }

    @Test
    void theCountEndsWithItsTime() {
        Container container = container(100);
        create(container, "a", null);
        ReadBudget budget = budget(1024);
        nanos += Duration.ofSeconds(3).toNanos();
        assertThat(count(100, budget).complete()).isFalse();
    }

    private Container container(@Nullable Integer defaultTtl) {
        ContainerSpec spec = ContainerSpec.named("c").partitionKey("/id");
        return database.createContainer(defaultTtl == null ? spec : spec.defaultTtlSeconds(defaultTtl));
    }

    private static void create(Container container, String id, @Nullable Integer ttl) {
        container.create("{\"id\":\"" + id + "\"" + (ttl == null ? "" : ",\"ttl\":" + ttl) + "}");
    }

    private void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    private ReadBudget budget(long entries) {
        return new ReadBudget(entries, Duration.ofSeconds(2), () -> nanos);
    }

    private Expiring by(long seconds) {
        return count(seconds, budget(1000));
    }

    private Expiring count(long seconds, ReadBudget budget) {
        return mayfly.engine()
                .watchedItems(mayfly.engine().container("d", "c"))
                .expiry()
                .expiringBy(clock.instant().getEpochSecond() + seconds, EXAMPLES, budget);
    }

    private static List<String> ids(Expiring expiring) {
        return expiring.next().stream()
                .map(LiveItem::jsonText)
                .map(json -> json.replaceAll(".*\"id\":\"(\\w+)\".*", "$1"))
                .toList();
    }
}
