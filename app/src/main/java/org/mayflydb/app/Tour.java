package org.mayflydb.app;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.PartitionKey;

/**
 * A demonstration of TTL. Each line of code is here twice, as text that is printed and as code that is run; a test compares
 * the two.
 */
final class Tour {
    private final Narrator narrator;
    private final MovableClock clock;
    private final Database shop;
    private final PartitionKey ann;

    private Tour(Narrator narrator, MovableClock clock, Database shop, PartitionKey ann) {
        this.narrator = narrator;
        this.clock = clock;
        this.shop = shop;
        this.ann = ann;
    }

    static void show(Narrator narrator) {
        narrator.heading("Mayfly: TTL with a clock that you move");
        narrator.remark("Lines with > are Java code, which is run as printed; lines with -> are the results.");
        MovableClock clock = narrator.make(
                "MovableClock clock = MovableClock.startingAt(Instant.parse(\"2026-11-01T12:00:00Z\"))",
                () -> MovableClock.startingAt(Instant.parse("2026-11-01T12:00:00Z")));
        Instant start = clock.instant();
        try (Mayfly mayfly = narrator.make(
                "Mayfly mayfly = Mayfly.builder().clock(clock).backgroundPurge(false).inMemory()",
                () -> Mayfly.builder().clock(clock).backgroundPurge(false).inMemory())) {
            Database shop = narrator.make(
                    "Database shop = mayfly.createDatabase(\"shop\")", () -> mayfly.createDatabase("shop"));
            PartitionKey ann =
                    narrator.make("PartitionKey ann = PartitionKey.of(\"ann\")", () -> PartitionKey.of("ann"));
            new Tour(narrator, clock, shop, ann).show();
        }
        narrator.heading(String.format(
                Locale.ROOT,
                "%d days passed on the clock; the lines above took %d milliseconds.",
                Duration.between(start, clock.instant()).toDays(),
                narrator.spent().toMillis()));
        narrator.remark("Your own TTL tests can be as fast: Mayfly.builder().clock(clock).");
    }

    private void show() {
        Container sessions = lifetimes();
        expiry(sessions);
        changesOfTheDefault(sessions);
        writes(sessions);
        uniqueValues();
        purge();
    }

    private Container lifetimes() {
        narrator.heading("1. A container with a default TTL of 90 days, which items can override");
        ContainerSpec spec = narrator.make(
                "ContainerSpec spec = ContainerSpec.named(\"sessions\").partitionKey(\"/user\")",
                () -> ContainerSpec.named("sessions").partitionKey("/user"));
        Container sessions = narrator.make(
                "Container sessions = shop.createContainer(spec.defaultTtl(Duration.ofDays(90)))",
                () -> shop.createContainer(spec.defaultTtl(Duration.ofDays(90))));
        narrator.observe(
                "sessions.create(Map.of(\"id\", \"visit\", \"user\", \"ann\"))",
                () -> sessions.create(Map.of("id", "visit", "user", "ann")));
        narrator.observe(
                "sessions.create(Map.of(\"id\", \"code\", \"user\", \"ann\", \"ttl\", 300))",
                () -> sessions.create(Map.of("id", "code", "user", "ann", "ttl", 300)));
        narrator.observe(
                "sessions.create(Map.of(\"id\", \"consent\", \"user\", \"ann\", \"ttl\", -1))",
                () -> sessions.create(Map.of("id", "consent", "user", "ann", "ttl", -1)));
        narrator.observe("sessions.list(10)", () -> sessions.list(10));
        narrator.observe("sessions.usage()", () -> sessions.usage());
        return sessions;
    }

    private void expiry(Container sessions) {
        narrator.heading("2. An item disappears from every read at the second it expires");
        narrator.move(clock, "clock.advance(Duration.ofSeconds(299))", () -> clock.advance(Duration.ofSeconds(299)));
        narrator.observe("sessions.read(\"code\", ann)", () -> sessions.read("code", ann));
        narrator.move(clock, "clock.advance(Duration.ofSeconds(1))", () -> clock.advance(Duration.ofSeconds(1)));
        narrator.observe("sessions.read(\"code\", ann)", () -> sessions.read("code", ann));
        narrator.remark("Moving the clock by 90 days takes no longer.");
        narrator.move(clock, "clock.advance(Duration.ofDays(90))", () -> clock.advance(Duration.ofDays(90)));
        narrator.observe("sessions.read(\"visit\", ann)", () -> sessions.read("visit", ann));
        narrator.observe("sessions.list(10)", () -> sessions.list(10));
        narrator.observe("sessions.usage()", () -> sessions.usage());
    }

    private void changesOfTheDefault(Container sessions) {
        narrator.heading("3. A new default TTL takes effect immediately, also for existing items");
        narrator.remark("Expired items that are not purged yet come back if their new expiry time is in the future.");
        narrator.act("sessions.defaultTtl(Duration.ofDays(365))", () -> sessions.defaultTtl(Duration.ofDays(365)));
        narrator.observe("sessions.list(10)", () -> sessions.list(10));
        narrator.remark("With TTL off nothing expires, not even items with a ttl of their own.");
        narrator.act("sessions.removeDefaultTtl()", () -> sessions.removeDefaultTtl());
        narrator.observe("sessions.list(10)", () -> sessions.list(10));
        narrator.remark("With -1, only items with a ttl of their own expire.");
        narrator.act("sessions.defaultTtlSeconds(-1)", () -> sessions.defaultTtlSeconds(-1));
        narrator.observe("sessions.list(10)", () -> sessions.list(10));
        narrator.act("sessions.defaultTtl(Duration.ofDays(90))", () -> sessions.defaultTtl(Duration.ofDays(90)));
        narrator.observe("sessions.list(10)", () -> sessions.list(10));
    }

    private void writes(Container sessions) {
        narrator.heading("4. Every write restarts the TTL");
        narrator.observe(
                "sessions.upsert(Map.of(\"id\", \"visit\", \"user\", \"ann\"))",
                () -> sessions.upsert(Map.of("id", "visit", "user", "ann")));
        narrator.move(clock, "clock.advance(Duration.ofDays(89))", () -> clock.advance(Duration.ofDays(89)));
        narrator.observe(
                "sessions.upsert(Map.of(\"id\", \"visit\", \"user\", \"ann\"))",
                () -> sessions.upsert(Map.of("id", "visit", "user", "ann")));
        narrator.move(clock, "clock.advance(Duration.ofDays(89))", () -> clock.advance(Duration.ofDays(89)));
        narrator.observe("sessions.read(\"visit\", ann)", () -> sessions.read("visit", ann));
        narrator.move(clock, "clock.advance(Duration.ofDays(1))", () -> clock.advance(Duration.ofDays(1)));
        narrator.observe("sessions.read(\"visit\", ann)", () -> sessions.read("visit", ann));
    }

    private void uniqueValues() {
        narrator.heading("5. A unique value can be used again when its item expires");
        ContainerSpec seats = narrator.make(
                "ContainerSpec seats = ContainerSpec.named(\"seats\").partitionKey(\"/show\").uniqueKey(\"/seat\")",
                () -> ContainerSpec.named("seats").partitionKey("/show").uniqueKey("/seat"));
        Container held = narrator.make(
                "Container held = shop.createContainer(seats.defaultTtl(Duration.ofMinutes(10)))",
                () -> shop.createContainer(seats.defaultTtl(Duration.ofMinutes(10))));
        narrator.observe(
                "held.create(Map.of(\"id\", \"ann\", \"show\", \"hamlet\", \"seat\", \"A7\"))",
                () -> held.create(Map.of("id", "ann", "show", "hamlet", "seat", "A7")));
        narrator.observe(
                "held.create(Map.of(\"id\", \"bob\", \"show\", \"hamlet\", \"seat\", \"A7\"))",
                () -> held.create(Map.of("id", "bob", "show", "hamlet", "seat", "A7")));
        narrator.move(clock, "clock.advance(Duration.ofMinutes(10))", () -> clock.advance(Duration.ofMinutes(10)));
        narrator.observe(
                "held.create(Map.of(\"id\", \"bob\", \"show\", \"hamlet\", \"seat\", \"A7\"))",
                () -> held.create(Map.of("id", "bob", "show", "hamlet", "seat", "A7")));
    }

    private void purge() {
        narrator.heading("6. A purge frees the space, in steps as small as you like");
        ContainerSpec lines = narrator.make(
                "ContainerSpec lines = ContainerSpec.named(\"lines\").partitionKey(\"/user\")",
                () -> ContainerSpec.named("lines").partitionKey("/user"));
        Container log = narrator.make(
                "Container log = shop.createContainer(lines.defaultTtl(Duration.ofDays(1)))",
                () -> shop.createContainer(lines.defaultTtl(Duration.ofDays(1))));
        narrator.act(
                "IntStream.range(0, 25).forEach(i -> log.create(Map.of(\"id\", \"line\" + i, \"user\", \"ann\")))",
                () -> IntStream.range(0, 25).forEach(i -> log.create(Map.of("id", "line" + i, "user", "ann"))));
        narrator.observe("log.usage()", () -> log.usage());
        narrator.move(clock, "clock.advance(Duration.ofDays(1))", () -> clock.advance(Duration.ofDays(1)));
        narrator.remark("Expired items count no more, although they are still stored.");
        narrator.remark("A thread in the background deletes them, unless, as here, the program wants to do it.");
        narrator.observe("log.usage()", () -> log.usage());
        narrator.observe("log.purge(10)", () -> log.purge(10));
        narrator.observe("log.purge(10)", () -> log.purge(10));
        narrator.observe("log.purge(10)", () -> log.purge(10));
        narrator.observe("log.usage()", () -> log.usage());
    }
}
