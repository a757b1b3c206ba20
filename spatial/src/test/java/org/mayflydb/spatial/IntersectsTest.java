package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

class IntersectsTest {
    private static final String BOX = Call.box(0, 0, 10, 10);

    @Test
    void pointsMeetWhatTheyAreOn() {
        assertThat(intersects("Point [1, 2]", "Point [1, 2]")).isTrue();
        assertThat(intersects("Point [1, 2]", "Point [1, 2.0001]")).isFalse();
        assertThat(intersects("Point [5, 0]", "LineString [[0, 0], [10, 0]]")).isTrue();
        assertThat(intersects("Point [5, 1]", "LineString [[0, 0], [10, 0]]")).isFalse();
        assertThat(intersects("Point [5, 5]", BOX)).isTrue();
        assertThat(intersects("Point [0, 0]", BOX)).isTrue();
        assertThat(intersects("Point [5, 0]", BOX)).isTrue();
        assertThat(intersects("Point [-1, 5]", BOX)).isFalse();
    }

    @Test
    void linesMeetWhereTheyCrossOrTouch() {
        String line = "LineString [[0, 0], [10, 0]]";
        assertThat(intersects("LineString [[5, -1], [5, 1]]", line)).isTrue();
        assertThat(intersects("LineString [[5, 0], [5, 1]]", line)).isTrue();
        assertThat(intersects("LineString [[10, 0], [12, 5]]", line)).isTrue();
        assertThat(intersects("LineString [[2, 1], [8, 1]]", line)).isFalse();
        assertThat(intersects("LineString [[-5, 5], [15, 5]]", BOX)).isTrue();
        assertThat(intersects("LineString [[2, 2], [3, 3]]", BOX)).isTrue();
        assertThat(intersects("LineString [[-5, 5], [-1, 5]]", BOX)).isFalse();
    }

    @Test
    void areasMeetWhereTheyOverlapOrTouch() {
        assertThat(intersects(BOX, Call.box(5, 5, 15, 15))).isTrue();
        assertThat(intersects(BOX, Call.box(10, 0, 20, 10))).isTrue();
        assertThat(intersects(BOX, Call.box(2, 2, 3, 3))).isTrue();
        assertThat(intersects(BOX, Call.box(4, -5, 6, 15))).isTrue();
        assertThat(intersects(BOX, Call.box(11, 0, 20, 10))).isFalse();
    }

    @Test
    void whatIsInAHoleDoesNotMeetTheArea() {
        String holed = "Polygon [" + Call.ring(0, 0, 10, 10) + "," + Call.ring(4, 4, 6, 6) + "]";
        assertThat(intersects(holed, "Point [5, 5]")).isFalse();
        assertThat(intersects(holed, Call.box(4.5, 4.5, 5.5, 5.5))).isFalse();
        assertThat(intersects(holed, Call.box(4.5, 4.5, 6.5, 5.5))).isTrue();
        assertThat(intersects(holed, Call.box(-1, -1, 11, 11))).isTrue();
    }

    @Test
    void anyPartMayMeetAny() {
        String two = "MultiPolygon [[" + Call.ring(20, 0, 21, 1) + "],[" + Call.ring(2, 2, 3, 3) + "]]";
        assertThat(intersects(BOX, two)).isTrue();
        assertThat(intersects("MultiPoint [[-50, 0], [20.5, 0.5]]", two)).isTrue();
        assertThat(intersects("MultiPoint [[-50, 0], [10, 0.5]]", two)).isFalse();
    }

    @Test
    void whatIsNoShapeMeetsNothing() {
        assertThat(Call.of("ST_INTERSECTS", "Point [0, 99]", BOX)).isNull();
        assertThat(Call.of("ST_INTERSECTS", "Circle [0, 0]", BOX)).isNull();
    }

    private static boolean intersects(String first, String second) {
        JsonValue result = Call.of("ST_INTERSECTS", first, second);
        assertThat(result).isInstanceOf(JsonBoolean.class).isEqualTo(Call.of("ST_INTERSECTS", second, first));
        return JsonBoolean.TRUE.equals(result);
    }
}
