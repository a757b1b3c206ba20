package org.mayflydb.spatial;

/** What became of reading a value as GeoJSON. */
sealed interface Reading {
    record Valid(Shape shape) implements Reading {}

    record Invalid(String reason) implements Reading {}
}
