package org.mayflydb.spatial;

import com.google.common.geometry.S2EdgeUtil;
import com.google.common.geometry.S2Point;
import java.util.ArrayList;
import java.util.List;

/** The shortest line on the sphere between two points, which may be the same. */
record Edge(S2Point start, S2Point end, double chord) {
    private static final double BESIDE = 1e-9;

    static Edge of(S2Point start, S2Point end) {
        return new Edge(start, end, start.equals(end) ? 0 : Position.chord(start, end));
    }

    /** The edges of a line through these positions. */
    static List<Edge> path(List<Position> positions) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 1; i < positions.size(); i++) {
            edges.add(of(positions.get(i - 1).point(), positions.get(i).point()));
        }
        return edges;
    }

    boolean isPoint() {
        return chord == 0;
    }

    S2Point middle() {
        return S2Point.normalize(S2Point.add(start, end));
    }

    /** The point of the edge that is nearest to another. */
    S2Point nearest(S2Point other) {
        return isPoint() ? start : S2EdgeUtil.getClosestPoint(other, start, end);
    }

    /** Whether the point is on the edge. */
    boolean has(S2Point point) {
        return Position.chord(nearest(point), point) <= Position.SAME_CHORD_MAX;
    }

    /** Whether the two have a point in common that is an end of neither. */
    boolean crosses(Edge other) {
        return !isPoint()
                && !other.isPoint()
                && S2EdgeUtil.robustCrossing(start, end, other.start, other.end) > 0
                // Where an end is on the other edge but for rounding, the two touch.
                && !has(other.start)
                && !has(other.end)
                && !other.has(start)
                && !other.has(end);
    }

    /** A point a few millimetres to the left of the middle, for one who walks from start to end. */
    S2Point leftOfMiddle() {
        S2Point left = S2Point.normalize(S2Point.crossProd(start, end));
        return S2Point.normalize(S2Point.add(middle(), S2Point.mul(left, BESIDE)));
    }

    /** No pair of points of the two is nearer than this; cheap, and exact enough to leave most pairs alone. */
    double distanceAtLeast(Edge other) {
        return Position.chord(start, other.start) - chord - other.chord;
    }
}
