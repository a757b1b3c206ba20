package org.mayflydb.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.mayflydb.base.FailureCode;
import org.mayflydb.conformance.PossibleItem.Operation;
import org.mayflydb.conformance.PossibleItem.Version;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Item;
import org.mayflydb.key.PartitionKey;

/** Writes and reads items that no other thread writes, and knows what each of them may be. */
final class RaceWriter {
    private static final int IDS = 12;
    private static final int LOGICAL_PARTITIONS = 3;
    private static final int OPERATIONS_PER_ROUND = 60;

    /** Some end within a round, some with it, some never. */
    private static final List<Integer> LIFETIMES =
            List.of(RaceBounds.INHERITED, RaceBounds.INHERITED, RaceBounds.FOR_EVER, 1, 5, 300, 1004, 100_000);

    private final Container container;
    private final Random random;
    private final Map<String, PossibleItem> items = new LinkedHashMap<>();
    private int serial;

    RaceWriter(Container container, int number, long seed) {
        this.container = container;
        this.random = new Random(seed);
        for (int i = 0; i < IDS; i++) {
            items.put("w" + number + "-" + i, new PossibleItem());
        }
    }

    void write(RaceBounds bounds) {
        List<String> ids = new ArrayList<>(items.keySet());
        Operation[] operations = Operation.values();
        for (int i = 0; i < OPERATIONS_PER_ROUND; i++) {
            attempt(operations[random.nextInt(operations.length)], ids.get(random.nextInt(IDS)), bounds);
        }
    }

    private void attempt(Operation operation, String id, RaceBounds bounds) {
        int ttl = LIFETIMES.get(random.nextInt(LIFETIMES.size()));
        String json = json(id, ++serial, ttl);
        Outcome<Optional<Item>> outcome = Outcome.of(() -> switch (operation) {
            case CREATE -> Optional.of(container.create(json));
            case UPSERT -> Optional.of(container.upsert(json));
            case REPLACE -> Optional.of(container.replace(id, json));
            case READ -> Optional.of(container.read(id, key(id)));
            case DELETE -> {
                container.delete(id, key(id));
                yield Optional.empty();
            }
        });
        FailureCode failure = outcome.failure();
        Optional<Version> left = operation == Operation.DELETE || operation == Operation.READ
                ? Optional.empty()
                : Optional.of(new Version(serial, bounds.from(), bounds.until(), ttl));
        if (outcome.value() != null && outcome.value().isPresent()) {
            left = Optional.of(version(outcome.value().get()));
            if (operation != Operation.READ) {
                assertThat(left.get().earliestTimestamp()).isBetween(bounds.from(), bounds.until());
                assertThat(left.get().serial()).isEqualTo(serial);
            }
        }
        possible(id).ended(operation, left, failure, bounds);
    }

    /** Compares with what is stored, expired or not. */
    void settle(Map<String, Item> stored, RaceBounds bounds) {
        items.forEach(
                (id, item) -> item.stored(Optional.ofNullable(stored.get(id)).map(RaceWriter::version), bounds));
    }

    /** The ids of the items that can be seen. */
    List<String> visible(RaceBounds exact) {
        return items.keySet().stream()
                .filter(id -> possible(id).isVisible(exact))
                .toList();
    }

    private PossibleItem possible(String id) {
        return requireNonNull(items.get(id));
    }

    /** Writers share logical partitions. */
    private static String keyText(String id) {
        return "p" + id.charAt(id.length() - 1) % LOGICAL_PARTITIONS;
    }

    private static PartitionKey key(String id) {
        return PartitionKey.of(keyText(id));
    }

    private static String json(String id, int serial, int ttl) {
        String lifetime = ttl == RaceBounds.INHERITED ? "" : ",\"ttl\":" + ttl;
        return "{\"id\":\"" + id + "\",\"pk\":\"" + keyText(id) + "\",\"n\":" + serial + lifetime + "}";
    }

    private static Version version(Item item) {
        Map<String, ?> members = item.toMap();
        long timestamp = item.timestamp().getEpochSecond();
        int ttl = members.get("ttl") instanceof Number own ? own.intValue() : RaceBounds.INHERITED;
        return new Version(((Number) requireNonNull(members.get("n"))).intValue(), timestamp, timestamp, ttl);
    }
}
