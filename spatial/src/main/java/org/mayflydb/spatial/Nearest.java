package org.mayflydb.spatial;

import com.google.common.geometry.S2Point;

/** The two points, one of each shape, that are nearest to each other. */
final class Nearest {
    private S2Point ofFirst;
    private S2Point ofSecond;
    private double chord;

    private Nearest(S2Point ofFirst, S2Point ofSecond) {
        this.ofFirst = ofFirst;
        this.ofSecond = ofSecond;
        this.chord = Position.chord(ofFirst, ofSecond);
    }

    /** Looks at edges only; what is inside of areas counts as far from them as from their border. */
    static Nearest between(Shape first, Shape second) {
        Nearest nearest = new Nearest(first.anchors().get(0), second.anchors().get(0));
        for (Edges.Run one : first.edges().runs()) {
            for (Edges.Run other : second.edges().runs()) {
                if (!nearest.isTouch() && one.distanceAtLeast(other) <= nearest.chord) {
                    nearest.consider(one, other);
                }
            }
        }
        return nearest;
    }

    private void consider(Edges.Run ones, Edges.Run others) {
        for (Edge one : ones.edges()) {
            for (Edge other : others.edges()) {
                if (one.distanceAtLeast(other) <= chord) {
                    consider(one, other);
                }
            }
        }
    }

    private void consider(Edge one, Edge other) {
        if (one.crosses(other)) {
            chord = 0;
            return;
        }
        // Edges that do not cross are nearest to each other at an end of one of them.
        consider(one.start(), other.nearest(one.start()));
        consider(one.end(), other.nearest(one.end()));
        consider(one.nearest(other.start()), other.start());
        consider(one.nearest(other.end()), other.end());
    }

    private void consider(S2Point one, S2Point other) {
        double found = Position.chord(one, other);
        if (found < chord) {
            chord = found;
            ofFirst = one;
            ofSecond = other;
        }
    }

    boolean isTouch() {
        return chord <= Position.SAME_CHORD_MAX;
    }

    S2Point ofFirst() {
        return ofFirst;
    }

    S2Point ofSecond() {
        return ofSecond;
    }
}
