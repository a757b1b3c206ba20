package org.mayflydb.spatial;

import com.google.common.geometry.S2Loop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Makes a shape of one GeoJSON geometry. */
final class GeoJsonReader {
    /** The service's limit for one polygon. */
    static final int POSITIONS_MAX = 4096;

    /** The limit for all parts of a geometry together, so that two of them are compared in seconds at the worst. */
    static final int ALL_POSITIONS_MAX = 4 * POSITIONS_MAX;

    private int allPositions;

    private GeoJsonReader() {}

    static Reading read(JsonValue value) {
        try {
            return new Reading.Valid(new GeoJsonReader().shape(value));
        } catch (InvalidShapeException e) {
            return new Reading.Invalid(e.reason());
        }
    }

    private Shape shape(JsonValue value) throws InvalidShapeException {
        if (!(value instanceof JsonObject object) || !(object.get("type") instanceof JsonString type)) {
            throw new InvalidShapeException("A geometry must be an object with a type and coordinates.");
        }
        JsonValue coordinates = object.get("coordinates");
        return switch (type.value()) {
            case "Point" -> Shape.ofPoints(List.of(position(coordinates)));
            case "MultiPoint" -> Shape.ofPoints(some(positions(coordinates)));
            case "LineString" -> Shape.ofLines(List.of(line(coordinates)));
            case "MultiLineString" -> {
                List<List<Position>> lines = new ArrayList<>();
                for (JsonValue line : some(elements(coordinates))) {
                    lines.add(line(line));
                }
                yield Shape.ofLines(lines);
            }
            case "Polygon" -> Shape.ofAreas(List.of(area(coordinates)));
            case "MultiPolygon" -> {
                List<Area> areas = new ArrayList<>();
                for (JsonValue area : some(elements(coordinates))) {
                    areas.add(area(area));
                }
                yield Shape.ofAreas(areas);
            }
            default ->
                throw new InvalidShapeException("The type of a geometry must be Point, MultiPoint, LineString,"
                        + " MultiLineString, Polygon or MultiPolygon.");
        };
    }

    private Area area(@Nullable JsonValue value) throws InvalidShapeException {
        int before = allPositions;
        List<List<Position>> rings = new ArrayList<>();
        for (JsonValue ring : some(elements(value))) {
            rings.add(ring(ring));
        }
        if (allPositions - before > POSITIONS_MAX) {
            throw new InvalidShapeException("A polygon must not have more than " + POSITIONS_MAX + " positions.");
        }
        Area area = new Area(rings);
        if (!area.hasHolesInside()) {
            throw new InvalidShapeException("The holes of a polygon must be inside of its first ring.");
        }
        return area;
    }

    private List<Position> ring(JsonValue value) throws InvalidShapeException {
        List<Position> given = positions(value);
        if (given.size() < 4) {
            throw new InvalidShapeException("A ring of a polygon must have at least four positions.");
        }
        if (!given.get(0).isSame(given.get(given.size() - 1))) {
            throw new InvalidShapeException("The first and the last position of a ring must be the same.");
        }
        List<Position> ring = withoutRepetition(given);
        if (ring.size() < 4) {
            throw new InvalidShapeException("A ring of a polygon must have at least three different positions.");
        }
        if (!S2Loop.isValid(
                ring.subList(0, ring.size() - 1).stream().map(Position::point).toList())) {
            throw new InvalidShapeException("A ring of a polygon must not cross or touch itself.");
        }
        return ring;
    }

    private List<Position> line(@Nullable JsonValue value) throws InvalidShapeException {
        List<Position> line = withoutRepetition(positions(value));
        if (line.size() < 2) {
            throw new InvalidShapeException("A line must have at least two different positions.");
        }
        return line;
    }

    /** A position that is given several times in a row counts once; the last stays, so that rings stay closed. */
    private static List<Position> withoutRepetition(List<Position> positions) throws InvalidShapeException {
        List<Position> different = new ArrayList<>();
        for (Position position : positions) {
            Position last = different.isEmpty() ? null : different.get(different.size() - 1);
            if (last != null && last.isSame(position)) {
                continue;
            }
            if (last != null && Position.chord(last.point(), position.point()) >= 2 - Position.SAME_CHORD_MAX) {
                throw new InvalidShapeException("Positions in a row must not be opposite to each other on the earth.");
            }
            different.add(position);
        }
        return different;
    }

    private List<Position> positions(@Nullable JsonValue value) throws InvalidShapeException {
        List<Position> positions = new ArrayList<>();
        for (JsonValue position : elements(value)) {
            positions.add(position(position));
        }
        return positions;
    }

    /** Longitude, latitude, and perhaps an altitude, which nothing here depends on. */
    private Position position(@Nullable JsonValue value) throws InvalidShapeException {
        List<JsonValue> numbers = elements(value);
        if (++allPositions > ALL_POSITIONS_MAX) {
            throw new InvalidShapeException("A geometry must not have more than " + ALL_POSITIONS_MAX + " positions.");
        }
        if (numbers.size() < 2
                || numbers.size() > 3
                || !(numbers.get(0) instanceof JsonNumber longitude)
                || !(numbers.get(1) instanceof JsonNumber latitude)
                || numbers.stream().anyMatch(number -> number.kind() != JsonValue.Kind.NUMBER)) {
            throw new InvalidShapeException("A position must be an array of two or three numbers.");
        }
        // Written so that NaN fails too.
        if (!(Math.abs(latitude.doubleValue()) <= 90)) {
            throw new InvalidShapeException("Latitude values must be between -90 and 90 degrees.");
        }
        if (!(Math.abs(longitude.doubleValue()) <= 180)) {
            throw new InvalidShapeException("Longitude values must be between -180 and 180 degrees.");
        }
        return Position.of(longitude.doubleValue(), latitude.doubleValue());
    }

    private static List<JsonValue> elements(@Nullable JsonValue value) throws InvalidShapeException {
        if (!(value instanceof JsonArray array)) {
            throw new InvalidShapeException("The coordinates of a geometry must be an array.");
        }
        return array.elements();
    }

    private static <T> List<T> some(List<T> elements) throws InvalidShapeException {
        if (elements.isEmpty()) {
            throw new InvalidShapeException("The coordinates of a geometry must not be empty.");
        }
        return elements;
    }
}
