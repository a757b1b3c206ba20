package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonValue;

/** Calls are charged in proportion to the pairs of edges that they may have to compare. */
class CostTest {
    private static JsonValue line(int positions) {
        StringBuilder coordinates = new StringBuilder("LineString [[0, 0]");
        for (int i = 1; i < positions; i++) {
            coordinates
                    .append(", [")
                    .append(i * 0.001)
                    .append(", ")
                    .append(i % 2)
                    .append(']');
        }
        return Call.shape(coordinates.append(']').toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ST_DISTANCE", "ST_INTERSECTS", "ST_WITHIN"})
    void tenTimesAsManyEdgesOnBothSidesCostAHundredTimesAsMuch(String function) {
        assertThat(Call.steps(function, line(11), line(11))).isLessThan(500);
        assertThat(Call.steps(function, line(1_001), line(1_001))).isGreaterThan(1_000 * 1_000 / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ST_ISVALID", "ST_AREA", "ST_ISVALIDDETAILED"})
    void readingAShapeIsCharged(String function) {
        assertThat(Call.steps(function, line(1_001))).isGreaterThan(1_000);
    }
}
