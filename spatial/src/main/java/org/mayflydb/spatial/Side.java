package org.mayflydb.spatial;

/** Where a point is, seen from an area. */
enum Side {
    INSIDE,
    BORDER,
    OUTSIDE
}
