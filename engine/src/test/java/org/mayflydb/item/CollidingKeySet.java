package org.mayflydb.item;

import java.util.List;
import org.mayflydb.key.CollidingKeys;
import org.mayflydb.key.PartitionKey;

/** How a container hashes, and keys of which the first three have the same hash. */
public enum CollidingKeySet {
    VERSION_2(
            "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}",
            CollidingKeys.VICTIM,
            CollidingKeys.INTRUDER,
            CollidingKeys.THIRD),
    VERSION_1(
            "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":1}",
            CollidingKeys.VICTIM_1,
            CollidingKeys.INTRUDER_1,
            CollidingKeys.THIRD_1),
    HIERARCHICAL(
            "{\"paths\":[\"/pk\",\"/user\"],\"kind\":\"MultiHash\",\"version\":2}",
            CollidingKeys.VICTIM,
            CollidingKeys.INTRUDER,
            CollidingKeys.THIRD);

    /** The JSON of the partition key definition. */
    final String definition;

    /** The first level of two keys. */
    final String one;

    final String other;

    private final String third;

    CollidingKeySet(String definition, String one, String other, String third) {
        this.definition = definition;
        this.one = one;
        this.other = other;
        this.third = third;
    }

    PartitionKey one() {
        return key(one, users().get(0));
    }

    PartitionKey other() {
        return key(other, users().get(0));
    }

    /** First levels that have the same hash. */
    List<String> colliding() {
        return List.of(one, other, third);
    }

    /** The same and others. */
    List<String> all() {
        return List.of(one, other, third, "a", "b");
    }

    /** The second levels; one that is empty if there is none. */
    List<String> users() {
        return this == HIERARCHICAL ? List.of("u", "v") : List.of("");
    }

    /** @param user the second level; empty if there is none */
    PartitionKey key(String value, String user) {
        return user.isEmpty() ? PartitionKey.of(value) : PartitionKey.of(value, user);
    }
}
