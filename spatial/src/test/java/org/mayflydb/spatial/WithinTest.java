package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

class WithinTest {
    private static final String BOX = Call.box(0, 0, 10, 10);
    private static final String HOLED = "Polygon [" + Call.ring(0, 0, 10, 10) + "," + Call.ring(4, 4, 6, 6) + "]";

    @Test
    void pointsAreInsideOrNot() {
        assertThat(isWithin("Point [5, 5]", BOX)).isTrue();
        assertThat(isWithin("Point [15, 5]", BOX)).isFalse();
        assertThat(isWithin("Point [-175, -5]", BOX)).isFalse();
        assertThat(isWithin("MultiPoint [[5, 5], [6, 6]]", BOX)).isTrue();
        assertThat(isWithin("MultiPoint [[5, 5], [15, 5]]", BOX)).isFalse();
    }

    @Test
    void theBorderAloneIsNotInside() {
        assertThat(isWithin("Point [0, 0]", BOX)).isFalse();
        assertThat(isWithin("Point [5, 0]", BOX)).isFalse();
        assertThat(isWithin("LineString [[0, 0], [10, 0]]", BOX)).isFalse();
        assertThat(isWithin("LineString [[0, 0], [5, 5]]", BOX)).isTrue();
    }

    @Test
    void linesMustNotLeave() {
        assertThat(isWithin("LineString [[1, 1], [9, 9]]", BOX)).isTrue();
        assertThat(isWithin("LineString [[1, 1], [11, 9]]", BOX)).isFalse();
        assertThat(isWithin("LineString [[11, 1], [12, 9]]", BOX)).isFalse();
        assertThat(isWithin("LineString [[5, 2], [5, 8]]", HOLED)).isFalse();
        assertThat(isWithin("LineString [[2, 2], [2, 8]]", HOLED)).isTrue();
    }

    @Test
    void aLineBetweenTwoArmsLeavesTheAreaBetweenThem() {
        String arms = "Polygon [[[0, 0], [10, 0], [10, 10], [7, 10], [7, 3], [3, 3], [3, 10], [0, 10], [0, 0]]]";
        assertThat(isWithin("LineString [[1, 8], [9, 8]]", arms)).isFalse();
        assertThat(isWithin("LineString [[3, 10], [7, 10]]", arms)).isFalse();
        assertThat(isWithin("LineString [[1, 8], [2, 1], [9, 1]]", arms)).isTrue();
    }

    @Test
    void polygonsMustBeInsideAsAWhole() {
        assertThat(isWithin(Call.box(1, 1, 2, 2), BOX)).isTrue();
        assertThat(isWithin(BOX, Call.box(1, 1, 2, 2))).isFalse();
        assertThat(isWithin(Call.box(5, 5, 15, 8), BOX)).isFalse();
        assertThat(isWithin(Call.box(20, 0, 21, 1), BOX)).isFalse();
        assertThat(isWithin(BOX, BOX)).isTrue();
        assertThat(isWithin(Call.box(0, 0, 5, 5), BOX)).isTrue();
    }

    @Test
    void aLineThroughTwoCornersIsOutsideBetweenThem() {
        String notched = "Polygon [[[0, -5], [10, -5], [10, 5], [7, 0], [5, 4], [3, 0], [0, 5], [0, -5]]]";
        assertThat(isWithin("LineString [[1, 0], [9, 0]]", notched)).isTrue();
        String gap = "Polygon [[[0, -5], [10, -5], [10, 5], [7, 0], [5, -4], [3, 0], [0, 5], [0, -5]]]";
        assertThat(isWithin("LineString [[1, 0], [9, 0]]", gap)).isFalse();
        assertThat(isWithin("LineString [[1, 0], [3, 0]]", gap)).isTrue();
    }

    @Test
    void holesAreNotInside() {
        assertThat(isWithin("Point [5, 5]", HOLED)).isFalse();
        assertThat(isWithin(Call.box(4.5, 4.5, 5.5, 5.5), HOLED)).isFalse();
        assertThat(isWithin(Call.box(4, 4, 6, 6), HOLED)).isFalse();
        assertThat(isWithin(Call.box(3, 3, 7, 7), HOLED)).isFalse();
        assertThat(isWithin(Call.box(1, 1, 3, 3), HOLED)).isTrue();
        assertThat(isWithin(HOLED, BOX)).isTrue();
    }

    @Test
    void oneOfSeveralAreasSuffices() {
        String two = "MultiPolygon [[" + Call.ring(0, 0, 10, 10) + "," + Call.ring(4, 4, 6, 6) + "],["
                + Call.ring(50, 0, 60, 10) + "]]";
        assertThat(isWithin("Point [55, 5]", two)).isTrue();
        assertThat(isWithin("MultiPoint [[1, 1], [55, 5]]", two)).isTrue();
        assertThat(isWithin(Call.box(51, 1, 52, 2), two)).isTrue();
        assertThat(isWithin(Call.box(3, 3, 7, 7), two)).isFalse();
    }

    @Test
    void aRingThatRunsClockwiseHoldsWhatIsOutsideOfIt() {
        String inverted = "Polygon [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]]";
        assertThat(isWithin("Point [5, 5]", inverted)).isFalse();
        assertThat(isWithin("Point [15, 5]", inverted)).isTrue();
        assertThat(isWithin("Point [-120, -45]", inverted)).isTrue();
        assertThat(isWithin(inverted, BOX)).isFalse();
        assertThat(isWithin(BOX, inverted)).isFalse();
        assertThat(isWithin(inverted, inverted)).isTrue();
        assertThat(isWithin(Call.box(20, 20, 30, 30), inverted)).isTrue();
    }

    @Test
    void poleAndDateLineAreOrdinaryPlaces() {
        String arctic = "Polygon [[[-120, 70], [0, 70], [120, 70], [-120, 70]]]";
        assertThat(isWithin("Point [17, 90]", arctic)).isTrue();
        assertThat(isWithin("Point [17, 60]", arctic)).isFalse();
        String pacific = "Polygon [[[170, -10], [-170, -10], [-170, 10], [170, 10], [170, -10]]]";
        assertThat(isWithin("Point [180, 0]", pacific)).isTrue();
        assertThat(isWithin("Point [-175, 0]", pacific)).isTrue();
        assertThat(isWithin("Point [0, 0]", pacific)).isFalse();
    }

    @Test
    void nothingIsWithinWhatHasNoArea() {
        assertThat(isWithin("Point [0, 0]", "Point [0, 0]")).isFalse();
        assertThat(isWithin("Point [0, 0]", "LineString [[-1, 0], [1, 0]]")).isFalse();
        assertThat(isWithin(BOX, "Point [0, 0]")).isFalse();
    }

    @Test
    void whatIsNoShapeIsNowhere() {
        assertThat(Call.of("ST_WITHIN", "Point [0, 99]", BOX)).isNull();
        assertThat(Call.of("ST_WITHIN", "Point [0, 0]", "Polygon []")).isNull();
        assertThat(Call.of("ST_WITHIN", (JsonValue) null, Call.shape(BOX))).isNull();
    }

    private static boolean isWithin(String inner, String outer) {
        JsonValue result = Call.of("ST_WITHIN", inner, outer);
        assertThat(result).isInstanceOf(JsonBoolean.class);
        return JsonBoolean.TRUE.equals(result);
    }
}
