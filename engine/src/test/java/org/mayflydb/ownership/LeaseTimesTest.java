package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LeaseTimesTest {
    @Test
    void leaseIsRenewedThreeTimes() {
        assertThat(LeaseTimes.DEFAULT.renewal()).isEqualTo(3_000);
    }

    @Test
    void marginCoversTheErrorOfTheClockRate() {
        assertThatThrownBy(() -> new LeaseTimes(9_000, 1_000, 500, 2_000, 600_000, 4_000, 0.12))
                .hasMessageContaining("clock rate");
    }

    @Test
    void renewalAndItsRetriesFitIntoALease() {
        assertThatThrownBy(() -> new LeaseTimes(9_000, 1_000, 500, 2_000, 600_000, 5_000, 0.05))
                .hasMessageContaining("retries");
    }

    @Test
    void othersAreSeenToRenew() {
        assertThatThrownBy(() -> new LeaseTimes(9_000, 1_000, 500, 9_000, 600_000, 4_000, 0.05))
                .hasMessageContaining("seen");
    }

    @Test
    void noTimeIsMissing() {
        assertThatThrownBy(() -> new LeaseTimes(9_000, 0, 500, 2_000, 600_000, 4_000, 0))
                .hasMessageContaining("missing");
    }
}
