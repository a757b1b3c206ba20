package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.storage.StoreProvider;

class MemorySharesTest {

    @Test
    void sharesOfHalfAGigabyte() {
        assertThat(MemoryShares.of(512, false)).isEqualTo(new MemoryShares(168, 72, 144));
        assertThat(MemoryShares.of(512, false).javaOptions()).isEqualTo("-Xmx168m -XX:MaxDirectMemorySize=72m");
    }

    @Test
    void databaseInMemoryHasTheStoresShareOnTheHeap() {
        assertThat(MemoryShares.of(512, true)).isEqualTo(new MemoryShares(312, 72, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {MemoryShares.MEGABYTES_MIN, 321, 1000, 4096, 65_536, MemoryShares.MEGABYTES_MAX})
    void sharesLeaveRoomForJavaItself(int megabytes) {
        for (boolean inMemory : new boolean[] {false, true}) {
            MemoryShares shares = MemoryShares.of(megabytes, inMemory);
            int left = megabytes - shares.heap() - shares.direct() - shares.store();
            assertThat(left).isEqualTo(96 + megabytes / 16);
        }
    }

    @Test
    void smallestMemoryIsEnoughForEveryShare() {
        MemoryShares shares = MemoryShares.of(MemoryShares.MEGABYTES_MIN, false);
        assertThat(shares.heap()).isGreaterThanOrEqualTo(64);
        assertThat(shares.direct()).isGreaterThanOrEqualTo(32);
        assertThat(shares.store()).isGreaterThanOrEqualTo(StoreProvider.MEMORY_MEGABYTES_MIN);
    }
}
