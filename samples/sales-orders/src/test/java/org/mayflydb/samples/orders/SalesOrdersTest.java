package org.mayflydb.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mayflydb.junit.MayflyClock;
import org.mayflydb.junit.MayflyTest;
import org.mayflydb.junit.Seed;

/** How long orders live. Each test has a database of its own, and months pass in no time. */
@MayflyTest
class SalesOrdersTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration ALMOST = SalesOrders.LIFETIME.minusSeconds(1);

    @Test
    void anOrderIsKeptForNinetyDays(CosmosDatabase database, MayflyClock clock) {
        SalesOrders orders = SalesOrders.in(database);
        orders.place(new SalesOrder("o1", "ann", 4200));
        clock.advance(ALMOST);
        assertThat(orders.find("ann", "o1")).isPresent();
        clock.advance(Duration.ofSeconds(1));
        assertThat(orders.find("ann", "o1")).isEmpty();
    }

    @Test
    void anOrderMaySayHowLongItIsKept(CosmosDatabase database, MayflyClock clock) {
        SalesOrders orders = SalesOrders.in(database);
        orders.place(new SalesOrder("short", "ann", 1).keptFor(DAY));
        orders.place(new SalesOrder("usual", "ann", 1));
        clock.advance(DAY);
        assertThat(orders.of("ann")).extracting(SalesOrder::id).containsExactly("usual");
    }

    @Test
    @Seed("orders.json")
    void extendingAnOrderCountsFromNow(CosmosContainer container, MayflyClock clock) {
        SalesOrders orders = new SalesOrders(container);
        clock.advance(ALMOST);
        orders.extend("ann", "o1", Duration.ofDays(30));
        clock.advance(Duration.ofDays(30).minusSeconds(1));
        assertThat(orders.find("ann", "o1")).isPresent();
        clock.advance(Duration.ofSeconds(1));
        assertThat(orders.find("ann", "o1")).isEmpty();
    }

    @Test
    @Seed("orders.json")
    void anOrderCanBeKeptForEver(CosmosContainer container, MayflyClock clock) {
        SalesOrders orders = new SalesOrders(container);
        orders.keepForEver("ann", "o1");
        clock.advance(Duration.ofDays(36_500));
        assertThat(orders.of("ann")).extracting(SalesOrder::id).containsExactly("o1");
        assertThat(orders.of("bob")).extracting(SalesOrder::id).containsExactly("o3");
    }

    @Test
    @Seed("orders.json")
    void anOrderWithoutALifetimeOfItsOwnHasTheDefaultAgain(CosmosContainer container, MayflyClock clock) {
        SalesOrders orders = new SalesOrders(container);
        orders.removeLifetime("ann", "o2");
        clock.advance(ALMOST);
        assertThat(orders.find("ann", "o2")).isPresent();
        clock.advance(Duration.ofSeconds(1));
        assertThat(orders.find("ann", "o2")).isEmpty();
    }

    @Test
    @Seed("orders.json")
    void nothingExpiresOnceExpiryIsDisabled(CosmosContainer container, MayflyClock clock) {
        SalesOrders orders = new SalesOrders(container);
        orders.disableExpiry();
        clock.advance(Duration.ofDays(3650));
        assertThat(orders.of("ann")).extracting(SalesOrder::id).containsExactly("o1", "o2");
    }
}
