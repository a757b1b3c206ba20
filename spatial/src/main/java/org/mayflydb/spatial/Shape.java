package org.mayflydb.spatial;

import com.google.common.geometry.S2Point;
import java.util.List;

/**
 * What a GeoJSON geometry describes: points, lines or areas.
 *
 * @param edges all points, which are edges without length, all lines, or the borders of all areas
 * @param anchors one point of each connected piece
 */
record Shape(Edges edges, List<S2Point> anchors, List<Area> areas) {

    static Shape ofPoints(List<Position> points) {
        List<S2Point> anchors = points.stream().map(Position::point).toList();
        return new Shape(
                new Edges(anchors.stream().map(point -> Edge.of(point, point)).toList()), anchors, List.of());
    }

    static Shape ofLines(List<List<Position>> lines) {
        return new Shape(
                new Edges(
                        lines.stream().flatMap(line -> Edge.path(line).stream()).toList()),
                lines.stream().map(line -> line.get(0).point()).toList(),
                List.of());
    }

    static Shape ofAreas(List<Area> areas) {
        return new Shape(
                new Edges(areas.stream()
                        .flatMap(area -> area.border().all().stream())
                        .toList()),
                areas.stream().map(area -> area.rings().get(0).get(0).point()).toList(),
                areas);
    }

    /** How many pairs of edges there are, one of each shape. */
    long pairsWith(Shape other) {
        return (long) edges.all().size() * other.edges.all().size();
    }

    /** Whether the point is in an area or on its border. */
    boolean covers(S2Point point) {
        return areas.stream().anyMatch(area -> area.side(point) != Side.OUTSIDE);
    }
}
