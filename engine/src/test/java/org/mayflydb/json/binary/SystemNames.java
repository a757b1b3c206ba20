package org.mayflydb.json.binary;

import java.util.List;

/** The strings that one byte stands for, in the order of their markers. */
final class SystemNames {
    static final List<String> ALL = List.of(
            ("$s $t $v _attachments _etag _rid _self _ts attachments/ coordinates geometry GeometryCollection id url"
                            + " Value label LineString link MultiLineString MultiPoint MultiPolygon name Name Type Point Polygon"
                            + " properties type value Feature FeatureCollection _id")
                    .split(" "));

    private SystemNames() {}
}
