package org.mayflydb.spatial;

import com.google.common.geometry.S2LatLng;
import com.google.common.geometry.S2Point;
import java.util.List;
import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicMask;
import net.sf.geographiclib.PolygonArea;

/** Measures on the ellipsoid of WGS 84, in metres. */
final class Earth {
    private Earth() {}

    /** The length of the shortest way between two points. */
    static double distance(S2Point one, S2Point other) {
        S2LatLng first = new S2LatLng(one);
        S2LatLng second = new S2LatLng(other);
        return Geodesic.WGS84.Inverse(
                        first.latDegrees(),
                        first.lngDegrees(),
                        second.latDegrees(),
                        second.lngDegrees(),
                        GeodesicMask.DISTANCE)
                .s12;
    }

    static double area(Shape shape) {
        return shape.areas().stream().mapToDouble(Earth::area).sum();
    }

    private static double area(Area area) {
        double sum = ringArea(area.rings().get(0));
        for (List<Position> hole : area.rings().subList(1, area.rings().size())) {
            double enclosed = ringArea(hole);
            sum -= Math.min(enclosed, Geodesic.WGS84.EllipsoidArea() - enclosed);
        }
        return sum;
    }

    /** What is on the left hand of one who walks along the ring. */
    private static double ringArea(List<Position> ring) {
        PolygonArea area = new PolygonArea(Geodesic.WGS84, false);
        ring.subList(1, ring.size())
                .forEach(position -> area.AddPoint(position.latitudeDegrees(), position.longitudeDegrees()));
        boolean clockwise = false;
        boolean signed = false;
        return area.Compute(clockwise, signed).area;
    }
}
