package org.mayflydb.spatial;

import com.google.common.geometry.S2Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which shape is in which. */
final class Containment {
    private Containment() {}

    /** Whether all of the first shape is in areas of the second, each area in one of them, and not on borders only. */
    static boolean isWithin(Shape inner, Shape outer) {
        return inner.areas().isEmpty()
                ? isCovered(inner.edges().all(), outer.areas())
                        && isSomewhereInside(inner.edges().all(), outer.areas())
                : inner.areas().stream()
                        .allMatch(area -> outer.areas().stream().anyMatch(around -> isWithin(area, around)));
    }

    private static boolean isWithin(Area inner, Area outer) {
        if (!isCovered(inner.border().all(), List.of(outer)) || holdsBorder(inner, outer)) {
            return false;
        }
        // No border runs through the inner area, so that all of it is where one point of it is.
        S2Point sample = inner.pointInside();
        return sample == null || outer.side(sample) != Side.OUTSIDE;
    }

    private static boolean holdsBorder(Area inner, Area outer) {
        return outer.border().all().stream()
                .anyMatch(edge -> inner.side(edge.start()) == Side.INSIDE || inner.side(edge.middle()) == Side.INSIDE);
    }

    /** Whether each edge is in one of the areas or on its border. */
    static boolean isCovered(List<Edge> edges, List<Area> areas) {
        return edges.stream().allMatch(edge -> areas.stream().anyMatch(area -> isCovered(edge, area)));
    }

    private static boolean isCovered(Edge edge, Area area) {
        List<S2Point> stops = new ArrayList<>(List.of(edge.start(), edge.end()));
        for (Edge border : area.border().near(edge)) {
            if (border.crosses(edge)) {
                return false;
            }
            if (edge.has(border.start())) {
                stops.add(border.start());
            }
        }
        // Between the corners of the border that it touches, an edge is inside or outside with all its points.
        stops.sort(Comparator.comparingDouble(stop -> Position.chord(edge.start(), stop)));
        for (int i = 1; i < stops.size(); i++) {
            if (area.side(Edge.of(stops.get(i - 1), stops.get(i)).middle()) == Side.OUTSIDE) {
                return false;
            }
        }
        return area.side(edge.start()) != Side.OUTSIDE && area.side(edge.end()) != Side.OUTSIDE;
    }

    private static boolean isSomewhereInside(List<Edge> edges, List<Area> areas) {
        return edges.stream().anyMatch(edge -> isInside(edge.start(), areas) || isInside(edge.middle(), areas));
    }

    private static boolean isInside(S2Point point, List<Area> areas) {
        return areas.stream().anyMatch(area -> area.side(point) == Side.INSIDE);
    }

    /**
     * Whether a piece of one begins in an area of the other. If not, the two have a point in common only where their edges
     * meet: a piece that nowhere meets the border of an area is in it with all its points or with none.
     */
    static boolean overlaps(Shape first, Shape second) {
        return first.anchors().stream().anyMatch(second::covers)
                || second.anchors().stream().anyMatch(first::covers);
    }
}
