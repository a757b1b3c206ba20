/**
 * The spatial functions of queries: distances and areas on the earth, and which shape is in which.
 *
 * <p>A {@link org.mayflydb.spatial.Shape} is what GeoJSON describes: points, lines and {@link
 * org.mayflydb.spatial.Area}s; {@link org.mayflydb.spatial.GeoJsonReader} makes one or says why there is none. Questions
 * of place (what crosses, what is inside, what is nearest) are answered on a sphere, on which lines between positions are
 * parts of great circles; {@link org.mayflydb.spatial.Earth} measures lengths and areas on the ellipsoid of WGS 84.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>A ring that runs counter-clockwise holds what is inside of it; one that runs clockwise holds the rest of the
 *       earth. Rings after the first are holes, whichever way they run.
 *   <li>What touches intersects. What is on a border only is not within.
 *   <li>What is not valid GeoJSON has no distance, no area and no place: the outcome is undefined, never an exception.
 *   <li>Work is bounded by the number of positions of one shape times that of the other, and both have a limit.
 * </ul>
 */
@NullMarked
package org.mayflydb.spatial;

import org.jspecify.annotations.NullMarked;
