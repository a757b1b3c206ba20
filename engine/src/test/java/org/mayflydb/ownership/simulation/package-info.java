/**
 * A simulator of the ownership rules: several nodes over one store that loses, delays and repeats nothing but what a real one may,
 * with wrong clocks, pauses, crashes and cuts. One seed is one run; {@link Invariants} are checked at every event.
 */
@NullMarked
package org.mayflydb.ownership.simulation;

import org.jspecify.annotations.NullMarked;
