package org.mayflydb.embedded;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;

/** A database in memory, or on the store that {@link OnStore} names, with a clock that stands still until a test moves it. */
final class Shop implements AutoCloseable {
    /** Some whole second in late 2026. */
    static final long START = 1_794_700_800L;

    static final PartitionKey KEY = PartitionKey.of("p");

    final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(START));
    final Mayfly mayfly;
    final Database database;

    Shop() {
        this(Mayfly.builder());
    }

    Shop(Mayfly.Builder builder) {
        mayfly = builder.clock(clock).backgroundPurge(false).open(TestStores.open());
        database = mayfly.createDatabase("shop");
    }

    /** A container partitioned by {@code /pk} with this {@code defaultTtl}; null for none. */
    Container container(@Nullable Integer defaultTtl) {
        ContainerSpec spec =
                ContainerSpec.named("c" + database.containers().size()).partitionKey("/pk");
        return database.createContainer(defaultTtl == null ? spec : spec.defaultTtlSeconds(defaultTtl));
    }

    /** The JSON of an item in the partition {@link #KEY}; {@code ttl} is JSON text, null for no such member. */
    static String item(String id, @Nullable String ttl) {
        return "{\"id\":\"" + id + "\",\"pk\":\"p\"" + (ttl == null ? "" : ",\"ttl\":" + ttl) + "}";
    }

    static String item(String id) {
        return item(id, null);
    }

    void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    static boolean isVisible(Container container, String id) {
        try {
            container.read(id, KEY);
            return true;
        } catch (NotFoundException gone) {
            return false;
        }
    }

    @Override
    public void close() {
        mayfly.close();
    }
}
