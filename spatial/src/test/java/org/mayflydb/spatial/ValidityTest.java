package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

class ValidityTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Point [180, 90]",
                "Point [-180, -90]",
                "Point [1, 2, 3]",
                "MultiPoint [[1, 2], [3, 4]]",
                "LineString [[0, 0], [1, 1], [1, 1], [2, 0]]",
                "MultiLineString [[[0, 0], [1, 1]]]",
                "Polygon [[[0, 0], [1, 0], [1, 1], [0, 0]]]",
                "Polygon [[[0, 0], [1, 1], [1, 0], [0, 0]]]",
                "Polygon [[[0, 0], [0, 0], [1, 0], [1, 1], [1, 1], [0, 0], [0, 0]]]",
                "Polygon [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]]]",
                "MultiPolygon [[[[0, 0], [1, 0], [1, 1], [0, 0]]], [[[5, 0], [6, 0], [6, 1], [5, 0]]]]",
            })
    void goodShapesAreValid(String shape) {
        assertThat(Call.of("ST_ISVALID", shape)).isEqualTo(JsonBoolean.TRUE);
        assertThat(Call.of("ST_ISVALIDDETAILED", shape)).hasToString("{\"valid\":true}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Point [133.7, -184.3]                              | Latitude values must be between -90 and 90 degrees.
            Point [181, 0]                                     | Longitude values must be between -180 and 180 degrees.
            Point [1]                                          | A position must be an array of two or three numbers.
            Point [1, 2, 3, 4]                                 | A position must be an array of two or three numbers.
            Point [1, "2"]                                     | A position must be an array of two or three numbers.
            Point [1, 2, null]                                 | A position must be an array of two or three numbers.
            Point {}                                           | The coordinates of a geometry must be an array.
            Point null                                         | The coordinates of a geometry must be an array.
            MultiPoint []                                      | The coordinates of a geometry must not be empty.
            MultiPolygon []                                    | The coordinates of a geometry must not be empty.
            Polygon []                                         | The coordinates of a geometry must not be empty.
            LineString [[1, 1]]                                | A line must have at least two different positions.
            LineString [[1, 1], [1, 1]]                        | A line must have at least two different positions.
            LineString [[0, 0], [180, 0]]                      | Positions in a row must not be opposite to each other on the earth.
            Polygon [[[0, 0], [1, 0], [0, 0]]]                 | A ring of a polygon must have at least four positions.
            Polygon [[[0, 0], [1, 0], [1, 1], [0, 1]]]         | The first and the last position of a ring must be the same.
            Polygon [[[0, 0], [1, 0], [1, 0], [0, 0]]]         | A ring of a polygon must have at least three different positions.
            Polygon [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] | A ring of a polygon must not cross or touch itself.
            Polygon [[[0, 0], [1, 0], [1, 1], [0, 0]], [[5, 5], [6, 5], [6, 6], [5, 5]]] | The holes of a polygon must be inside of its first ring.
            Circle [0, 0] | The type of a geometry must be Point, MultiPoint, LineString, MultiLineString, Polygon or MultiPolygon.
            """)
    void badShapesAreInvalidForAReason(String shape, String reason) {
        assertThat(Call.of("ST_ISVALID", shape)).isEqualTo(JsonBoolean.FALSE);
        assertThat(Call.of("ST_ISVALIDDETAILED", shape)).hasToString("{\"valid\":false,\"reason\":\"" + reason + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "5", "\"Point\"", "[]", "{}", "{\"type\":5}", "{\"coordinates\":[0,0]}"})
    void whatIsNotEvenAGeometryIsInvalidToo(String json) {
        assertThat(Call.of("ST_ISVALID", JsonValue.parse(json))).isEqualTo(JsonBoolean.FALSE);
        assertThat(String.valueOf(Call.of("ST_ISVALIDDETAILED", JsonValue.parse(json))))
                .contains("\"valid\":false", "A geometry must be an object");
    }

    @Test
    void undefinedStaysUndefined() {
        assertThat(Call.of("ST_ISVALID", (JsonValue) null)).isNull();
        assertThat(Call.of("ST_ISVALIDDETAILED", (JsonValue) null)).isNull();
    }

    @Test
    void aPolygonHas4096PositionsAtMost() {
        assertThat(Call.of("ST_ISVALID", "Polygon [" + circle(4096) + "]")).isEqualTo(JsonBoolean.TRUE);
        assertThat(String.valueOf(Call.of("ST_ISVALIDDETAILED", "Polygon [" + circle(4097) + "]")))
                .contains("more than 4096 positions");
    }

    @Test
    void aGeometryHasFourTimesThatAtMost() {
        String area = "[" + circle(4096) + "]";
        assertThat(Call.of("ST_ISVALID", "MultiPolygon [" + String.join(",", area, area, area, area) + "]"))
                .isEqualTo(JsonBoolean.TRUE);
        assertThat(Call.of("ST_ISVALID", "MultiPolygon [" + String.join(",", area, area, area, area, area) + "]"))
                .isEqualTo(JsonBoolean.FALSE);
    }

    private static String circle(int positions) {
        StringJoiner ring = new StringJoiner(",", "[", ",[1,0]]");
        for (int i = 0; i < positions - 1; i++) {
            double angle = 2 * Math.PI * i / (positions - 1);
            ring.add("[" + Math.cos(angle) + "," + Math.sin(angle) + "]");
        }
        return ring.toString();
    }
}
