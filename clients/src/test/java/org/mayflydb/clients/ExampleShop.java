package org.mayflydb.clients;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;

/** A server with a shop in it: {@value #ORDERS} orders of the last hundred days, which live for ninety. */
final class ExampleShop {
    static final int ORDERS = 20_000;

    private static final long SEED = 7;
    private static final Instant NOW = Instant.parse("2026-11-16T09:00:00Z");
    private static final Duration HISTORY = Duration.ofDays(100);

    /** From order to order; so many of them take a little less than the history is long. */
    private static final Duration CALM = Duration.ofSeconds(470);

    private static final Duration BUSY = Duration.ofSeconds(355);
    private static final List<String> CUSTOMERS = List.of("ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hana");

    private ExampleShop() {}

    static LocalServer serve() {
        MovableClock clock = MovableClock.startingAt(NOW);
        Mayfly mayfly = Mayfly.builder().clock(clock).backgroundPurge(false).inMemory();
        Database shop = mayfly.createDatabase("shop");
        mayfly.createDatabase("telemetry")
                .createContainer(
                        ContainerSpec.named("readings").partitionKey("/device").defaultTtlSeconds(86_400));
        shop.createContainer(ContainerSpec.named("catalog").partitionKey("/id"));
        shop.createContainer(
                ContainerSpec.named("sessions").partitionKey("/user").defaultTtlSeconds(1800));
        Container orders = shop.createContainer(
                ContainerSpec.named("orders").partitionKey("/customer").defaultTtl(Duration.ofDays(90)));
        SplittableRandom random = new SplittableRandom(SEED);
        clock.set(NOW.minus(HISTORY));
        for (int number = 0; number < ORDERS; number++) {
            // More is sold at the end of a week, so that the forecast has a shape.
            boolean weekend =
                    clock.instant().atOffset(ZoneOffset.UTC).getDayOfWeek().compareTo(DayOfWeek.FRIDAY) > 0;
            clock.advance(weekend ? BUSY : CALM);
            orders.create(order(number, random));
        }
        clock.set(NOW);
        return LocalServer.of(mayfly.engine(), clock);
    }

    private static Map<String, Object> order(int number, SplittableRandom random) {
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("id", "order-" + (10_000 + number));
        order.put("customer", CUSTOMERS.get(random.nextInt(CUSTOMERS.size())));
        order.put("total", random.nextInt(100, 20_000) / 100.0);
        order.put("state", random.nextInt(3) == 0 ? "open" : "shipped");
        order.put("lines", List.of(Map.of("sku", "tea-" + random.nextInt(40), "count", random.nextInt(1, 5))));
        if (random.nextInt(25) == 0) {
            order.put("ttl", random.nextInt(4) == 0 ? -1 : 86_400 * random.nextInt(1, 200));
        }
        return order;
    }
}
