package org.mayflydb.spatial;

import com.google.common.geometry.S2LatLng;
import com.google.common.geometry.S2Point;

/** A place on the earth, in degrees, and the same as a point of the unit sphere. */
record Position(double longitudeDegrees, double latitudeDegrees, S2Point point) {

    /** Points nearer to each other than this, on a sphere of radius 1, are the same: less than a micrometre. */
    static final double SAME_CHORD_MAX = 1e-14;

    static Position of(double longitudeDegrees, double latitudeDegrees) {
        S2Point point = S2LatLng.fromDegrees(latitudeDegrees, longitudeDegrees).toPoint();
        return new Position(longitudeDegrees, latitudeDegrees, point);
    }

    boolean isSame(Position other) {
        return chord(point, other.point) <= SAME_CHORD_MAX;
    }

    /** The length of the straight line through the sphere between two of its points. */
    static double chord(S2Point one, S2Point other) {
        return Math.sqrt(one.getDistance2(other));
    }
}
