/**
 * What every package may use: failures with the service's numbers, invariants, the movable clock, byte strings, a small cache.
 *
 * <p>Nothing here knows about items or storage.
 */
@NullMarked
package org.mayflydb.base;

import org.jspecify.annotations.NullMarked;
