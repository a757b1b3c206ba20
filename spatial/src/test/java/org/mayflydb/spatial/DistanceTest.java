package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonValue;

class DistanceTest {
    /** The figures of WGS 84: equatorial radius, and the way from equator to pole. */
    private static final double EQUATOR_DEGREE_METRES = 6_378_137 * Math.PI / 180;

    private static final double QUARTER_MERIDIAN_METRES = 10_001_965.729;

    private static final Offset<Double> MILLIMETRE = within(0.001);
    private static final Offset<Double> METRE = within(1.0);

    @Test
    void distancesOfPointsAreThoseOfTheEllipsoid() {
        assertThat(distance("Point [0, 0]", "Point [1, 0]")).isCloseTo(EQUATOR_DEGREE_METRES, MILLIMETRE);
        assertThat(distance("Point [12, 0]", "Point [12, 90]")).isCloseTo(QUARTER_MERIDIAN_METRES, MILLIMETRE);
        assertThat(distance("Point [0, -90]", "Point [77, 90]")).isCloseTo(2 * QUARTER_MERIDIAN_METRES, within(0.01));
    }

    /** From Wellington to Salamanca, an example that is published with the method of calculation. */
    @Test
    void nearlyOppositePointsAreFarApart() {
        assertThat(distance("Point [174.81, -41.32]", "Point [-5.50, 40.96]")).isCloseTo(19_959_679.267, MILLIMETRE);
    }

    @Test
    void theDateLineIsNoBarrier() {
        assertThat(distance("Point [179.5, 0]", "Point [-179.5, 0]")).isCloseTo(EQUATOR_DEGREE_METRES, MILLIMETRE);
        assertThat(distance("Point [180, 10]", "Point [-180, 10]")).isZero();
    }

    @Test
    void altitudeDoesNotCount() {
        assertThat(distance("Point [0, 0, 8848]", "Point [1, 0]")).isCloseTo(EQUATOR_DEGREE_METRES, MILLIMETRE);
    }

    @Test
    void aLineIsAsFarAsItsNearestPoint() {
        String equator = "LineString [[0, 0], [10, 0]]";
        assertThat(distance("Point [12, 0]", equator)).isCloseTo(2 * EQUATOR_DEGREE_METRES, MILLIMETRE);
        assertThat(distance("Point [5, 1]", equator)).isCloseTo(distance("Point [5, 1]", "Point [5, 0]"), METRE);
        assertThat(distance("Point [5, 0]", equator)).isZero();
        assertThat(distance("LineString [[5, -1], [5, 1]]", equator)).isZero();
        assertThat(distance("LineString [[12, -1], [12, 1]]", equator)).isCloseTo(2 * EQUATOR_DEGREE_METRES, METRE);
    }

    @Test
    void aPolygonIsAsFarAsItsBorderAndNowhereFromItsInside() {
        String box = Call.box(0, 0, 10, 10);
        assertThat(distance("Point [5, 5]", box)).isZero();
        assertThat(distance("Point [5, -1]", box)).isCloseTo(distance("Point [5, -1]", "Point [5, 0]"), METRE);
        assertThat(distance(box, "Point [12, 0]")).isCloseTo(2 * EQUATOR_DEGREE_METRES, MILLIMETRE);
        assertThat(distance(box, Call.box(12, -5, 14, 5))).isCloseTo(2 * EQUATOR_DEGREE_METRES, within(2000.0));
        assertThat(distance(box, Call.box(2, 2, 3, 3))).isZero();
        assertThat(distance(box, Call.box(10, 0, 20, 10))).isZero();
    }

    @Test
    void aHoleIsOutside() {
        String holed = "Polygon [" + Call.ring(0, 0, 10, 10) + "," + Call.ring(4, 4, 6, 6) + "]";
        assertThat(distance("Point [5, 5]", holed)).isBetween(109_000.0, 112_000.0);
        assertThat(distance("Point [2, 2]", holed)).isZero();
    }

    @Test
    void severalPartsAreAsFarAsTheNearest() {
        String two = "MultiPolygon [[" + Call.ring(0, 0, 1, 1) + "],[" + Call.ring(50, 0, 51, 1) + "]]";
        assertThat(distance("Point [53, 0]", two)).isCloseTo(2 * EQUATOR_DEGREE_METRES, MILLIMETRE);
        assertThat(distance("MultiPoint [[80, 0], [3, 0]]", two)).isCloseTo(2 * EQUATOR_DEGREE_METRES, MILLIMETRE);
        assertThat(distance("MultiLineString [[[80, 0], [90, 0]], [[0.5, -1], [0.5, 1]]]", two))
                .isZero();
    }

    @Test
    void whatIsNoShapeHasNoDistance() {
        JsonValue point = Call.shape("Point [0, 0]");
        assertThat(Call.of("ST_DISTANCE", point, null)).isNull();
        assertThat(Call.of("ST_DISTANCE", null, point)).isNull();
        assertThat(Call.of("ST_DISTANCE", point, JsonNull.NULL)).isNull();
        assertThat(Call.of("ST_DISTANCE", point, Call.shape("Point [0, 91]"))).isNull();
        assertThat(Call.of("ST_DISTANCE", point, JsonValue.parse("[0, 0]"))).isNull();
    }

    private static double distance(String first, String second) {
        double there = Call.number("ST_DISTANCE", first, second);
        assertThat(Call.number("ST_DISTANCE", second, first)).isCloseTo(there, MILLIMETRE);
        return there;
    }
}
