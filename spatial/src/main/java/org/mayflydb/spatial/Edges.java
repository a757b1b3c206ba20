package org.mayflydb.spatial;

import com.google.common.geometry.S2Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Many edges, in runs that know how far they reach: what is far from a run is far from all edges of it, and most pairs of
 * edges are never looked at.
 */
final class Edges {
    /** About the root of the number of positions that a polygon may have. */
    private static final int RUN_EDGES_MAX = 64;

    private final List<Edge> all;
    private final List<Run> runs = new ArrayList<>();

    Edges(List<Edge> all) {
        this.all = all;
        for (int start = 0; start < all.size(); start += RUN_EDGES_MAX) {
            runs.add(Run.of(all.subList(start, Math.min(all.size(), start + RUN_EDGES_MAX))));
        }
    }

    /** Neighbours, none of which has a point farther from {@code start} than {@code reach}. */
    record Run(List<Edge> edges, S2Point start, double reach) {
        private static Run of(List<Edge> edges) {
            S2Point start = edges.get(0).start();
            double reach = 0;
            for (Edge edge : edges) {
                reach = Math.max(reach, Position.chord(start, edge.start()) + edge.chord());
            }
            return new Run(edges, start, reach);
        }

        /** No pair of points of the two is nearer than this. */
        double distanceAtLeast(Run other) {
            return Position.chord(start, other.start) - reach - other.reach;
        }

        private double distanceAtLeast(Edge edge) {
            return Position.chord(start, edge.start()) - reach - edge.chord();
        }
    }

    List<Edge> all() {
        return all;
    }

    List<Run> runs() {
        return runs;
    }

    /** Those that may touch the edge, and few others. */
    List<Edge> near(Edge edge) {
        List<Edge> near = new ArrayList<>();
        for (Run run : runs) {
            if (run.distanceAtLeast(edge) <= Position.SAME_CHORD_MAX) {
                for (Edge each : run.edges()) {
                    if (each.distanceAtLeast(edge) <= Position.SAME_CHORD_MAX) {
                        near.add(each);
                    }
                }
            }
        }
        return near;
    }
}
