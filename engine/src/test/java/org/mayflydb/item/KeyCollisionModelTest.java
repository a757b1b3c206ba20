package org.mayflydb.item;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.testing.TestStores;

/** Whatever is done to items of partition keys with the same hash, each key has its own items. */
class KeyCollisionModelTest {
    private static final int STEPS = 400;

    @ParameterizedTest
    @EnumSource
    void everyKeyHasItsOwnItems(CollidingKeySet keys) {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        System.out.println("KeyCollisionModelTest " + keys + ", seed " + seed);
        CollidingContainer.compare(keys, TestStores.openReliable(), store -> store, STEPS, seed);
    }
}
