package org.mayflydb.spatial;

import com.google.common.geometry.S2Loop;
import com.google.common.geometry.S2Point;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a ring encloses, without the holes in it. */
final class Area {
    private final List<List<Position>> rings;
    private final S2Loop outer;
    private final List<S2Loop> holes = new ArrayList<>();
    private final Edges border;

    /** Takes closed rings, each of which is sound by itself. */
    Area(List<List<Position>> rings) {
        this.rings = rings;
        this.outer = loop(rings.get(0));
        for (List<Position> hole : rings.subList(1, rings.size())) {
            S2Loop loop = loop(hole);
            // Holes run clockwise by the rule and counter-clockwise in practice; none is larger than half the earth.
            loop.normalize();
            holes.add(loop);
        }
        this.border = new Edges(
                rings.stream().flatMap(ring -> Edge.path(ring).stream()).toList());
    }

    static S2Loop loop(List<Position> ring) {
        return new S2Loop(
                ring.subList(0, ring.size() - 1).stream().map(Position::point).toList());
    }

    /** All rings, the outer one first. */
    List<List<Position>> rings() {
        return rings;
    }

    Edges border() {
        return border;
    }

    Side side(S2Point point) {
        for (Edge edge : border.near(Edge.of(point, point))) {
            if (edge.has(point)) {
                return Side.BORDER;
            }
        }
        boolean inside = outer.contains(point) && holes.stream().noneMatch(hole -> hole.contains(point));
        return inside ? Side.INSIDE : Side.OUTSIDE;
    }

    /** A point inside; null if the area is thinner than a few millimetres everywhere. */
    @Nullable
    S2Point pointInside() {
        return Edge.path(rings.get(0)).stream()
                .map(Edge::leftOfMiddle)
                .filter(point -> side(point) == Side.INSIDE)
                .findFirst()
                .orElse(null);
    }

    /** Whether each hole is inside of the outer ring; it may touch it. */
    boolean hasHolesInside() {
        Area withoutHoles = new Area(rings.subList(0, 1));
        for (List<Position> hole : rings.subList(1, rings.size())) {
            if (!Containment.isCovered(Edge.path(hole), List.of(withoutHoles))) {
                return false;
            }
        }
        return true;
    }
}
