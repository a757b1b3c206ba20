package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonValue;

class AreaTest {
    private static final double EARTH_SQUARE_METRES = 510_065_621_724_088.4;
    private static final Offset<Double> SQUARE_METRE = within(1.0);

    @Test
    void areasAreThoseOfTheEllipsoid() {
        String octant = "Polygon [[[0, 0], [90, 0], [0, 90], [0, 0]]]";
        assertThat(area(octant)).isCloseTo(EARTH_SQUARE_METRES / 8, SQUARE_METRE);
    }

    /** The example of the service's reference, whose own figure differs in the ninth digit. */
    @Test
    void aSmallAreaIsNearlyThatOfTheService() {
        assertThat(area(Call.box(31.8, -5, 32, -4.7))).isCloseTo(735_970_283.05, within(10.0));
    }

    @Test
    void aRingThatRunsClockwiseHoldsTheRestOfTheEarth() {
        double inside = area(Call.box(0, 0, 10, 10));
        assertThat(area("Polygon [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]]"))
                .isCloseTo(EARTH_SQUARE_METRES - inside, SQUARE_METRE);
    }

    @Test
    void holesAreTakenOffWhicheverWayTheyRun() {
        double expected = area(Call.box(0, 0, 10, 10)) - area(Call.box(4, 4, 6, 6));
        assertThat(area("Polygon [" + Call.ring(0, 0, 10, 10) + "," + Call.ring(4, 4, 6, 6) + "]"))
                .isCloseTo(expected, SQUARE_METRE);
        assertThat(area("Polygon [" + Call.ring(0, 0, 10, 10) + ",[[4, 4], [4, 6], [6, 6], [6, 4], [4, 4]]]"))
                .isCloseTo(expected, SQUARE_METRE);
    }

    @Test
    void severalAreasAreAddedUp() {
        String two = "MultiPolygon [[" + Call.ring(0, 0, 1, 1) + "],[" + Call.ring(5, 0, 6, 1) + "]]";
        assertThat(area(two)).isCloseTo(2 * area(Call.box(0, 0, 1, 1)), SQUARE_METRE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Point [1, 2]",
                "MultiPoint [[1, 2]]",
                "LineString [[0, 0], [1, 1]]",
                "MultiLineString [[[0, 0], [1, 1]]]"
            })
    void pointsAndLinesHaveNone(String shape) {
        assertThat(area(shape)).isZero();
    }

    @Test
    void whatIsNoShapeHasNotEvenNone() {
        assertThat(Call.of("ST_AREA", (JsonValue) null)).isNull();
        assertThat(Call.of("ST_AREA", JsonValue.parse("5"))).isNull();
        assertThat(Call.of("ST_AREA", "Polygon [[[0, 0], [1, 1], [0, 0]]]")).isNull();
    }

    private static double area(String shape) {
        return Call.number("ST_AREA", shape);
    }
}
