package org.mayflydb.conformance;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.CollidingKeys;

/**
 * Makes the steps of a scenario from a seed. Each seed also draws how often each kind of step comes and how many names there
 * are, so that some scenarios are crowded, some full of faults, and some never purge.
 */
final class Scenario {

    /** What can happen to the ground, beyond that a process ends on it. */
    enum Faults {
        NONE,
        FAILING_CALLS
    }

    private enum Kind {
        PUT(12),
        DELETE(3),
        READ(4),
        LIST(2),
        USAGE(2),
        PURGE(3),
        CLOCK(4),
        DEFAULT(2),
        RECREATE(1),
        RESTART(1),
        LOSE_POWER(1),
        SYNC(1),
        ARM(4);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }
    }

    private static final List<String> KEYS = List.of("\"p\"", "\"q\"", "7", "null", "{}", "true", "\"é\"");

    /** Three keys with the same hash of version 2, and three with the same hash of version 1. */
    private static final List<String> COLLIDING_KEYS = Stream.of(
                    CollidingKeys.VICTIM,
                    CollidingKeys.INTRUDER,
                    CollidingKeys.THIRD,
                    CollidingKeys.VICTIM_1,
                    CollidingKeys.INTRUDER_1,
                    CollidingKeys.THIRD_1)
            .map(key -> '"' + key + '"')
            .toList();

    private static final List<String> IDS = List.of("a", "b", "ab", "ä", "0", "a b");
    private static final List<String> UNIQUE_VALUES = List.of("1", "1.0", "\"1\"", "null", "true");
    private static final List<String> ODD_TTLS =
            List.of("0", "-5", "\"x\"", "5.5", "2147483648", "1e1", "-1.0", "2147483647");
    private static final int STEPS_MAX = 400;
    private static final int RARE = 20;

    private final Random random;
    private final Map<Kind, Integer> weights = new EnumMap<>(Kind.class);
    private final int weightsSum;
    private final int keys;
    private final int ids;
    private final boolean collisions;
    private int serial;

    private Scenario(long seed, Faults faults) {
        random = new Random(seed);
        keys = 1 + random.nextInt(KEYS.size());
        ids = 1 + random.nextInt(IDS.size());
        int sum = 0;
        for (Kind kind : Kind.values()) {
            boolean possible = faults == Faults.FAILING_CALLS || kind.compareTo(Kind.LOSE_POWER) < 0;
            int weight = possible ? kind.weight * random.nextInt(4) : 0;
            if (kind == Kind.PUT) {
                weight += kind.weight;
            }
            if (kind == Kind.RESTART || kind == Kind.RECREATE) {
                weight = Math.min(weight, 1);
            }
            weights.put(kind, weight);
            sum += weight;
        }
        weightsSum = sum;
        collisions = random.nextInt(3) == 0;
    }

    /** The steps that this seed makes, always the same. */
    static List<Step> of(long seed, Faults faults) {
        Scenario scenario = new Scenario(seed, faults);
        int length = 1 + scenario.random.nextInt(STEPS_MAX);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            steps.add(scenario.next(faults));
        }
        return steps;
    }

    private Step next(Faults faults) {
        return switch (kind()) {
            case PUT -> new Step.Put(pick(Step.Write.values()), address(), ttl(), unique(), condition(), ++serial);
            case DELETE -> new Step.Delete(address(), condition());
            case READ -> new Step.Read(address());
            case LIST -> list();
            case USAGE -> new Step.CountUsage(layout());
            case PURGE -> new Step.PurgeExpired(layout(), 1 + random.nextInt(random.nextBoolean() ? 3 : 100));
            case CLOCK -> new Step.MoveClock(random.nextInt(4) == 0 ? -random.nextInt(15) : random.nextInt(12));
            case DEFAULT -> new Step.ChangeDefault(layout(), defaultTtl());
            case RECREATE -> new Step.Recreate(layout(), defaultTtl());
            case RESTART ->
                new Step.Restart(faults == Faults.FAILING_CALLS && random.nextBoolean() ? 1 + random.nextInt(12) : 0);
            case LOSE_POWER -> new Step.LosePower();
            case SYNC -> new Step.Sync();
            case ARM -> new Step.Arm(pick(Step.Fault.values()), 1 + random.nextInt(4));
        };
    }

    private Kind kind() {
        int drawn = random.nextInt(weightsSum);
        for (Map.Entry<Kind, Integer> each : weights.entrySet()) {
            drawn -= each.getValue();
            if (drawn < 0) {
                return each.getKey();
            }
        }
        throw new IllegalStateException("the weights do not have their sum");
    }

    private Layout layout() {
        return pick(Layout.values());
    }

    private Address address() {
        Layout layout = layout();
        return new Address(layout, key(layout.levels()), IDS.get(random.nextInt(ids)));
    }

    private List<String> key(int levels) {
        List<String> key = new ArrayList<>();
        for (int level = 0; level < levels; level++) {
            // A second level of two values keeps logical partitions of the hierarchical key from being empty.
            key.add(
                    level == 0 && collisions && random.nextBoolean()
                            ? COLLIDING_KEYS.get(random.nextInt(COLLIDING_KEYS.size()))
                            : KEYS.get(random.nextInt(level == 0 ? keys : Math.min(keys, 2))));
        }
        return List.copyOf(key);
    }

    private Step list() {
        Layout layout = layout();
        return new Step.ListItems(layout, key(random.nextInt(layout.levels() + 1)), 1 + random.nextInt(4));
    }

    private @Nullable String ttl() {
        if (random.nextInt(RARE) == 0) {
            return ODD_TTLS.get(random.nextInt(ODD_TTLS.size()));
        }
        return switch (random.nextInt(6)) {
            case 0 -> "null";
            case 1 -> "-1";
            case 2, 3 -> Integer.toString(1 + random.nextInt(20));
            default -> null;
        };
    }

    private @Nullable String unique() {
        int drawn = random.nextInt(UNIQUE_VALUES.size() + 1);
        return drawn == UNIQUE_VALUES.size() ? null : UNIQUE_VALUES.get(drawn);
    }

    private Step.Condition condition() {
        return random.nextInt(3) == 0 ? pick(Step.Condition.values()) : Step.Condition.NONE;
    }

    private @Nullable Integer defaultTtl() {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> -1;
            default -> 1 + random.nextInt(20);
        };
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
