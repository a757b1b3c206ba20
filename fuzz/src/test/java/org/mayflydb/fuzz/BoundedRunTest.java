package org.mayflydb.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BoundedRunTest {
    @Test
    void memoryBeyondTheBoundIsAFinding() {
        assertThatThrownBy(() -> BoundedRun.of(new PlantedGrowth(), new byte[] {-1}))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("planted-growth allocates");
    }

    @Test
    void memoryInProportionToTheInputIsNone() {
        assertThatCode(() -> BoundedRun.of(new PlantedGrowth(), new byte[] {1, 2, 3}))
                .doesNotThrowAnyException();
    }
}
