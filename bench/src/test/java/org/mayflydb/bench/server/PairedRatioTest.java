package org.mayflydb.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.bench.server.PairedRatio.Pair;

class PairedRatioTest {

    @Test
    void equalFiguresHaveTheRatioOne() {
        PairedRatio ratio = ratio(List.of(new Pair<>(3.0, 3.0), new Pair<>(5.0, 5.0)));
        assertThat(ratio).isEqualTo(new PairedRatio(1, 1, 1));
        assertThat(ratio.isLess() || ratio.isMore()).isFalse();
    }

    @Test
    void noiseThatBothSidesShareDoesNotWidenTheInterval() {
        PairedRatio ratio = ratio(List.of(new Pair<>(1.0, 2.0), new Pair<>(100.0, 200.0), new Pair<>(7.0, 14.0)));
        assertThat(ratio.low()).isCloseTo(2, within(1e-9));
        assertThat(ratio.high()).isCloseTo(2, within(1e-9));
    }

    @Test
    void intervalOfTwoPairsFollowsStudentsDistribution() {
        PairedRatio ratio = ratio(List.of(new Pair<>(1.0, 1.0), new Pair<>(1.0, Math.E)));
        assertThat(Math.log(ratio.mean())).isCloseTo(0.5, within(1e-9));
        assertThat(Math.log(ratio.high())).isCloseTo(0.5 + 12.706 * 0.5, within(1e-9));
    }

    @Test
    void wholeIntervalMustBeFivePercentWorse() {
        assertThat(new PairedRatio(0.92, 0.90, 0.94).isLess()).isTrue();
        assertThat(new PairedRatio(0.92, 0.88, 0.96).isLess()).isFalse();
        assertThat(new PairedRatio(1.08, 1.06, 1.10).isMore()).isTrue();
        assertThat(new PairedRatio(1.08, 1.04, 1.12).isMore()).isFalse();
    }

    @Test
    void intervalHoldsTheTrueRatioInAboutNineteenOfTwentyTrials() {
        long seed = 7;
        Random random = new Random(seed);
        int held = 0;
        for (int trial = 0; trial < 2000; trial++) {
            List<Pair<Double>> pairs = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                pairs.add(new Pair<>(1.0, 1.1 * Math.exp(0.2 * random.nextGaussian())));
            }
            PairedRatio ratio = ratio(pairs);
            if (ratio.low() <= 1.1 && 1.1 <= ratio.high()) {
                held++;
            }
        }
        assertThat(held / 2000.0).as("seed %d", seed).isBetween(0.93, 0.97);
    }

    private static PairedRatio ratio(List<Pair<Double>> pairs) {
        return PairedRatio.of(pairs, Double::doubleValue);
    }
}
