package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PartitionObjectsTest {
    private final PartitionObjects<Object> objects = new PartitionObjects<>(number -> new Object());

    @Test
    void aPartitionHasOneObjectWhileSomebodyHoldsIt() {
        Object first = objects.get(1);
        assertThat(objects.get(1)).isSameAs(first);
        assertThat(objects.get(2)).isNotSameAs(first);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @SuppressWarnings("SystemGCCall") // what nobody holds goes when the collector comes by
    void aPartitionThatNobodyHoldsIsForgotten() {
        Object held = objects.get(0);
        try {
            for (int number = 1; number < 100; number++) {
                objects.get(number);
            }
            while (objects.size() > 1) {
                System.gc();
            }
            assertThat(objects.held()).containsExactly(held);
        } finally {
            Reference.reachabilityFence(held);
        }
    }
}
