package org.mayflydb.conformance;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;

/** What the database should do, said as plainly as possible: maps, and nothing is ever made fast or durable. */
final class Model {

    /**
     * An item that was written and neither deleted nor purged, expired or not.
     *
     * @param lifetime its own: null to inherit, -1 for ever
     * @param unique what stands for its unique value
     * @param text its JSON as the database gave it back
     */
    record Entry(String content, long timestamp, @Nullable Integer lifetime, String unique, String text, String etag) {
        Entry answered(String newText, String newEtag) {
            return new Entry(content, timestamp, lifetime, unique, newText, newEtag);
        }
    }

    private static final class Contents {
        @Nullable
        Integer defaultTtl;

        final Map<Address, Entry> entries = new LinkedHashMap<>();
        final Map<Address, String> earlierEtags = new LinkedHashMap<>();
        final long[] newestTimestamps;

        Contents(@Nullable Integer defaultTtl, int partitions) {
            this.defaultTtl = defaultTtl;
            this.newestTimestamps = new long[partitions];
        }
    }

    private final LongSupplier clock;
    private final Map<Layout, Contents> containers = new EnumMap<>(Layout.class);

    Model(LongSupplier clock) {
        this.clock = clock;
    }

    Model copy() {
        Model copy = new Model(clock);
        containers.forEach((layout, contents) -> {
            copy.create(layout, contents.defaultTtl);
            Contents copied = copy.contents(layout);
            copied.entries.putAll(contents.entries);
            copied.earlierEtags.putAll(contents.earlierEtags);
            System.arraycopy(contents.newestTimestamps, 0, copied.newestTimestamps, 0, layout.partitions());
        });
        return copy;
    }

    /** Makes a container, in place of the one of this layout if there is one. */
    void create(Layout layout, @Nullable Integer defaultTtl) {
        containers.put(layout, new Contents(defaultTtl, layout.partitions()));
    }

    @Nullable
    Integer defaultTtl(Layout layout) {
        return contents(layout).defaultTtl;
    }

    void changeDefault(Layout layout, @Nullable Integer seconds) {
        contents(layout).defaultTtl = seconds;
    }

    /** Writes, or throws what the database should throw. What it answers has no text yet. */
    Entry put(Step.Put step) {
        Address address = step.address();
        Map<Address, Entry> entries = contents(address.layout()).entries;
        Entry present = visible(address);
        if (step.kind() == Step.Write.CREATE && present != null) {
            throw ConflictException.id();
        }
        if (step.kind() == Step.Write.REPLACE && present == null) {
            throw NotFoundException.resource();
        }
        if (present != null) {
            checkCondition(step.condition(), address, present);
        }
        long now = now(address);
        Entry entry = new Entry(
                step.content(), now, lifetime(step.ttl(), address.layout()), canonical(step.unique()), "", "");
        if (address.layout() == Layout.UNIQUE) {
            Predicate<Address> rivals = other -> other.key().equals(address.key())
                    && !other.id().equals(address.id())
                    && requireNonNull(entries.get(other)).unique().equals(entry.unique());
            if (entries.keySet().stream().anyMatch(other -> rivals.test(other) && visible(other) != null)) {
                throw ConflictException.uniqueKey();
            }
            entries.keySet().removeIf(rivals);
        }
        remove(address);
        entries.put(address, entry);
        contents(address.layout()).newestTimestamps[address.partition()] = now;
        return entry;
    }

    /** Remembers what the database made of the item that was put there. */
    void answered(Address address, String text, String etag) {
        contents(address.layout()).entries.computeIfPresent(address, (same, entry) -> entry.answered(text, etag));
    }

    /** Deletes, or throws what the database should throw. */
    void delete(Step.Delete step) {
        Address address = step.address();
        Entry present = visible(address);
        if (present == null) {
            throw NotFoundException.resource();
        }
        checkCondition(step.condition(), address, present);
        remove(address);
        contents(address.layout()).newestTimestamps[address.partition()] = now(address);
    }

    /** The item is gone, as after a purge. */
    void remove(Address address) {
        Contents contents = contents(address.layout());
        Entry removed = contents.entries.remove(address);
        if (removed != null) {
            contents.earlierEtags.put(address, removed.etag());
        }
    }

    /** The item, unless it has expired. */
    @Nullable
    Entry visible(Address address) {
        return visible(address, now(address));
    }

    private @Nullable Entry visible(Address address, long now) {
        Contents contents = contents(address.layout());
        Entry entry = contents.entries.get(address);
        if (entry == null || contents.defaultTtl == null) {
            return entry;
        }
        int lifetime = entry.lifetime() == null ? contents.defaultTtl : entry.lifetime();
        return lifetime == -1 || now < entry.timestamp() + lifetime ? entry : null;
    }

    /** Everything that was written and neither deleted nor purged. */
    Map<Address, Entry> stored(Layout layout) {
        return contents(layout).entries;
    }

    List<Address> visible(Layout layout) {
        return stored(layout).keySet().stream()
                .filter(address -> visible(address) != null)
                .toList();
    }

    /** What has expired, and not only because the time of its partition is ahead of the clock. */
    List<Address> purgeable(Layout layout) {
        return stored(layout).keySet().stream()
                .filter(address -> visible(address, clock.getAsLong()) == null)
                .toList();
    }

    /** Every partition has told the time, which does not go back behind it. */
    void tellTime() {
        long now = clock.getAsLong();
        for (Contents contents : containers.values()) {
            Arrays.setAll(contents.newestTimestamps, partition -> Math.max(now, contents.newestTimestamps[partition]));
        }
    }

    /** The size of these items, which are stored, expired or not. */
    long bytes(List<Address> addresses) {
        return addresses.stream()
                .map(address -> requireNonNull(stored(address.layout()).get(address)))
                .mapToLong(entry -> entry.text().getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }

    /** The ETag that the condition asks for. */
    String etag(Step.Condition condition, Address address) {
        Contents contents = contents(address.layout());
        Entry stored = contents.entries.get(address);
        return switch (condition) {
            case CURRENT -> stored == null ? "\"none\"" : stored.etag();
            case EARLIER -> contents.earlierEtags.getOrDefault(address, "\"none\"");
            case NONE, OTHER -> "\"other\"";
            case ANY, ABSENT -> "*";
        };
    }

    private void checkCondition(Step.Condition condition, Address address, Entry present) {
        boolean holds = switch (condition) {
            case NONE, ANY -> true;
            case CURRENT, EARLIER, OTHER -> etag(condition, address).equals(present.etag());
            case ABSENT -> false;
        };
        if (!holds) {
            throw new PreconditionFailedException();
        }
    }

    private @Nullable Integer lifetime(@Nullable String ttl, Layout layout) {
        if (ttl == null || ttl.equals("null")) {
            return null;
        }
        double seconds = ttl.startsWith("\"") ? Double.NaN : Double.parseDouble(ttl);
        if (seconds == -1 || (seconds >= 1 && seconds <= Integer.MAX_VALUE && seconds == Math.rint(seconds))) {
            return (int) seconds;
        }
        if (defaultTtl(layout) != null) {
            throw new BadRequestException("ttl " + ttl);
        }
        return null;
    }

    private static String canonical(@Nullable String unique) {
        return unique == null ? "null" : unique.equals("1.0") ? "1" : unique;
    }

    private long now(Address address) {
        return Math.max(clock.getAsLong(), contents(address.layout()).newestTimestamps[address.partition()]);
    }

    private Contents contents(Layout layout) {
        return requireNonNull(containers.get(layout));
    }
}
